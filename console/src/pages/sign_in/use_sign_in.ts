import { useState } from "preact/hooks";

// Runs `signIn` and keeps what went wrong.
export function useSignIn(signIn: () => Promise<void>) {
  const [error, setError] = useState<Error>();
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    setError(undefined);
    signIn().catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))));
  };
  return { error, onSubmit };
}
