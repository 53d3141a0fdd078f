// The rows of a query, page by page. Tables may have millions: pages that are far from what is looked at are dropped
// and loaded again by their continuation tokens.

import { signal } from "@preact/signals";
import { type Entity, keyText } from "../../api/edm.ts";
import { isAbort } from "../../api/errors.ts";
import type { Continuation, Page } from "../../api/tables.ts";

const residentPagesMax = 60;

interface StoredPage {
  readonly start: Continuation | undefined; // undefined: the first page
  rows: Entity[] | undefined; // undefined: dropped
  count: number;
}

export type FetchPage = (from: Continuation | undefined, signal: AbortSignal) => Promise<Page>;

export class RowStore {
  // Changes whenever anything below does.
  readonly version = signal(0);

  error: Error | undefined; // of the last page that was asked for
  isLoading = false;
  isComplete = false; // the last page is there
  emptyPages = 0; // in a row: the server is looking for rows that match
  milliseconds: number | undefined; // that the first page took

  private pages: StoredPage[] = [];
  private begins: number[] = []; // the index of the first row of each page
  private next: Continuation | undefined;
  private readonly abort = new AbortController();
  private readonly reloading = new Set<StoredPage>();

  constructor(private readonly fetchPage: FetchPage) {}

  get length(): number {
    const last = this.pages.at(-1);
    return last ? (this.begins.at(-1) ?? 0) + last.count : 0;
  }

  // The number of rows that are in memory.
  get resident(): number {
    return this.pages.reduce((sum, page) => sum + (page.rows?.length ?? 0), 0);
  }

  rowAt(index: number): Entity | undefined {
    const page = this.pageOf(index);
    return page === undefined ? undefined : this.pages[page]?.rows?.[index - (this.begins[page] ?? 0)];
  }

  // All rows that are in memory, in order.
  *rows(): Generator<Entity> {
    for (const page of this.pages) yield* page.rows ?? [];
  }

  // Loads the next page that has rows. Does nothing while one is being loaded, or after the last.
  async loadMore(): Promise<void> {
    if (this.isLoading || this.isComplete || this.abort.signal.aborted) return;
    this.isLoading = true;
    this.error = undefined;
    this.changed();
    const begin = performance.now();
    try {
      for (this.emptyPages = 0; !(await this.loadNext()) && !this.isComplete; this.emptyPages += 1) this.changed();
      this.milliseconds ??= performance.now() - begin;
    } catch (error) {
      if (!isAbort(error)) this.error = error instanceof Error ? error : new Error(String(error));
    }
    this.isLoading = false;
    this.changed();
  }

  // Has the rows of a range in memory soon, and drops others that are far from it.
  want(first: number, last: number): void {
    const [from, to] = [this.pageOf(first), this.pageOf(last)];
    if (from === undefined || to === undefined) return;
    for (let at = from; at <= to; at += 1) {
      const page = this.pages[at];
      if (page && page.rows === undefined) void this.reload(page);
    }
    this.dropFarFrom(from);
  }

  update(entity: Entity): void {
    const key = keyText(entity);
    this.edit((rows) => {
      const at = rows.findIndex((row) => keyText(row) === key);
      return at < 0 ? rows : rows.with(at, entity);
    });
  }

  remove(keys: ReadonlySet<string>): void {
    this.edit((rows) => rows.filter((row) => !keys.has(keyText(row))));
  }

  close(): void {
    this.abort.abort();
  }

  private async loadNext(): Promise<boolean> {
    const start = this.next;
    const page = await this.fetchPage(start, this.abort.signal);
    this.next = page.next;
    this.isComplete = page.next === undefined;
    if (page.entities.length === 0) return false;
    this.begins.push(this.length);
    this.pages.push({ start, rows: page.entities, count: page.entities.length });
    this.dropFarFrom(this.pages.length - 1);
    return true;
  }

  private async reload(page: StoredPage): Promise<void> {
    if (this.reloading.has(page)) return;
    this.reloading.add(page);
    try {
      page.rows = (await this.fetchPage(page.start, this.abort.signal)).entities;
      page.count = page.rows.length;
      this.measure();
      this.changed();
    } catch (error) {
      if (!isAbort(error)) this.error = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.reloading.delete(page);
    }
  }

  private dropFarFrom(at: number): void {
    const half = residentPagesMax / 2;
    this.pages.forEach((page, index) => {
      if (Math.abs(index - at) > half) page.rows = undefined;
    });
  }

  private edit(change: (rows: Entity[]) => Entity[]): void {
    for (const page of this.pages) {
      if (!page.rows) continue;
      page.rows = change(page.rows);
      page.count = page.rows.length;
    }
    this.measure();
    this.changed();
  }

  private measure(): void {
    let begin = 0;
    this.begins = this.pages.map((page) => {
      const own = begin;
      begin += page.count;
      return own;
    });
  }

  // By halving; undefined if there is no such row.
  private pageOf(index: number): number | undefined {
    if (index < 0 || index >= this.length) return undefined;
    let [low, high] = [0, this.pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.begins[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private changed(): void {
    this.version.value += 1;
  }
}
