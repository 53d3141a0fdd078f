// A filter put together from conditions, for people who do not write OData.

import { useId, useState } from "preact/hooks";
import { Button } from "../../../components/button.tsx";
import { CopyLine } from "../../../components/copy.tsx";
import { Dialog, DialogActions } from "../../../components/dialog.tsx";
import { Warning } from "../../../components/notes.tsx";
import type { BrowseModel } from "../model.ts";
import { PlanLine } from "../plan_line.tsx";
import { usePlan } from "../use_plan.ts";
import { ConditionList } from "./condition_list.tsx";
import { type FilterDraft, newCondition } from "./draft.ts";
import { NotForBuilder } from "./parse_filter.ts";
import { printFilter } from "./print_filter.ts";
import { readFilter } from "./read_filter.ts";

interface FilterBuilderProps {
  readonly model: BrowseModel;
  readonly text: string; // the filter in the editor
  readonly onRun: (filter: string) => void;
  readonly onEdit: () => void; // goes on in the editor
  readonly onClose: () => void;
}

type Reading = { readonly draft: FilterDraft } | { readonly reason: string };

const emptyDraft = (): FilterDraft => ({ join: "all", items: [newCondition()] });

function readOrRefuse(text: string): Reading {
  try {
    const draft = readFilter(text);
    return { draft: draft.items.length === 0 ? emptyDraft() : draft };
  } catch (error) {
    if (error instanceof NotForBuilder) return { reason: error.message };
    throw error;
  }
}

export function FilterBuilder({ model, text, onRun, onEdit, onClose }: FilterBuilderProps) {
  const [reading, setReading] = useState(() => readOrRefuse(text));
  const setDraft = (draft: FilterDraft): void => setReading({ draft });
  return (
    <Dialog title="Build a filter" onClose={onClose} wide>
      {"draft" in reading ? (
        <BuilderForm model={model} draft={reading.draft} onChange={setDraft} onRun={onRun} onClose={onClose} />
      ) : (
        <TooComplex text={text} reason={reading.reason} onEdit={onEdit} onAnew={() => setDraft(emptyDraft())} />
      )}
    </Dialog>
  );
}

interface BuilderFormProps {
  readonly model: BrowseModel;
  readonly draft: FilterDraft;
  readonly onChange: (draft: FilterDraft) => void;
  readonly onRun: (filter: string) => void;
  readonly onClose: () => void;
}

function BuilderForm({ model, draft, onChange, onRun, onClose }: BuilderFormProps) {
  const names = useId();
  const known = model.allColumns.value;
  const filter = printFilter(draft);
  const run = (event: Event): void => {
    event.preventDefault();
    if (filter !== undefined) onRun(filter);
  };
  return (
    <form onSubmit={run} class="builder-form">
      <datalist id={names}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ConditionList draft={draft} known={known} names={names} onChange={onChange} />
      <Result model={model} filter={filter} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={filter === undefined}>
          Run the filter
        </Button>
      </DialogActions>
    </form>
  );
}

interface ResultProps {
  readonly model: BrowseModel;
  readonly filter: string | undefined;
}

function Result({ model, filter }: ResultProps) {
  const state = usePlan(model.client.account, model.table, filter ?? "");
  return (
    <section class="builder-result" aria-label="The filter that this makes">
      {filter ? (
        <CopyLine text={filter} what="the filter" />
      ) : (
        <p class="hint">
          {filter === undefined
            ? "The filter is shown here when every condition is complete."
            : "Without a condition, every row matches."}
        </p>
      )}
      {filter !== undefined && <PlanLine model={model} state={state} />}
    </section>
  );
}

interface TooComplexProps {
  readonly text: string;
  readonly reason: string;
  readonly onEdit: () => void;
  readonly onAnew: () => void;
}

function TooComplex({ text, reason, onEdit, onAnew }: TooComplexProps) {
  return (
    <div class="dialog-body">
      <Warning>
        <strong>The filter is too complex for the builder.</strong>
        <p>
          It <bdi>{reason}</bdi> The editor takes all filters.
        </p>
      </Warning>
      <CopyLine text={text} what="the filter" />
      <p class="hint">
        If you start anew, this filter stays in the editor until you run another. Ctrl+Z there brings it back.
      </p>
      <DialogActions>
        <Button onClick={onAnew}>Start anew</Button>
        <Button kind="primary" onClick={onEdit} autofocus>
          Go on in the editor
        </Button>
      </DialogActions>
    </div>
  );
}
