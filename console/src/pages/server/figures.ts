// Figures out of the metrics of two moments. Null: not known, which charts leave blank.

import { type Labels, type Metrics, parseNumber } from "./prometheus.ts";

export type Wanted = (labels: Labels) => boolean;
const all: Wanted = () => true;

// The sum over the samples of a name; null if the server does not have it.
export function levelOf(metrics: Metrics, name: string, wanted: Wanted = all): number | null {
  const samples = metrics.get(name);
  if (!samples) return null;
  return samples.filter(({ labels }) => wanted(labels)).reduce((sum, { value }) => sum + value, 0);
}

export interface Interval {
  readonly before: Metrics;
  readonly now: Metrics;
  readonly seconds: number;
}

// How much a counter grew a second. A counter that fell belongs to a server that was started anew.
export function rateOf({ before, now, seconds }: Interval, name: string, wanted: Wanted = all): number | null {
  const level = levelOf(now, name, wanted);
  if (level === null || seconds <= 0) return null;
  const growth = level - (levelOf(before, name, wanted) ?? 0);
  return growth < 0 ? null : growth / seconds;
}

// Numbers of observations up to a bound, bounds ascending.
export interface Bucket {
  readonly bound: number;
  readonly count: number; // of this and all lower buckets
}

function cumulative(metrics: Metrics, name: string, wanted: Wanted): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { labels, value } of metrics.get(`${name}_bucket`) ?? []) {
    if (!wanted(labels)) continue;
    const bound = parseNumber(labels["le"] ?? "");
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return counts;
}

export function bucketsBetween({ before, now }: Interval, name: string, wanted: Wanted = all): Bucket[] {
  const earlier = cumulative(before, name, wanted);
  return [...cumulative(now, name, wanted)]
    .map(([bound, count]) => ({ bound, count: count - (earlier.get(bound) ?? 0) }))
    .sort((a, b) => a.bound - b.bound);
}

// The value that a part of the observations does not exceed, taken as evenly spread within each bucket. Beyond the last
// bound, that bound. Null without observations.
export function quantile(buckets: readonly Bucket[], part: number): number | null {
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return null;
  const wanted = part * total;
  let low = { bound: 0, count: 0 };
  for (const bucket of buckets) {
    if (bucket.count >= wanted && bucket.count > low.count) {
      if (bucket.bound === Infinity) return low.bound;
      return low.bound + ((bucket.bound - low.bound) * (wanted - low.count)) / (bucket.count - low.count);
    }
    low = bucket;
  }
  return low.bound;
}
