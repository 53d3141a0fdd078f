// The lines of a string-to-sign, and what each of them is.
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key

export interface SignedLine {
  readonly text: string;
  readonly meaning: string; // empty: not known
}

const meanings: ReadonlyMap<number, readonly string[]> = new Map([
  [2, ["date", "resource"]], // Shared Key Lite
  [5, ["method", "Content-MD5", "Content-Type", "date", "resource"]], // Shared Key
]);

export function signedLines(text: string): SignedLine[] {
  const lines = text.split("\n");
  const names = meanings.get(lines.length);
  return lines.map((line, index) => ({ text: line, meaning: names?.[index] ?? "" }));
}
