// Moving in the grid.

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridMove {
  readonly rows: number;
  readonly columns: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number; // rows on a screen
}

const far = Number.MAX_SAFE_INTEGER;
const screen = Infinity;

const moves: Readonly<Record<string, GridMove>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -screen, columns: 0 },
  PageDown: { rows: screen, columns: 0 },
  Home: { rows: 0, columns: -far },
  End: { rows: 0, columns: far },
};

// Undefined: the key moves nothing.
export function moveFor(event: KeyboardEvent): GridMove | undefined {
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "Home" || event.key === "ArrowUp") return { rows: -far, columns: 0 };
    if (event.key === "End" || event.key === "ArrowDown") return { rows: far, columns: 0 };
    return undefined;
  }
  return moves[event.key];
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

export function moved(from: CellPosition, move: GridMove, size: GridSize): CellPosition {
  const rows = Math.abs(move.rows) === screen ? Math.sign(move.rows) * size.page : move.rows;
  return { row: clamp(from.row + rows, size.rows), column: clamp(from.column + move.columns, size.columns) };
}
