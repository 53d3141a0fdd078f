// Loading what a page shows: what is there, what went wrong, and again.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isAbort } from "../api/errors.ts";

export interface Loaded<T> {
  readonly value: T | undefined; // stays while it is loaded again
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

// Calls `load` when the component is shown, when one of `inputs` changes, and every `refreshMilliseconds` while the
// page is visible. A call that is overtaken is aborted.
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  refreshMilliseconds?: number,
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: Error }>({});
  const [isLoading, setIsLoading] = useState(true);
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const isFirst = useRef(true);

  useEffect(() => {
    if (!isFirst.current) setState({});
    isFirst.current = false;
  }, inputs);
  useEffect(() => {
    const abort = new AbortController();
    setIsLoading(true);
    latest
      .current(abort.signal)
      .then(
        (value) => setState({ value }),
        (error: unknown) => {
          if (isAbort(error)) return;
          setState((before) => ({ ...before, error: error instanceof Error ? error : new Error(String(error)) }));
        },
      )
      .finally(() => {
        if (!abort.signal.aborted) setIsLoading(false);
      });
    return () => abort.abort();
  }, [...inputs, round]);
  useEffect(() => {
    if (refreshMilliseconds === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setRound((before) => before + 1);
    }, refreshMilliseconds);
    return () => clearInterval(timer);
  }, [refreshMilliseconds]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { value: state.value, error: state.error, isLoading, reload };
}
