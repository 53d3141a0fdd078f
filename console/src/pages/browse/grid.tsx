// The rows of a query as a grid. Only what is visible is in the document, so that it may have any length.

import { useEffect, useRef } from "preact/hooks";
import { type Entity, keyText } from "../../api/edm.ts";
import { Icon } from "../../components/icon.tsx";
import { useVirtualRows } from "../../components/virtual_rows.ts";
import { type CellPosition, type GridMove, moveFor, moved } from "./grid_keys.ts";
import { GridHead } from "./grid_head.tsx";
import { GridRow } from "./grid_row.tsx";
import type { Column } from "./columns.ts";
import type { Order } from "./sorting.ts";

export const rowHeight = 28;
const headHeight = 32;
export const checkWidth = 36;

export interface GridRows {
  readonly length: number;
  readonly rowAt: (index: number) => Entity | undefined; // undefined: not in memory at the moment
}

export interface GridProps {
  readonly table: string;
  readonly rows: GridRows;
  readonly columns: readonly Column[];
  readonly order: Order | undefined;
  readonly onSort: (column: string) => void;
  readonly active: CellPosition;
  readonly onActive: (position: CellPosition) => void;
  readonly selected: ReadonlySet<string>; // by keyText()
  readonly onSelect: (index: number, extend: boolean) => void;
  readonly onSelectAll: () => void;
  readonly leaving: ReadonlySet<string>; // rows that are about to be deleted
  readonly editing: boolean; // the active cell
  readonly onEdit: () => void;
  readonly onEdited: (text: string | undefined) => void; // undefined: given up
  readonly onOpen: (index: number) => void;
  readonly onCopy: () => void;
  readonly onVisible: (first: number, last: number) => void;
}

export function Grid(props: GridProps) {
  const { rows, columns, active } = props;
  const element = useRef<HTMLDivElement>(null);
  const visible = useVirtualRows(element, rows.length, rowHeight, headHeight);
  useEffect(() => props.onVisible(visible.first, visible.last), [visible.first, visible.last, rows.length]);
  useEffect(() => {
    visible.reveal(active.row);
    revealColumn(element.current, columns, active.column);
  }, [active.row, active.column]);
  useEffect(() => {
    if (!props.editing && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [props.editing]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (props.editing || event.target !== element.current) return;
    const move = moveFor(event);
    if (move) {
      event.preventDefault();
      go(move, event.shiftKey);
    } else if (act(event, props)) {
      event.preventDefault();
    }
  };
  const go = (move: GridMove, extend: boolean): void => {
    const next = moved(active, move, { rows: rows.length, columns: columns.length, page: visible.rowsPerScreen });
    if (extend && next.row !== active.row) props.onSelect(next.row, true);
    props.onActive(next);
  };

  const indexes = Array.from({ length: visible.last - visible.first }, (_, at) => visible.first + at);
  const template = [checkWidth, ...columns.map((column) => column.width)].map((width) => `${width}px`).join(" ");
  return (
    <div
      ref={element}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={`Rows of ${props.table}`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows.length > 0 ? `cell-${active.row}-${active.column}` : undefined}
      style={{ "--columns": template }}
      onKeyDown={onKeyDown}
    >
      <GridHead columns={columns} order={props.order} onSort={props.onSort} />
      <div class="grid-body" role="rowgroup" style={{ height: `${visible.height}px` }}>
        {indexes.map((index) => (
          <Row key={index} index={index} top={visible.top(index)} grid={props} />
        ))}
      </div>
    </div>
  );
}

function Row({ index, top, grid }: { readonly index: number; readonly top: number; readonly grid: GridProps }) {
  const entity = grid.rows.rowAt(index);
  if (!entity) {
    return (
      <div class="grid-row grid-row-absent" role="row" aria-rowindex={index + 2} style={{ top: `${top}px` }}>
        <span role="gridcell">Loading…</span>
      </div>
    );
  }
  const key = keyText(entity);
  return (
    <GridRow
      index={index}
      top={top}
      entity={entity}
      columns={grid.columns}
      activeColumn={grid.active.row === index ? grid.active.column : undefined}
      isSelected={grid.selected.has(key)}
      isLeaving={grid.leaving.has(key)}
      isEditing={grid.editing && grid.active.row === index}
      grid={grid}
    />
  );
}

// Keys that do something with the active cell. Returns false for all others.
function act(event: KeyboardEvent, props: GridProps): boolean {
  const withControl = event.ctrlKey || event.metaKey;
  if (withControl && event.key === "c") {
    if (getSelection()?.toString()) return false;
    props.onCopy();
  } else if (withControl && event.key === "a") props.onSelectAll();
  else if (withControl || event.altKey) return false;
  else if (event.key === " ") props.onSelect(props.active.row, event.shiftKey);
  else if (event.key === "Enter" || event.key === "F2") props.onEdit();
  else if (event.key === "o") props.onOpen(props.active.row);
  else return false;
  return true;
}

function revealColumn(scroller: HTMLElement | null, columns: readonly Column[], column: number): void {
  if (!scroller) return;
  const before = columns.slice(0, column).reduce((sum, each) => sum + each.width, checkWidth);
  const width = columns[column]?.width ?? 0;
  if (before - checkWidth < scroller.scrollLeft) scroller.scrollLeft = before - checkWidth;
  else if (before + width > scroller.scrollLeft + scroller.clientWidth) {
    scroller.scrollLeft = before + width - scroller.clientWidth;
  }
}

export function EmptyGrid({ filtered }: { readonly filtered: boolean }) {
  return (
    <div class="grid-empty">
      <Icon name="table" />
      <p>{filtered ? "No row matches the filter." : "The table is empty. Insert a row, or drop a file here."}</p>
    </div>
  );
}
