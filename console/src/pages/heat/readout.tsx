import { formatClock } from "../../app/clock.ts";
import { formatRate } from "../../app/format.ts";
import { Data } from "../../components/text.tsx";
import type { HeatMap, RangeKey } from "./activity.ts";
import type { Cell } from "./marks.ts";

interface ReadoutProps {
  readonly map: HeatMap;
  readonly cell: Cell | undefined;
  readonly byKeyboard: boolean;
}

// The times, the keys and the rates of a cell.
export function Readout({ map, cell, byKeyboard }: ReadoutProps) {
  return (
    <p class="heat-readout" aria-live={byKeyboard ? "polite" : "off"}>
      {cell ? (
        <CellText map={map} cell={cell} />
      ) : (
        <span class="faint">
          Point at the map, or focus it and use the arrow keys. Drag to zoom; Escape or a double click zooms out.
        </span>
      )}
    </p>
  );
}

function CellText({ map, cell }: { readonly map: HeatMap; readonly cell: Cell }) {
  const begin = map.begin + cell.column * map.step;
  const reads = map.reads[cell.range]?.[cell.column] ?? 0;
  const writes = map.writes[cell.range]?.[cell.column] ?? 0;
  const next = map.keys[cell.range + 1];
  return (
    <>
      <span class="heat-readout-time">
        {formatClock(begin)} – {formatClock(begin + map.step)}
      </span>
      <span class="heat-readout-rates">
        <strong>{formatRate(reads)}</strong> reads/s <strong>{formatRate(writes)}</strong> writes/s
      </span>
      <span class="heat-readout-keys">
        from <KeyText rangeKey={map.keys[cell.range]} /> to {next ? <KeyText rangeKey={next} /> : "the end"}
      </span>
    </>
  );
}

function KeyText({ rangeKey }: { readonly rangeKey: RangeKey | undefined }) {
  if (!rangeKey || (rangeKey.partition === "" && rangeKey.row === "")) return <>the start</>;
  return (
    <>
      <Data mono>{rangeKey.partition}</Data>
      {rangeKey.row !== "" && (
        <>
          {" · "}
          <Data mono>{rangeKey.row}</Data>
        </>
      )}
    </>
  );
}
