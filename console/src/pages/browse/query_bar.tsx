// The filter, what the server would do with it, and how much has come back.

import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { countOf, roughCountOf } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { admin } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Menu } from "../../components/menu.tsx";
import { FilterEditor, type FilterEditorHandle } from "./filter_editor.tsx";
import { readFilters } from "./filter_history.ts";
import type { BrowseModel } from "./model.ts";
import { planInWords } from "./plan_words.ts";
import { usePlan } from "./use_plan.ts";

interface QueryBarProps {
  readonly model: BrowseModel;
  readonly editor: RefObject<FilterEditorHandle>;
  readonly onRun: (filter: string) => void;
}

export function QueryBar({ model, editor, onRun }: QueryBarProps) {
  const [text, setText] = useState(model.filter.value); // that is being written
  const filter = model.filter.value;
  useEffect(() => editor.current?.write(filter), [filter]);
  const { account } = model.client;
  const { plan, problem } = usePlan(account, model.table, text);
  const run = (): void => onRun(text.trim());
  const history = readFilters(account, model.table);
  return (
    <div class="query-bar">
      <div class="query-line">
        <FilterEditor
          first={filter}
          problem={problem}
          properties={model.allColumns.value}
          onChange={setText}
          onRun={run}
          handle={editor}
        />
        <Button kind="primary" onClick={run}>
          Run
        </Button>
        {history.length > 0 && (
          <Menu
            label="Filters that were run before"
            icon="history"
            items={history.map((each) => ({
              label: each,
              run: () => {
                editor.current?.write(each);
                onRun(each);
              },
            }))}
          />
        )}
      </div>
      <p class={problem ? "plan problem" : "plan"} role="status">
        {problem ? (
          <>
            <Icon name="warning" />
            <bdi>{problem.message}</bdi>
          </>
        ) : (
          plan && <PlanLine model={model} plan={plan} />
        )}
      </p>
    </div>
  );
}

function PlanLine({ model, plan }: { readonly model: BrowseModel; readonly plan: Parameters<typeof planInWords>[0] }) {
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

// "2,000 rows, more follow · 14 ms"
export function RowCount({ model }: { readonly model: BrowseModel }) {
  const store = model.store.value;
  void store.version.value;
  const parts = [countOf(store.length, "row")];
  if (!store.isComplete && store.length > 0) parts[0] += store.isLoading ? ", loading more" : ", more follow";
  if (store.length === 0 && store.isLoading) parts[0] = store.emptyPages > 0 ? "No match so far, reading on" : "Loading";
  if (model.order.value) parts.push(`sorted within ${countOf(store.resident, "loaded row")}`);
  if (store.milliseconds !== undefined) parts.push(`${Math.max(1, Math.round(store.milliseconds))} ms`);
  return (
    <span class="row-count" role="status">
      {parts.join(" · ")}
      {model.order.value && !store.isComplete && (
        <Button kind="quiet" disabled={store.isLoading} onClick={() => void store.loadMore()}>
          Load more
        </Button>
      )}
    </span>
  );
}
