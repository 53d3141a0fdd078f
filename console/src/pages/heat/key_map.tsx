// A small map of sampled operations: in order of arrival from left to right, keys ascending from the bottom to the top.

import { useLayoutEffect, useRef } from "preact/hooks";
import { isDark } from "../../app/preferences.ts";
import type { KeyCounts } from "./findings_json.ts";
import { heatRgb } from "./ramp.ts";

interface KeyMapProps {
  readonly counts: KeyCounts;
  readonly label: string; // for those who do not see it
}

export function KeyMap({ counts, label }: KeyMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = isDark();
  const ranges = counts[0]?.length ?? 0;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false });
    if (context && ranges > 0) draw(context, counts, dark);
  }, [counts, dark]);
  if (ranges === 0) return null;
  return <canvas class="heat-key-map" ref={canvas} width={counts.length} height={ranges} role="img" aria-label={label} />;
}

// One pixel for each time and range; the style sheet enlarges them.
function draw(context: CanvasRenderingContext2D, counts: KeyCounts, dark: boolean): void {
  const most = Math.max(1, ...counts.flat());
  const height = counts[0]?.length ?? 0;
  const picture = context.createImageData(counts.length, height);
  counts.forEach((ranges, time) => {
    ranges.forEach((count, range) => {
      const at = ((height - 1 - range) * counts.length + time) * 4;
      picture.data.set([...heatRgb(count / most, dark), 255], at);
    });
  });
  context.putImageData(picture, 0, 0);
}
