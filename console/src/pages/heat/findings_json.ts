// The answer of GET /_rowhouse/hotspots: what is wrong with a table's keys, and the keys that were tried instead.

// For each time, in order of arrival, the operations in each key range, the lowest first.
export type KeyCounts = readonly (readonly number[])[];

export interface Advice {
  readonly key: string; // a key template
  readonly example: string;
  readonly hottest_share: number;
  readonly effective_partitions: number;
  readonly point_read: string;
  readonly range_read: string;
  readonly map: KeyCounts;
}

export interface Headroom {
  readonly busiest_rate: number;
  readonly partition_limit: number;
  readonly table_rate: number;
  readonly account_limit: number;
  readonly load_factor: number;
}

export interface Finding {
  readonly kind: string;
  readonly severity: string;
  readonly direction?: "ascending" | "descending";
  readonly partition?: string;
  readonly share?: number;
  readonly rate?: number;
  readonly rows?: number;
  readonly bytes?: number;
  readonly operations: number;
  readonly headroom?: Headroom;
  readonly confidence: number;
  readonly since: string;
  readonly why: string;
  readonly advice: readonly Advice[];
  readonly map: KeyCounts; // of the keys in use
}

export interface TableFindings {
  readonly table: string;
  readonly operations: number;
  readonly bulk_load_operations?: number;
  readonly findings: readonly Finding[];
}

export interface Hotspots {
  readonly tables: readonly TableFindings[];
}

const titles: Readonly<Record<string, string>> = {
  "monotonic-partition-key": "PartitionKeys in order of arrival",
  "monotonic-row-key": "RowKeys in order of arrival",
  "hot-partition": "Hot partition",
  "big-partition": "Big partition",
};

export const titleOf = (finding: Finding): string => titles[finding.kind] ?? finding.kind;
