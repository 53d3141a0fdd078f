// Names of backups, and words about them.

// Returns what is wrong with a name for a new backup; undefined if nothing is.
export function checkBackupName(name: string, taken: readonly string[]): string | undefined {
  if (name === "") return undefined;
  if (name.startsWith(".")) return "A backup's name does not begin with a dot.";
  if (!/^[A-Za-z0-9._-]*$/.test(name)) return "A backup's name has letters, digits, dots, dashes and underscores only.";
  if (name.length > 64) return "A backup's name has at most 64 characters.";
  return taken.includes(name) ? "There is a backup of this name already: choose another." : undefined;
}

// "2026-11-30", or with "-2" and so on behind it if that is taken.
export function proposedName(now: number, taken: readonly string[]): string {
  const day = new Date(now).toISOString().slice(0, 10);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? day : `${day}-${count}`;
    if (!taken.includes(name)) return name;
  }
}

// "1 entity", "1200 entities"
export const entitiesOf = (count: number): string => (count === 1 ? "1 entity" : `${count} entities`);
