// Writing the rows of a file: transactions of one partition each, several in flight.

import { signal } from "@preact/signals";
import { BatchError, operationsMax } from "../../api/batch.ts";
import { printEntity } from "../../api/entity_json.ts";
import { isAbort } from "../../api/errors.ts";
import type { TablesClient, WriteMode } from "../../api/tables.ts";
import { FileError } from "./file_error.ts";
import type { PlacedEntity } from "./json_file/json_file.ts";
import { type FileSource, readEntities } from "./read_file.ts";

const inFlightMax = 4;
const transactionCharactersMax = 1_000_000; // well below the 4 MiB of a request, as a character has up to 3 bytes
const waitingRowsMax = 5000; // of all partitions, before the largest group is sent though it is not full

export interface ImportProgress {
  readonly step: "running" | "done" | "stopped" | "failed";
  readonly written: number; // rows
  readonly share: number; // of the file that has been read, 0 to 1
  readonly error: Error | undefined;
}

interface Group {
  rows: PlacedEntity[];
  keys: Set<string>;
  characters: number;
}

export class Importer {
  readonly progress = signal<ImportProgress>({ step: "running", written: 0, share: 0, error: undefined });

  private readonly abort = new AbortController();
  private readonly groups = new Map<string, Group>(); // by partition
  private readonly inFlight = new Set<Promise<void>>();
  private readonly lastOf = new Map<string, Promise<void>>(); // by partition
  private waiting = 0;
  private failure: unknown;

  constructor(
    private readonly client: TablesClient,
    private readonly source: FileSource,
    private readonly mode: WriteMode,
  ) {}

  // What has been written stays.
  stop(): void {
    this.abort.abort();
  }

  async run(): Promise<void> {
    try {
      const { size } = this.source.file;
      const onBytes = (bytes: number): void => this.report({ share: size > 0 ? bytes / size : 1 });
      for await (const read of readEntities(this.source, onBytes)) await this.add(read);
      for (const partition of this.groups.keys()) await this.flush(partition);
      await Promise.all(this.inFlight);
      this.throwIfOver();
      this.report({ step: "done", share: 1 });
    } catch (error) {
      this.abort.abort();
      await Promise.allSettled(this.inFlight);
      if (isAbort(error)) this.report({ step: "stopped" });
      else this.report({ step: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  // A row stands once in a transaction, so a second one with its key sends the first.
  private async add(read: PlacedEntity): Promise<void> {
    const { partitionKey, rowKey } = read.entity;
    const characters = printEntity(read.entity).length + rowKey.length * 3 + 400;
    const before = this.groups.get(partitionKey);
    const isFull =
      before !== undefined &&
      (before.rows.length === operationsMax || before.keys.has(rowKey) || before.characters + characters > transactionCharactersMax);
    if (isFull) await this.flush(partitionKey);
    const group = this.groups.get(partitionKey) ?? { rows: [], keys: new Set(), characters: 0 };
    this.groups.set(partitionKey, group);
    group.rows.push(read);
    group.keys.add(rowKey);
    group.characters += characters;
    this.waiting += 1;
    if (this.waiting > waitingRowsMax) await this.flushLargest();
  }

  private async flushLargest(): Promise<void> {
    const [largest] = [...this.groups].reduce((best, each) => (each[1].rows.length > best[1].rows.length ? each : best));
    await this.flush(largest);
  }

  // Waits while too much is in flight, and while rows of the same partition are, so that the last of a key counts.
  private async flush(partition: string): Promise<void> {
    const group = this.groups.get(partition);
    if (!group) return;
    this.groups.delete(partition);
    this.waiting -= group.rows.length;
    while (this.inFlight.size >= inFlightMax) await Promise.race(this.inFlight);
    this.throwIfOver();
    const before = this.lastOf.get(partition) ?? Promise.resolve();
    const sent = before.then(() => this.send(group.rows));
    const settled = sent.catch((error: unknown) => {
      this.failure ??= error;
      this.abort.abort();
    });
    this.lastOf.set(partition, settled);
    this.inFlight.add(settled);
    void settled.then(() => {
      this.inFlight.delete(settled);
      if (this.lastOf.get(partition) === settled) this.lastOf.delete(partition);
    });
  }

  private async send(rows: readonly PlacedEntity[]): Promise<void> {
    const operations = rows.map(({ entity }) => this.client.upsert(this.source.table, entity, this.mode));
    try {
      await this.client.transact(operations, true, this.abort.signal);
    } catch (error) {
      const refused = error instanceof BatchError ? rows[error.index] : undefined;
      if (refused && error instanceof Error) throw new FileError(refused.place, error.message);
      throw error;
    }
    this.report({ written: this.progress.value.written + rows.length });
  }

  private throwIfOver(): void {
    if (this.failure !== undefined) throw this.failure;
    this.abort.signal.throwIfAborted();
  }

  private report(change: Partial<ImportProgress>): void {
    this.progress.value = { ...this.progress.value, ...change };
  }
}
