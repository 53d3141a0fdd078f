import { memo } from "preact/compat";
import type { Entity } from "../../api/edm.ts";
import { timeZone } from "../../app/preferences.ts";
import { Cell, classOf } from "./cell.tsx";
import { CellEditor } from "./cell_editor.tsx";
import { type Column, valueOf } from "./columns.ts";
import type { GridProps } from "./grid.tsx";

interface GridRowProps {
  readonly index: number;
  readonly top: number;
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly activeColumn: number | undefined; // undefined: another row is active
  readonly isSelected: boolean;
  readonly isLeaving: boolean;
  readonly isEditing: boolean;
  readonly grid: GridProps;
}

const compared = ["index", "top", "entity", "columns", "activeColumn", "isSelected", "isLeaving", "isEditing"] as const;

// `grid` changes with each rendering; its functions do the same in all of them for a row that has not changed, but for
// what they call with an index.
export const GridRow = memo(GridRowOf, (before, after) => compared.every((name) => before[name] === after[name]));

function GridRowOf(props: GridRowProps) {
  const { index, top, entity, columns, activeColumn, isSelected, isLeaving, isEditing, grid } = props;
  const classes = ["grid-row", isSelected && "selected", isLeaving && "leaving", index % 2 === 1 && "odd"];
  // Dates follow the zone although the row has not changed.
  void timeZone.value;
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ top: `${top}px` }}
    >
      <label class="grid-check" role="gridcell">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label="Select the row"
          onClick={(event) => grid.onSelect(index, event.shiftKey)}
        />
      </label>
      {columns.map((column, at) => {
        const value = valueOf(entity, column.name);
        const isActive = activeColumn === at;
        return (
          <div
            key={column.name}
            id={`cell-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 2}
            class={`cell ${classOf(value)}${isActive ? " active" : ""}`}
            onClick={() => grid.onActive({ row: index, column: at })}
            onDblClick={() => grid.onEdit()}
          >
            {isActive && isEditing ? (
              <CellEditor value={value} type={value?.type ?? column.type} onDone={grid.onEdited} />
            ) : (
              <Cell value={value} />
            )}
          </div>
        );
      })}
    </div>
  );
}
