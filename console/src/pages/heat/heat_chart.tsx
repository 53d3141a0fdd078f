// The map with its axes and sums. Pointing names a cell, dragging chooses a part to zoom into.

import { useRef, useState } from "preact/hooks";
import type { HeatMap, Show } from "./activity.ts";
import { KeyAxis, TimeAxis } from "./axes.tsx";
import { Cells } from "./cells.tsx";
import { ColumnSums, RangeSums } from "./margins.tsx";
import type { Cell, Mark } from "./marks.ts";
import { CellFrame, Choice, type Corners, Marks } from "./overlay.tsx";
import { Readout } from "./readout.tsx";
import { totals } from "./scale.ts";
import { useSize } from "./use_size.ts";
import { type View, closer, moved } from "./view.ts";

interface HeatChartProps {
  readonly map: HeatMap;
  readonly view: View;
  readonly show: Show;
  readonly max: number;
  readonly marks: readonly Mark[];
  readonly onZoom: (view: View) => void;
  readonly onMove: (view: View) => void; // shows another part of the same size
  readonly onOut: () => void;
  readonly onFinding: (number: number) => void;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

// Returns the cell in the view that is nearest to one; views change under it.
const within = (view: View, cell: Cell): Cell => ({
  column: clamp(cell.column, view.column, view.columnEnd - 1),
  range: clamp(cell.range, view.range, view.rangeEnd - 1),
});

function cellAt(event: PointerEvent, area: HTMLElement, view: View): Cell {
  const { left, top, width, height } = area.getBoundingClientRect();
  const x = (event.clientX - left) / width;
  const y = 1 - (event.clientY - top) / height;
  return within(view, {
    column: view.column + Math.floor(x * (view.columnEnd - view.column)),
    range: view.range + Math.floor(y * (view.rangeEnd - view.range)),
  });
}

function viewBetween({ from, to }: Corners): View {
  return {
    column: Math.min(from.column, to.column),
    columnEnd: Math.max(from.column, to.column) + 1,
    range: Math.min(from.range, to.range),
    rangeEnd: Math.max(from.range, to.range) + 1,
  };
}

const isOneCell = ({ from, to }: Corners): boolean => from.column === to.column && from.range === to.range;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 8],
  PageDown: [0, -8],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
};

export function HeatChart(props: HeatChartProps) {
  const { map, view, show, max, marks, onZoom, onMove, onOut, onFinding } = props;
  const area = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(area);
  const [cell, setCell] = useState<Cell>();
  const [byKeyboard, setByKeyboard] = useState(false);
  const [corners, setCorners] = useState<Corners>();
  const shown = cell && within(view, cell);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !area.current) return;
    const at = cellAt(event, area.current, view);
    area.current.setPointerCapture(event.pointerId);
    setCorners({ from: at, to: at });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!area.current) return;
    const at = cellAt(event, area.current, view);
    setByKeyboard(false);
    setCell(at);
    if (corners) setCorners({ ...corners, to: at });
  };
  const onPointerUp = (): void => {
    setCorners(undefined);
    if (corners && !isOneCell(corners)) onZoom(viewBetween(corners));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnBadge = event.target !== area.current && event.key !== "Escape";
    if (isOnBadge || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = shown ?? within(view, { column: view.columnEnd, range: view.rangeEnd });
    const step = steps[event.key];
    if (event.key === "Escape") {
      if (corners) setCorners(undefined);
      else onOut();
    } else if (event.key === "Enter" || event.key === "+") {
      onZoom(closer(view, at.column, at.range));
    } else if (event.key === "-") {
      onOut();
    } else if (step && event.shiftKey) {
      onMove(moved(view, map, step[0], step[1]));
    } else if (step) {
      setByKeyboard(true);
      setCell(within(view, { column: at.column + step[0], range: at.range + step[1] }));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const sums = totals(map, view, show);
  return (
    <div class="heat-chart">
      <Readout map={map} cell={shown} byKeyboard={byKeyboard} />
      <div class="heat-top">
        <ColumnSums sums={sums.byColumn} label="Operations a second over time" />
      </div>
      <KeyAxis map={map} view={view} pixels={height} />
      <div
        ref={area}
        class="heat-area"
        tabIndex={0}
        role="application"
        aria-roledescription="heat map"
        aria-label="Operations by time and key range. Arrow keys move, Enter zooms in, Escape out."
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setCorners(undefined)}
        onPointerLeave={() => {
          if (!corners) setCell(undefined);
        }}
        onDblClick={onOut}
        onKeyDown={onKeyDown}
      >
        <Cells map={map} view={view} show={show} max={max} width={width} height={height} />
        <Marks marks={marks} view={view} onChosen={onFinding} />
        {shown && <CellFrame view={view} cell={shown} />}
        {corners && <Choice view={view} corners={corners} />}
      </div>
      <div class="heat-side">
        <RangeSums sums={sums.byRange} label="Operations a second by key range" />
      </div>
      <TimeAxis map={map} view={view} pixels={width} />
    </div>
  );
}
