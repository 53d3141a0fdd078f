import { useRef } from "preact/hooks";
import { formatRate } from "../../app/format.ts";
import { isDark } from "../../app/preferences.ts";
import { href } from "../../app/router.ts";
import {
  type Measure,
  type Partition,
  filterFor,
  formatMeasure,
  measureLabels,
  rateOf,
  valueOf,
} from "./partition_figures.ts";
import { heatColor, wantsDarkText } from "./ramp.ts";
import { placeOf, roundUp } from "./scale.ts";
import { type Tile, tilesOf } from "./treemap_layout.ts";
import { useSize } from "./use_size.ts";

interface TreemapProps {
  readonly table: string;
  readonly partitions: readonly Partition[]; // those with most first
  readonly measure: Measure;
}

const shownMax = 300;
const labelled = { width: 56, height: 34 }; // pixels, at least

// Areas by what is measured, colours by the rate.
export function Treemap({ table, partitions, measure }: TreemapProps) {
  const element = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(element);
  const shown = partitions.slice(0, shownMax);
  const tiles = width === 0 ? [] : tilesOf(shown, (each) => valueOf(each, measure), width / height);
  const max = roundUp(Math.max(0, ...partitions.map(rateOf)));
  return (
    <div class="heat-treemap" ref={element} role="list" aria-label={`Partitions by ${measureLabels[measure]}`}>
      {tiles.map((tile) => (
        <TreemapTile
          key={tile.item.partition}
          table={table}
          tile={tile}
          measure={measure}
          heat={placeOf(rateOf(tile.item), max)}
          isLabelled={tile.width * width >= labelled.width && tile.height * height >= labelled.height}
        />
      ))}
    </div>
  );
}

interface TileProps {
  readonly table: string;
  readonly tile: Tile<Partition>;
  readonly measure: Measure;
  readonly heat: number;
  readonly isLabelled: boolean;
}

function TreemapTile({ table, tile, measure, heat, isLabelled }: TileProps) {
  const { item } = tile;
  const dark = isDark();
  const name = item.partition === "" ? "empty" : item.partition;
  const rows = `${formatMeasure(item, "rows")} ${item.rows === 1 ? "row" : "rows"}`;
  const figures = `${rows}, ${formatMeasure(item, "bytes")}, ${formatRate(rateOf(item))}/s`;
  return (
    <div
      role="listitem"
      class="heat-tile"
      style={{
        left: `${tile.left * 100}%`,
        top: `${tile.top * 100}%`,
        width: `${tile.width * 100}%`,
        height: `${tile.height * 100}%`,
      }}
    >
      <a
        href={href("browse", table, { filter: filterFor(item.partition) })}
        title={`${name}\n${figures}${item.file === undefined ? "" : `\n${item.file}`}`}
        class={wantsDarkText(heat, dark) ? "heat-tile-bright" : "heat-tile-deep"}
        style={{ background: heatColor(heat, dark) }}
      >
        <span class={isLabelled ? "heat-tile-label" : "offscreen"}>
          <bdi dir="auto">{name}</bdi> <small>{formatMeasure(item, measure)}</small>
        </span>
      </a>
    </div>
  );
}
