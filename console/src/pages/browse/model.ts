// What the page of a table knows: the query, its rows, and what the person is doing with them. Components read its
// signals; its methods always act on the latest state.

import { batch, computed, effect, signal } from "@preact/signals";
import { type Entity, keyText } from "../../api/edm.ts";
import type { TablesClient } from "../../api/tables.ts";
import { type Column, PropertyCensus, readChosen, shownColumns, valueOf, writeChosen } from "./columns.ts";
import type { GridRows } from "./grid.tsx";
import type { CellPosition } from "./grid_keys.ts";
import { RowStore } from "./row_store.ts";
import { type Order, nextOrder, sorted } from "./sorting.ts";

const rowsAhead = 200; // that are loaded before they are visible

export class BrowseModel {
  readonly filter = signal(""); // that the rows are of
  readonly store = signal(new RowStore(() => Promise.reject(new Error("No query has been run."))));
  readonly order = signal<Order | undefined>(undefined);
  readonly active = signal<CellPosition>({ row: 0, column: 0 });
  readonly isEditing = signal(false);
  readonly selected = signal<ReadonlyMap<string, Entity>>(new Map());
  readonly leaving = signal<ReadonlySet<string>>(new Set());
  readonly allColumns = signal<readonly Column[]>([]);
  readonly chosen = signal<readonly string[] | undefined>(undefined);

  readonly columns = computed(() => shownColumns(this.allColumns.value, this.chosen.value));
  readonly rows = computed((): GridRows => {
    const store = this.store.value;
    void store.version.value;
    const order = this.order.value;
    if (!order) return { length: store.length, rowAt: (index) => store.rowAt(index) };
    const rows = sorted(store.rows(), order);
    return { length: rows.length, rowAt: (index) => rows[index] };
  });

  private census = new PropertyCensus();
  private anchor = 0; // where a selection of a range begins

  constructor(
    readonly client: TablesClient,
    readonly table: string,
  ) {
    this.chosen.value = readChosen(client.account, table);
    this.allColumns.value = this.census.columns();
    // After rows have come or gone, the active cell is one that exists.
    effect(() => {
      const last = Math.max(0, this.rows.value.length - 1);
      if (this.active.peek().row > last) this.active.value = { ...this.active.peek(), row: last };
    });
  }

  // Shows the rows of another filter, or the same ones anew.
  run(filter: string): void {
    this.store.value.close();
    const store = new RowStore(async (from, signal) => {
      const page = await this.client.queryPage(this.table, { filter: filter === "" ? undefined : filter }, from, signal);
      this.census.add(page.entities);
      const columns = this.census.columns();
      // Widths stay as they are until there is another column, so that nothing moves under the pointer.
      if (columns.length !== this.allColumns.peek().length || store.length === 0) this.allColumns.value = columns;
      return page;
    });
    batch(() => {
      this.filter.value = filter;
      this.store.value = store;
      this.active.value = { row: 0, column: 0 };
      this.isEditing.value = false;
      this.selected.value = new Map();
    });
    void store.loadMore();
  }

  close(): void {
    this.store.value.close();
  }

  // Called with what is visible.
  see(first: number, last: number): void {
    const store = this.store.peek();
    if (this.order.peek()) return; // only what is loaded is sorted
    store.want(first, last);
    if (!store.error && last + rowsAhead >= store.length) void store.loadMore();
  }

  get activeEntity(): Entity | undefined {
    return this.rows.value.rowAt(this.active.value.row);
  }

  get activeColumn(): Column | undefined {
    return this.columns.value[this.active.value.column];
  }

  activate(position: CellPosition): void {
    if (this.isEditing.peek()) return;
    this.active.value = position;
    this.anchor = position.row;
  }

  sortBy(column: string): void {
    this.order.value = nextOrder(this.order.peek(), column);
  }

  // Takes a row into the selection or out of it, or all rows from the last such one.
  select(index: number, extend: boolean): void {
    const rows = this.rows.peek();
    const selected = new Map(this.selected.peek());
    const [from, to] = extend ? [Math.min(this.anchor, index), Math.max(this.anchor, index)] : [index, index];
    for (let at = from; at <= to; at += 1) {
      const entity = rows.rowAt(at);
      if (!entity) continue;
      const key = keyText(entity);
      if (extend || !selected.has(key)) selected.set(key, entity);
      else selected.delete(key);
    }
    if (!extend) this.anchor = index;
    this.selected.value = selected;
  }

  // All rows that are in memory; none if all were selected.
  selectAll(): void {
    const all = new Map([...this.store.peek().rows()].map((entity) => [keyText(entity), entity]));
    this.selected.value = all.size === this.selected.peek().size ? new Map() : all;
  }

  choose(names: readonly string[] | undefined): void {
    this.chosen.value = names;
    writeChosen(this.client.account, this.table, names);
  }

  valueAtActive(): string | undefined {
    const [entity, column] = [this.activeEntity, this.activeColumn];
    return entity && column ? valueOf(entity, column.name)?.text : undefined;
  }
}
