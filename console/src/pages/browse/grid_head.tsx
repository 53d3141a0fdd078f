import { shortType } from "../../api/edm.ts";
import { Icon } from "../../components/icon.tsx";
import { type Column, isSystemColumn } from "./columns.ts";
import type { Order } from "./sorting.ts";

interface GridHeadProps {
  readonly columns: readonly Column[];
  readonly order: Order | undefined;
  readonly onSort: (column: string) => void;
}

export function GridHead({ columns, order, onSort }: GridHeadProps) {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-head-row" role="row" aria-rowindex={1}>
        <span role="columnheader" class="grid-check">
          <span class="offscreen">Selected</span>
        </span>
        {columns.map((column) => (
          <ColumnHead key={column.name} column={column} order={order} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

interface ColumnHeadProps {
  readonly column: Column;
  readonly order: Order | undefined;
  readonly onSort: (column: string) => void;
}

function ColumnHead({ column, order, onSort }: ColumnHeadProps) {
  const direction = order?.column === column.name ? (order.descending ? "descending" : "ascending") : "none";
  return (
    <div role="columnheader" aria-sort={direction}>
      <button type="button" tabIndex={-1} title={`Sort the loaded rows by ${column.name}`} onClick={() => onSort(column.name)}>
        <bdi dir="auto">{column.name}</bdi>
        {!isSystemColumn(column.name) && <small>{shortType(column.type)}</small>}
        {direction !== "none" && <Icon name={direction === "ascending" ? "up" : "down"} />}
      </button>
    </div>
  );
}
