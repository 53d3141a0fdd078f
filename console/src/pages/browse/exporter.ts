// All rows of a query as a file: JSON lines, which `rowhouse import` and `rowhoused --seed` take, or typed CSV.

import { signal } from "@preact/signals";
import type { Entity } from "../../api/edm.ts";
import { printEntity } from "../../api/entity_json.ts";
import { isAbort } from "../../api/errors.ts";
import type { Continuation, TablesClient } from "../../api/tables.ts";
import { PropertyCensus, isSystemColumn } from "./columns.ts";
import type { KnownProperty } from "./filter_language.ts";
import type { FileFormat } from "./read_file.ts";
import { csvHead, csvRow } from "./typed_csv.ts";

export interface ExportProgress {
  readonly step: "running" | "done" | "stopped" | "failed";
  readonly rows: number;
  readonly error: Error | undefined;
}

export class Exporter {
  readonly progress = signal<ExportProgress>({ step: "running", rows: 0, error: undefined });
  private readonly abort = new AbortController();

  constructor(
    private readonly client: TablesClient,
    private readonly table: string,
    private readonly filter: string,
    private readonly format: FileFormat,
  ) {}

  stop(): void {
    this.abort.abort();
  }

  // Returns the file; undefined if it was stopped or failed.
  async run(): Promise<Blob | undefined> {
    try {
      const parts = this.format === "csv" ? await this.csv() : await this.lines();
      this.progress.value = { ...this.progress.value, step: "done" };
      return new Blob(parts, { type: this.format === "csv" ? "text/csv" : "application/x-ndjson" });
    } catch (error) {
      const step = isAbort(error) ? "stopped" : "failed";
      this.progress.value = { ...this.progress.value, step, error: error instanceof Error ? error : undefined };
      return undefined;
    }
  }

  private async lines(): Promise<Blob[]> {
    const parts = [new Blob([`{"rowhouse":"export","version":1,"table":${JSON.stringify(this.table)}}\n`])];
    for await (const rows of this.pages()) parts.push(new Blob([rows.map((row) => `${printEntity(row)}\n`).join("")]));
    return parts;
  }

  // Which columns there are is known at the end, so the rows are read twice.
  private async csv(): Promise<Blob[]> {
    const census = new PropertyCensus();
    for await (const rows of this.pages()) census.add(rows);
    const columns: KnownProperty[] = census.columns().filter(({ name }) => !isSystemColumn(name));
    this.progress.value = { ...this.progress.value, rows: 0 };
    const parts = [new Blob([csvHead(columns)])];
    for await (const rows of this.pages()) parts.push(new Blob([rows.map((row) => csvRow(row, columns)).join("")]));
    return parts;
  }

  private async *pages(): AsyncGenerator<Entity[]> {
    const query = { filter: this.filter === "" ? undefined : this.filter };
    let from: Continuation | undefined;
    do {
      const page = await this.client.queryPage(this.table, query, from, this.abort.signal);
      yield page.entities;
      this.progress.value = { ...this.progress.value, rows: this.progress.value.rows + page.entities.length };
      from = page.next;
    } while (from);
  }
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
