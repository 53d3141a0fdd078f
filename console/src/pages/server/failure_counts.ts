import type { LoggedRequest } from "../requests/request_json.ts";

export interface FailureCount {
  readonly code: string;
  readonly status: number;
  readonly count: number;
  readonly last: string; // time of the latest
}

// Counts requests, latest first, by code; the most frequent first.
export function countFailures(requests: readonly LoggedRequest[]): FailureCount[] {
  const counts = new Map<string, FailureCount>();
  for (const { status, code = `Status ${status}`, time } of requests) {
    const key = `${status} ${code}`;
    const before = counts.get(key);
    counts.set(key, before ? { ...before, count: before.count + 1 } : { code, status, count: 1, last: time });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
