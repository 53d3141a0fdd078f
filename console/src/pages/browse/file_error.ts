// Where a file that is imported has a mistake.

export interface Place {
  readonly line: number; // both counted from 1
  readonly column?: number; // in UTF-16 units; undefined: the whole line
}

const placeText = ({ line, column = 1 }: Place): string => `Line ${line}${column > 1 ? `, column ${column}` : ""}`;

// The place of what is at `offset` in a text that begins at `begin`.
export function placeWithin(begin: Place, text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  const isSameLine = before.length === 1;
  return { line: begin.line + before.length - 1, column: isSameLine ? (begin.column ?? 1) + column - 1 : column };
}

// The file cannot be read on from here.
export class FileError extends Error {
  constructor(place: Place, reason: string) {
    super(`${placeText(place)}: ${reason}`);
    this.name = "FileError";
  }
}
