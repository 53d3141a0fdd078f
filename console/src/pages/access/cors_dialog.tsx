import { useState } from "preact/hooks";
import type { CorsRule } from "../../api/service_properties.ts";
import { useSending } from "../../app/sending.ts";
import { Button } from "../../components/button.tsx";
import { CheckGroup } from "../../components/choices.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Sentence } from "../../components/text.tsx";
import { type RuleDraft, checkRule, draftOf, methods, newRule, ruleOf, ruleWords } from "./cors_draft.ts";

interface CorsDialogProps {
  readonly before: CorsRule | undefined; // the rule to change; undefined: a new one
  readonly others: readonly CorsRule[];
  readonly onSave: (rule: CorsRule) => Promise<void>;
  readonly onClose: () => void;
}

const methodOptions = methods.map((method) => ({ value: method, label: method }));
const headerHint = 
  "Names between commas; x-ms-* for a beginning, * for any; at most two with *. Empty: those that CORS safelists.";

export function CorsDialog({ before, others, onSave, onClose }: CorsDialogProps) {
  const [draft, setDraft] = useState(before ? draftOf(before) : newRule);
  const { isSending, error, send } = useSending();
  const problems = checkRule(draft, others);
  const isSound = Object.values(problems).every((problem) => problem === undefined);
  const change = (fields: Partial<RuleDraft>): void => setDraft({ ...draft, ...fields });
  const save = (event: Event): void => {
    event.preventDefault();
    if (isSound) send(() => onSave(ruleOf(draft)));
  };
  const text = (name: "allowedHeaders" | "exposedHeaders" | "maxAge", label: string, hint: string) => (
    <Field
      label={label}
      value={draft[name]}
      onInput={(value) => change({ [name]: value })}
      hint={hint}
      problem={problems[name]}
      mono
    />
  );
  return (
    <Dialog title={before ? "Change a CORS rule" : "Add a CORS rule"} onClose={onClose} wide>
      <form onSubmit={save}>
        <Field
          label="Origins"
          value={draft.origins}
          onInput={(origins) => change({ origins })}
          hint="Between commas, such as https://app.example, http://localhost:3000; * for any."
          problem={draft.origins === "" ? undefined : problems.origins}
          autofocus
          mono
        />
        <CheckGroup
          legend="Methods"
          options={methodOptions}
          chosen={draft.methods}
          onChange={(chosen) => change({ methods: chosen })}
          problem={problems.methods}
        />
        {text("allowedHeaders", "Headers that pages may send", headerHint)}
        {text("exposedHeaders", "Headers of answers that pages may read", headerHint)}
        {text("maxAge", "Seconds that browsers remember it for", "0: they ask before each call.")}
        {isSound && (
          <p class="cors-words">
            <Sentence words={ruleWords(ruleOf(draft))} />
          </p>
        )}
        {problems.all !== undefined && <p class="problem">{problems.all}</p>}
        {error && <ErrorNote title="The CORS rule was not saved." error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isSending || !isSound}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
