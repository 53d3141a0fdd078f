import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { formatClock } from "../../app/clock.ts";
import { isDark, timeZone } from "../../app/preferences.ts";
import type { ChartSpec } from "./chart_specs.ts";
import type { Point } from "./history.ts";

interface ChartProps {
  readonly spec: ChartSpec;
  readonly index: number; // among the charts
  readonly points: readonly Point[];
}

const height = 128;
const secondsMin = 60; // of the axis
const countSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** (power - 3))).flat();
const byteSteps = Array.from({ length: 30 }, (_, power) => 2 ** (power + 10));

function dataOf(points: readonly Point[], chart: number, series: number): uPlot.AlignedData {
  const lines = Array.from({ length: series }, (_, line) => points.map((point) => point.values[chart]?.[line] ?? null));
  return [points.map((point) => point.time), ...lines];
}

// `min` and `max` are null before there are points.
function timesShown(min: number | null, max: number | null): [number, number] {
  const end = max ?? Date.now() / 1000;
  return [Math.min(min ?? end, end - secondsMin), end];
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function optionsFor(spec: ChartSpec, width: number, onPoint: (point: number | undefined) => void): uPlot.Options {
  const axis = { stroke: token("--text-faint"), font: "11px system-ui", ticks: { show: false } };
  const grid = { stroke: token("--edge"), width: 1 };
  return {
    width,
    height,
    padding: [6, 8, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: "server" }, drag: { x: false, y: false }, points: { size: 5 }, y: false },
    scales: {
      x: { range: (_, min, max) => timesShown(min, max) },
      y: { range: (_, __, max) => [0, Math.max(spec.leastMax, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 22,
        space: 80,
        values: (_, times) => times.map((time) => formatClock(time * 1000)),
      },
      {
        ...axis,
        grid,
        size: 58,
        space: 34,
        incrs: spec.inBytes ? byteSteps : countSteps,
        values: (_, values) => values.map(spec.format),
      },
    ],
    series: [
      {},
      ...spec.series.map((series): uPlot.Series => ({
        label: series.label,
        stroke: token(series.color),
        width: 1.5,
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] },
  };
}

export function Chart({ spec, index, points }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const [pointed, setPointed] = useState<number>();
  const data = dataOf(points, index, spec.series.length);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const made = new uPlot(optionsFor(spec, target.clientWidth, setPointed), data, target);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: target.clientWidth, height }));
    observer.observe(target);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [spec, isDark(), timeZone.value]);
  useEffect(() => plot.current?.setData(data), [points]);
  const shown = (pointed === undefined ? undefined : points[pointed]) ?? points.at(-1);
  return (
    <section class="chart card">
      <h2 title={spec.about}>{spec.title}</h2>
      <dl class="chart-legend">
        {spec.series.map((series, line) => (
          <div key={series.label}>
            <dt>
              <span class="chart-swatch" style={{ background: `var(${series.color})` }} />
              {series.label}
            </dt>
            <dd>{textOf(spec, shown?.values[index]?.[line])}</dd>
          </div>
        ))}
      </dl>
      <div class="chart-plot" ref={element} />
    </section>
  );
}

const textOf = (spec: ChartSpec, value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : spec.format(value);
