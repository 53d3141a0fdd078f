// What lies over the cells: findings, the cell that is looked at, and the part that is being chosen.

import { cellsIn, type Cell, type Mark } from "./marks.ts";
import type { View } from "./view.ts";

export interface Corners {
  readonly from: Cell;
  readonly to: Cell;
}

// A rectangle of cells in percent of the map.
function place(view: View, from: Cell, to: Cell): Record<string, string> {
  const columns = view.columnEnd - view.column;
  const ranges = view.rangeEnd - view.range;
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column) + 1];
  const [low, high] = [Math.min(from.range, to.range), Math.max(from.range, to.range) + 1];
  return {
    left: `${((left - view.column) / columns) * 100}%`,
    width: `${((right - left) / columns) * 100}%`,
    top: `${((view.rangeEnd - high) / ranges) * 100}%`,
    height: `${((high - low) / ranges) * 100}%`,
  };
}

export const CellFrame = ({ view, cell }: { readonly view: View; readonly cell: Cell }) => (
  <div class="heat-cell" style={place(view, cell, cell)} />
);

export const Choice = ({ view, corners }: { readonly view: View; readonly corners: Corners }) => (
  <div class="heat-choice" style={place(view, corners.from, corners.to)} />
);

interface MarksProps {
  readonly marks: readonly Mark[];
  readonly view: View;
  readonly onChosen: (number: number) => void;
}

export function Marks({ marks, view, onChosen }: MarksProps) {
  return (
    <>
      {marks.map((mark) =>
        mark.shape.kind === "band" ? (
          <Band key={mark.number} mark={mark} band={mark.shape} view={view} onChosen={onChosen} />
        ) : (
          <Trace key={mark.number} mark={mark} trace={mark.shape} view={view} onChosen={onChosen} />
        ),
      )}
    </>
  );
}

type Shape<Kind> = Extract<Mark["shape"], { kind: Kind }>;

interface MarkProps {
  readonly mark: Mark;
  readonly view: View;
  readonly onChosen: (number: number) => void;
}

function Band({ mark, band, view, onChosen }: MarkProps & { readonly band: Shape<"band"> }) {
  const range = Math.max(band.range, view.range);
  const rangeEnd = Math.min(band.rangeEnd, view.rangeEnd);
  if (range >= rangeEnd) return null;
  const area = place(view, { column: view.column, range }, { column: view.columnEnd - 1, range: rangeEnd - 1 });
  return (
    <div class={`heat-band heat-mark-${mark.severity}`} style={area}>
      <Badge mark={mark} onChosen={onChosen} />
    </div>
  );
}

function Trace({ mark, trace, view, onChosen }: MarkProps & { readonly trace: Shape<"trace"> }) {
  const cells = cellsIn(trace.cells, view);
  const last = cells.at(-1);
  if (!last) return null;
  const columns = view.columnEnd - view.column;
  const ranges = view.rangeEnd - view.range;
  const side = (last.column - view.column) / columns < 0.2 ? "heat-end-early" : "heat-end-late";
  const points = cells.map(({ column, range }) => `${column - view.column + 0.5},${view.rangeEnd - range - 0.5}`);
  return (
    <>
      <svg
        class={`heat-trace heat-trace-${trace.rises ? "rises" : "falls"}`}
        viewBox={`0 0 ${columns} ${ranges}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={points.join(" ")} />
      </svg>
      <div
        class={`heat-end heat-end-${trace.rises ? "rises" : "falls"} ${side} heat-mark-${mark.severity}`}
        style={place(view, last, last)}
      >
        <Badge mark={mark} onChosen={onChosen} arrow={trace.rises ? "↑" : "↓"} />
      </div>
    </>
  );
}

interface BadgeProps {
  readonly mark: Mark;
  readonly arrow?: string;
  readonly onChosen: (number: number) => void;
}

function Badge({ mark, arrow = "", onChosen }: BadgeProps) {
  return (
    <button
      type="button"
      class="heat-badge"
      aria-label={`Finding ${mark.number}`}
      onPointerDown={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onClick={() => onChosen(mark.number)}
    >
      {mark.number}
      {arrow}
    </button>
  );
}
