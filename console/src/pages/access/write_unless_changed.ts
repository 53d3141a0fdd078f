// Settings are written as a whole, and the protocol has no condition for that: so what the server has is read again
// right before, and nothing is written if it is not what the person saw.

export class ChangedMeanwhile extends Error {}

interface Parts<T> {
  readonly what: string; // that was changed, with its place
  readonly seen: T;
  readonly read: () => Promise<T>;
  readonly write: () => Promise<void>;
}

// Throws ChangedMeanwhile.
export async function writeUnlessChanged<T>({ what, seen, read, write }: Parts<T>): Promise<void> {
  if (JSON.stringify(await read()) !== JSON.stringify(seen)) {
    throw new ChangedMeanwhile(
      `Somebody has changed ${what} since this page read them. Nothing was written. The page now shows what the server ` +
        "has: look at it, and save again.",
    );
  }
  await write();
}
