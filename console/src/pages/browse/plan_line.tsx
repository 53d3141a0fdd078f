// What the server would do with a filter, or why it refuses it.

import { roughCountOf } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { admin } from "../../app/session.ts";
import type { Plan } from "../../api/admin.ts";
import { Icon } from "../../components/icon.tsx";
import type { BrowseModel } from "./model.ts";
import { planInWords } from "./plan_words.ts";
import type { PlanState } from "./use_plan.ts";

interface PlanLineProps {
  readonly model: BrowseModel;
  readonly state: PlanState;
}

export function PlanLine({ model, state: { plan, problem } }: PlanLineProps) {
  return (
    <p class={problem ? "plan problem" : "plan"} role="status">
      {problem ? (
        <>
          <Icon name="warning" />
          <bdi>{problem.message}</bdi>
        </>
      ) : (
        plan && <PlanText model={model} plan={plan} />
      )}
    </p>
  );
}

function PlanText({ model, plan }: { readonly model: BrowseModel; readonly plan: Plan }) {
  const { account } = model.client;
  const list = useLoad((signal) => admin.value.tables(account, signal), [account, model.table]);
  const table = list.value?.tables.find((each) => each.table.toLowerCase() === model.table.toLowerCase());
  const rows = table?.rows === undefined ? "" : `${table.exact === false ? "about " : ""}${roughCountOf(table.rows, "row")}`;
  const words = planInWords(plan, rows);
  const isDear = words.isWholeTable && plan.then !== undefined && (table?.rows ?? 0) > 10_000;
  return (
    <span class={isDear ? "plan-dear" : undefined}>
      {isDear && <Icon name="warning" />} {words.text}
    </span>
  );
}
