// The partitions of a table, and what they can be compared by.

import { formatBytes, formatCount, formatRate } from "../../app/format.ts";

// Of the answer of GET /_rowhouse/partitions.
export interface Partition {
  readonly partition: string;
  readonly rows: number;
  readonly bytes: number;
  readonly exact: boolean;
  readonly file?: string; // absent in memory
  readonly own_file?: boolean;
  readonly reads_per_second: number;
  readonly writes_per_second: number;
}

export interface PartitionPage {
  readonly partitions: readonly Partition[];
  readonly continuation?: string;
}

export const measures = ["rows", "bytes", "rate"] as const;
export type Measure = (typeof measures)[number];

export const measureLabels: Readonly<Record<Measure, string>> = { rows: "Rows", bytes: "Bytes", rate: "Operations/s" };

export const rateOf = (partition: Partition): number => partition.reads_per_second + partition.writes_per_second;

export function valueOf(partition: Partition, measure: Measure): number {
  return measure === "rate" ? rateOf(partition) : partition[measure];
}

const formats: Readonly<Record<Measure, (value: number) => string>> = {
  rows: formatCount,
  bytes: formatBytes,
  rate: (value) => `${formatRate(value)}/s`,
};

export function formatMeasure(partition: Partition, measure: Measure): string {
  const text = formats[measure](valueOf(partition, measure));
  return measure === "rate" || partition.exact ? text : `≈ ${text}`;
}

export function byMeasure(partitions: readonly Partition[], measure: Measure): Partition[] {
  return [...partitions].sort((a, b) => valueOf(b, measure) - valueOf(a, measure));
}

// A filter of the service for the rows of a partition.
export const filterFor = (partition: string): string => `PartitionKey eq '${partition.replaceAll("'", "''")}'`;
