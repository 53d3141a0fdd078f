// Returns the table that is asked for, however it is spelled, or the first; empty: there are no tables.
export function chosenTable(tables: readonly string[], asked: string | undefined): string {
  const wanted = asked?.toLowerCase();
  return tables.find((name) => name.toLowerCase() === wanted) ?? tables[0] ?? "";
}
