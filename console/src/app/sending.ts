// Sending what changes something: whether it is under way, and why it failed.

import { useState } from "preact/hooks";

export interface Sending {
  readonly isSending: boolean;
  readonly error: Error | undefined;
  readonly send: (work: () => Promise<void>) => void; // does nothing while the one before is under way
}

export function useSending(): Sending {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<Error>();
  const send = (work: () => Promise<void>): void => {
    if (isSending) return;
    setIsSending(true);
    setError(undefined);
    work()
      .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))))
      .finally(() => setIsSending(false));
  };
  return { isSending, error, send };
}
