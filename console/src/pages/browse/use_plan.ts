import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../../api/admin.ts";
import { ServiceError, isAbort, positionIn } from "../../api/errors.ts";
import { admin } from "../../app/session.ts";
import type { FilterProblem } from "./filter_editor.tsx";

export interface PlanState {
  readonly plan: Plan | undefined;
  readonly problem: FilterProblem | undefined; // why the filter is refused
}

const pauseMilliseconds = 250; // in typing, after which the server is asked

// What the server would do with the filter that is being written.
export function usePlan(account: string, table: string, filter: string): PlanState {
  const [state, setState] = useState<PlanState>({ plan: undefined, problem: undefined });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      admin.value.plan(account, table, filter, abort.signal).then(
        (plan) => setState({ plan, problem: undefined }),
        (error: unknown) => {
          if (isAbort(error)) return;
          const isFilter = error instanceof ServiceError && (error.status === 400 || error.status === 501);
          const problem = isFilter ? { message: error.message, position: positionIn(error) } : undefined;
          setState({ plan: undefined, problem });
        },
      );
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [account, table, filter]);
  return state;
}
