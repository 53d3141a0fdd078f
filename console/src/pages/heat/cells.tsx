import { useLayoutEffect, useRef } from "preact/hooks";
import { isDark } from "../../app/preferences.ts";
import { type HeatMap, type Show, rateAt } from "./activity.ts";
import { heatColor } from "./ramp.ts";
import { placeOf } from "./scale.ts";
import type { View } from "./view.ts";

interface CellsProps {
  readonly map: HeatMap;
  readonly view: View;
  readonly show: Show;
  readonly max: number; // the rate of the hottest colour
  readonly width: number;
  readonly height: number;
}

// The coloured cells, keys ascending from the bottom to the top.
export function Cells(props: CellsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = isDark();
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d", { alpha: false });
    if (element && context && props.width > 0) draw(element, context, props, dark);
  });
  return <canvas class="heat-cells" ref={canvas} aria-hidden="true" />;
}

function draw(element: HTMLCanvasElement, context: CanvasRenderingContext2D, props: CellsProps, dark: boolean): void {
  const { map, view, show, max } = props;
  const width = Math.round(props.width * devicePixelRatio);
  const height = Math.round(props.height * devicePixelRatio);
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
  context.fillStyle = heatColor(0, dark);
  context.fillRect(0, 0, width, height);
  const columns = view.columnEnd - view.column;
  const ranges = view.rangeEnd - view.range;
  const left = (column: number): number => Math.round(((column - view.column) / columns) * width);
  const top = (range: number): number => Math.round(((view.rangeEnd - range) / ranges) * height);
  for (let range = view.range; range < view.rangeEnd; range += 1) {
    const y = top(range + 1);
    for (let column = view.column; column < view.columnEnd; column += 1) {
      const rate = rateAt(map, show, range, column);
      if (rate === 0) continue;
      context.fillStyle = heatColor(placeOf(rate, max), dark);
      context.fillRect(left(column), y, left(column + 1) - left(column), top(range) - y);
    }
  }
}
