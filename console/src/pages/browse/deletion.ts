// Deleting many rows: in transactions of one partition each, after a pause in which it can be undone, with progress.

import { signal } from "@preact/signals";
import { BatchError } from "../../api/batch.ts";
import { type Entity, keyText } from "../../api/edm.ts";
import { ServiceError, isAbort } from "../../api/errors.ts";
import type { TablesClient } from "../../api/tables.ts";
import { transactionsOf } from "./transactions.ts";

export const undoMilliseconds = 5000;

export interface Kept {
  readonly entity: Entity;
  readonly reason: string;
}

export type DeletionState =
  | { readonly step: "waiting"; readonly until: number } // milliseconds since the epoch
  | { readonly step: "sending"; readonly done: number }
  | { readonly step: "ended"; readonly deleted: number; readonly kept: readonly Kept[]; readonly stopped: boolean };

export class Deletion {
  readonly state = signal<DeletionState>({ step: "waiting", until: Date.now() + undoMilliseconds });
  readonly transactions: Entity[][];
  readonly rows: number;

  private readonly abort = new AbortController();
  private readonly timer: ReturnType<typeof setTimeout>;
  private deleted = 0;
  private readonly kept: Kept[] = [];

  // `onDeleted` is called with rows that are gone.
  constructor(
    private readonly client: TablesClient,
    private readonly table: string,
    entities: readonly Entity[],
    private readonly onDeleted: (entities: readonly Entity[]) => void,
  ) {
    this.transactions = transactionsOf(entities);
    this.rows = entities.length;
    this.timer = setTimeout(() => void this.send(), undoMilliseconds);
  }

  // Has no effect once it has been sent.
  undo(): void {
    clearTimeout(this.timer);
    if (this.state.value.step === "waiting") this.end(true);
  }

  // Leaves the transactions that have not been sent. The one in flight may still be carried out.
  stop(): void {
    this.abort.abort();
  }

  async send(): Promise<void> {
    if (this.state.value.step !== "waiting") return;
    clearTimeout(this.timer);
    for (const transaction of this.transactions) {
      this.state.value = { step: "sending", done: this.deleted };
      try {
        await this.sendOne(transaction);
      } catch (error) {
        if (isAbort(error)) return this.end(true);
        const reason = error instanceof Error ? error.message : String(error);
        this.kept.push(...transaction.map((entity) => ({ entity, reason })));
      }
    }
    this.end(false);
  }

  // A row that has changed or is gone makes the whole transaction fail, so it is taken out and the rest sent again.
  private async sendOne(transaction: readonly Entity[]): Promise<void> {
    let rest = [...transaction];
    while (rest.length > 0) {
      this.abort.signal.throwIfAborted();
      try {
        const operations = rest.map((entity) => this.client.removal(this.table, entity, entity.etag));
        await this.client.transact(operations, false, this.abort.signal);
        this.gone(rest);
        return;
      } catch (error) {
        const refused = error instanceof BatchError ? rest[error.index] : undefined;
        if (!refused) throw error;
        rest = rest.filter((entity) => entity !== refused);
        this.settle(refused, error as ServiceError);
      }
    }
  }

  private settle(entity: Entity, error: ServiceError): void {
    if (error.status === 404) return this.gone([entity]);
    const reason = error.status === 412 ? "It has changed since it was loaded." : error.message;
    this.kept.push({ entity, reason });
  }

  private gone(entities: readonly Entity[]): void {
    this.deleted += entities.length;
    this.onDeleted(entities);
  }

  private end(stopped: boolean): void {
    this.state.value = { step: "ended", deleted: this.deleted, kept: this.kept, stopped };
  }
}

export const keysOf = (entities: Iterable<Entity>): Set<string> => new Set([...entities].map(keyText));
