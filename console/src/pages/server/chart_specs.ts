// What the charts show, and how it follows from the metrics.

import { formatBytes, formatCount, formatRate } from "../../app/format.ts";
import { type Interval, type Wanted, bucketsBetween, levelOf, quantile, rateOf } from "./figures.ts";

export interface SeriesSpec {
  readonly label: string;
  readonly color: string; // a token, such as "--accent"
  readonly value: (interval: Interval) => number | null;
}

export interface ChartSpec {
  readonly title: string;
  readonly about: string;
  readonly format: (value: number) => string;
  readonly leastMax: number; // the axis ends there or beyond
  readonly inBytes?: boolean;
  readonly series: readonly SeriesSpec[];
}

const colors = {
  first: "--type-number",
  second: "--brick",
  third: "--type-boolean",
  quiet: "--text-faint",
  bad: "--danger",
} as const;

const operations = {
  reads: ["get_entity", "query_entities"],
  writes: ["insert_entity", "update_entity", "upsert_entity", "delete_entity", "batch"],
  admin: ["admin"],
} as const;
type Group = keyof typeof operations;

const inGroup =
  (group: Group): Wanted =>
  ({ operation = "" }) =>
    (operations[group] as readonly string[]).includes(operation);
const groups = Object.keys(operations) as Group[];
const inNoGroup: Wanted = (labels) => !groups.some((group) => inGroup(group)(labels));
const ofClients: Wanted = (labels) => !inGroup("admin")(labels);

const requests = "rowhouse_requests_total";
const latency = "rowhouse_request_duration_seconds";
const syncs = "rowhouse_commit_sync_seconds";

export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds === 0) return "0 ms";
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toPrecision(2)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : Number(milliseconds.toPrecision(2))} ms`;
}

const perSecond = (value: number): string => `${formatRate(value)}/s`;
const whole = (value: number): string => formatCount(Math.round(value));

function milliseconds(name: string, part: number, wanted?: Wanted): SeriesSpec["value"] {
  return (interval) => {
    const seconds = quantile(bucketsBetween(interval, name, wanted), part);
    return seconds === null ? null : seconds * 1000;
  };
}

const level =
  (name: string, wanted?: Wanted): SeriesSpec["value"] =>
  ({ now }) =>
    levelOf(now, name, wanted);
const rate =
  (name: string, wanted?: Wanted): SeriesSpec["value"] =>
  (interval) =>
    rateOf(interval, name, wanted);
const throttled = (limit: string): SeriesSpec["value"] =>
  rate("rowhouse_throttled_requests_total", (labels) => labels["limit"] === limit);
const statusIs =
  (status: string): Wanted =>
  (labels) =>
    labels["status"] === status && ofClients(labels);

export const chartSpecs: readonly ChartSpec[] = [
  {
    title: "Requests",
    about: "Answered, a second",
    format: perSecond,
    leastMax: 5,
    series: [
      { label: "reads", color: colors.first, value: rate(requests, inGroup("reads")) },
      { label: "writes", color: colors.second, value: rate(requests, inGroup("writes")) },
      { label: "other", color: colors.third, value: rate(requests, inNoGroup) },
      { label: "admin", color: colors.quiet, value: rate(requests, inGroup("admin")) },
    ],
  },
  {
    title: "Latency",
    about: "From the end of a request to its answer, without admin routes",
    format: formatMilliseconds,
    leastMax: 1,
    series: [
      { label: "p50", color: colors.first, value: milliseconds(latency, 0.5, ofClients) },
      { label: "p99", color: colors.second, value: milliseconds(latency, 0.99, ofClients) },
    ],
  },
  {
    title: "Errors",
    about: "Answers of these statuses, a second, without admin routes",
    format: perSecond,
    leastMax: 1,
    series: [
      { label: "4xx", color: colors.first, value: rate(requests, statusIs("4xx")) },
      { label: "5xx", color: colors.bad, value: rate(requests, statusIs("5xx")) },
    ],
  },
  {
    title: "Throttling",
    about: "Requests refused to rehearse a limit of the cloud, a second",
    format: perSecond,
    leastMax: 1,
    series: [
      { label: "partition", color: colors.first, value: throttled("partition") },
      { label: "account", color: colors.second, value: throttled("account") },
      { label: "request units", color: colors.third, value: throttled("request_units") },
    ],
  },
  {
    title: "Commits",
    about: "Time to write the log of a commit and sync it",
    format: formatMilliseconds,
    leastMax: 1,
    series: [
      { label: "p50", color: colors.first, value: milliseconds(syncs, 0.5) },
      { label: "p99", color: colors.second, value: milliseconds(syncs, 0.99) },
    ],
  },
  {
    title: "Waiting",
    about: "Writes and requests that wait for a thread",
    format: whole,
    leastMax: 5,
    series: [
      {
        label: "commits",
        color: colors.first,
        value: level("rowhouse_queue_length", ({ queue }) => queue === "commits"),
      },
      {
        label: "requests",
        color: colors.second,
        value: level("rowhouse_queue_length", ({ queue }) => queue === "requests"),
      },
    ],
  },
  {
    title: "Connections and files",
    about: "Open now",
    format: whole,
    leastMax: 10,
    series: [
      { label: "connections", color: colors.first, value: level("rowhouse_open_connections") },
      { label: "descriptors", color: colors.second, value: level("process_open_fds") },
    ],
  },
  {
    title: "Memory",
    about: "In use by the process, and what of it holds bodies and rows",
    format: formatBytes,
    leastMax: 16 * 1024 * 1024,
    inBytes: true,
    series: [
      { label: "process", color: colors.first, value: level("process_resident_memory_bytes") },
      { label: "bodies", color: colors.second, value: level("rowhouse_body_bytes") },
      { label: "row cache", color: colors.third, value: level("rowhouse_row_cache_bytes") },
    ],
  },
  {
    title: "Processor",
    about: "Cores in use",
    format: (value) => value.toFixed(2),
    leastMax: 1,
    series: [{ label: "cores", color: colors.first, value: rate("process_cpu_seconds_total") }],
  },
];
