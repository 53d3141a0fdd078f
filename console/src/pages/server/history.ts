// The figures of the charts since the page was opened, the last minutes of them.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLoad } from "../../app/load.ts";
import { admin } from "../../app/session.ts";
import { chartSpecs } from "./chart_specs.ts";
import type { Interval } from "./figures.ts";
import { type Metrics, parseMetrics } from "./prometheus.ts";

export interface Point {
  readonly time: number; // seconds since 1970
  readonly values: readonly (readonly (number | null)[])[]; // by chart and series
}

const refreshMilliseconds = 2000;
const pointsMax = 300;

export const valuesOf = (interval: Interval): Point["values"] =>
  chartSpecs.map((chart) => chart.series.map((series) => series.value(interval)));

export function useHistory() {
  const loaded = useLoad(
    async (signal) => {
      const metrics = parseMetrics(await admin.value.call("GET", "metrics", {}, signal));
      return { metrics, time: Date.now() / 1000 };
    },
    [],
    refreshMilliseconds,
  );
  const latest = useRef<{ metrics: Metrics; time: number }>();
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(() => {
    const next = loaded.value;
    if (!next) return;
    const before = latest.current;
    latest.current = next;
    if (!before) return;
    const interval = { before: before.metrics, now: next.metrics, seconds: next.time - before.time };
    const point = { time: next.time, values: valuesOf(interval) };
    setPoints((earlier) => [...earlier, point].slice(-pointsMax));
  }, [loaded.value]);
  return { metrics: loaded.value?.metrics, points, error: loaded.error, reload: loaded.reload };
}
