import { formatClock } from "../../app/clock.ts";
import type { HeatMap } from "./activity.ts";
import { keyLabels, timeTicks } from "./labels.ts";
import type { View } from "./view.ts";

interface AxisProps {
  readonly map: HeatMap;
  readonly view: View;
  readonly pixels: number; // along the axis
}

const keyGap = 19; // pixels from one label to the next
const labelHeight = 16;
const timeGap = 84;

export function KeyAxis({ map, view, pixels }: AxisProps) {
  const ranges = view.rangeEnd - view.range;
  const upTo = (range: number): number => (range - view.range) / ranges;
  const labels = pixels === 0 ? [] : keyLabels(map, view, keyGap / pixels);
  const fitting = labels.filter(({ range }) => (1 - upTo(range)) * pixels >= labelHeight);
  return (
    <div class="heat-keys" aria-hidden="true">
      {fitting.map(({ range, text, isCut }) => {
        const key = map.keys[range];
        return (
          <span
            key={range}
            class="heat-key"
            title={key?.row ? `${key.partition} · ${key.row}` : key?.partition}
            style={{ bottom: `${upTo(range) * 100}%` }}
          >
            {range === 0 && text === "" ? (
              <i class="faint">start</i>
            ) : (
              <>
                {isCut && <span class="faint">…</span>}
                <bdi dir="auto">{text}</bdi>
              </>
            )}
          </span>
        );
      })}
    </div>
  );
}

export function TimeAxis({ map, view, pixels }: AxisProps) {
  const from = map.begin + view.column * map.step;
  const to = map.begin + view.columnEnd * map.step;
  const ticks = pixels === 0 ? [] : timeTicks(from, to, Math.max(1, Math.floor(pixels / timeGap)));
  const withSeconds = ticks.length < 2 || (ticks[1] as number) - (ticks[0] as number) < 60000;
  return (
    <div class="heat-times" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ left: `${((tick - from) / (to - from)) * 100}%` }}>
          {formatClock(tick, withSeconds)}
        </span>
      ))}
    </div>
  );
}
