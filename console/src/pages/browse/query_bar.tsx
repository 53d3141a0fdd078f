// The filter, what the server would do with it, and how much has come back.

import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { countOf } from "../../app/format.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { Button } from "../../components/button.tsx";
import { Menu } from "../../components/menu.tsx";
import { FilterBuilder } from "./filter_builder/filter_builder.tsx";
import { FilterEditor, type FilterEditorHandle } from "./filter_editor.tsx";
import { readFilters } from "./filter_history.ts";
import type { BrowseModel } from "./model.ts";
import { PlanLine } from "./plan_line.tsx";
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
  const plan = usePlan(account, model.table, text);
  const [isBuilding, setIsBuilding] = useState(false);
  const run = (): void => onRun(text.trim());
  const write = (filter: string): void => {
    editor.current?.write(filter);
    onRun(filter);
  };
  useShortcuts([{ keys: "b", about: "Build a filter from conditions", run: () => setIsBuilding(true) }]);
  const history = readFilters(account, model.table);
  return (
    <div class="query-bar">
      <div class="query-line">
        <FilterEditor
          first={filter}
          problem={plan.problem}
          properties={model.allColumns.value}
          onChange={setText}
          onRun={run}
          handle={editor}
        />
        <Button kind="primary" onClick={run}>
          Run
        </Button>
        <Button onClick={() => setIsBuilding(true)}>Build…</Button>
        {history.length > 0 && (
          <Menu
            label="Filters that were run before"
            icon="history"
            items={history.map((each) => ({ label: each, run: () => write(each) }))}
          />
        )}
      </div>
      <PlanLine model={model} state={plan} />
      {isBuilding && (
        <FilterBuilder
          model={model}
          text={text}
          onRun={(built) => {
            write(built);
            setIsBuilding(false);
          }}
          onEdit={() => {
            setIsBuilding(false);
            setTimeout(() => editor.current?.focus()); // after the dialog has given the focus back
          }}
          onClose={() => setIsBuilding(false)}
        />
      )}
    </div>
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
