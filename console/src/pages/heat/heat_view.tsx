// The map with its controls: what is counted, how much of it is shown, whether it goes on.

import { useState } from "preact/hooks";
import { formatClock } from "../../app/clock.ts";
import { route, setOptions } from "../../app/router.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { Button } from "../../components/button.tsx";
import { type HeatMap, type Show, shows } from "./activity.ts";
import { Choices } from "./choices.tsx";
import type { Finding } from "./findings_json.ts";
import { HeatChart } from "./heat_chart.tsx";
import { Legend } from "./legend.tsx";
import { marksOf } from "./marks.ts";
import { scaleMax } from "./scale.ts";
import { type View, type Zoom, isWhole, viewOf, zoomOf } from "./view.ts";

interface HeatViewProps {
  readonly map: HeatMap;
  readonly findings: readonly Finding[];
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly onFinding: (number: number) => void;
}

const labels: Readonly<Record<Show, string>> = { both: "Reads and writes", reads: "Reads", writes: "Writes" };

export function HeatView({ map, findings, isLive, onLive, onFinding }: HeatViewProps) {
  const [zooms, setZooms] = useState<readonly Zoom[]>([]); // the last one holds
  const show = shows.find((each) => each === route.value.options.get("show")) ?? "both";
  const view = viewOf(map, zooms.at(-1) ?? {});
  const max = scaleMax(map, view, show);
  const isZoomed = !isWhole(view, map);
  const out = (): void => setZooms(isZoomed ? zooms.slice(0, -1) : []);
  const everything = (): void => setZooms([]);
  const choose = (next: Show): void => setOptions({ show: next === "both" ? "" : next });
  useShortcuts([
    { keys: "r", about: "Show reads", run: () => choose("reads") },
    { keys: "w", about: "Show writes", run: () => choose("writes") },
    { keys: "b", about: "Show reads and writes", run: () => choose("both") },
    { keys: "l", about: "Go on, or stop, reading the map", run: () => onLive(!isLive) },
    { keys: "0", about: "Show all times and keys", run: everything },
  ]);
  return (
    <>
      <div class="toolbar heat-toolbar">
        <Choices label="Counted" options={shows} chosen={show} labels={labels} onChoose={choose} />
        <Button pressed={isLive} onClick={() => onLive(!isLive)}>
          {isLive ? "Live" : "Stopped"}
        </Button>
        <span class="faint toolbar-note heat-window" role="status">
          <ViewText map={map} view={view} />
        </span>
        {isZoomed && (
          <Button icon="undo" onClick={everything}>
            Show everything
          </Button>
        )}
        <Legend max={max} />
      </div>
      <HeatChart
        map={map}
        view={view}
        show={show}
        max={max}
        marks={marksOf(map, findings)}
        onZoom={(next) => setZooms([...zooms, zoomOf(map, next)])}
        onMove={(next) => setZooms([...zooms.slice(0, -1), zoomOf(map, next)])}
        onOut={out}
        onFinding={onFinding}
      />
    </>
  );
}

function ViewText({ map, view }: { readonly map: HeatMap; readonly view: View }) {
  const from = map.begin + view.column * map.step;
  const to = map.begin + view.columnEnd * map.step;
  const ranges = view.rangeEnd - view.range;
  return (
    <>
      {formatClock(from)} – {formatClock(to)}
      <span class="wide-only">{` · ${map.step / 1000} s a column · ${ranges} of ${map.keys.length} key ranges`}</span>
    </>
  );
}
