import { useState } from "preact/hooks";
import type { AccessPolicy } from "../../api/access_policies.ts";
import { isoOfMoment } from "../../app/moments.ts";
import { useSending } from "../../app/sending.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { Button } from "../../components/button.tsx";
import { CheckGroup, MomentField } from "../../components/choices.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { tableLetters } from "./permissions.ts";
import { checkPolicy, newPolicy, withPolicy } from "./policy_draft.ts";

interface PolicyDialogProps {
  readonly policies: readonly AccessPolicy[]; // as the server has them
  readonly before: AccessPolicy | undefined; // the one to change; undefined: a new one
  readonly onSave: (policies: readonly AccessPolicy[], done: string) => Promise<void>;
  readonly onClose: () => void;
}

const leftOpen = "Empty: left to the signatures.";
const momentOf = (text: string): number | undefined => (text === "" ? undefined : millisecondsOf(text));
const textOf = (time: number | undefined): string => (time === undefined ? "" : isoOfMoment(time));

export function PolicyDialog({ policies, before, onSave, onClose }: PolicyDialogProps) {
  const [policy, setPolicy] = useState(before ?? newPolicy);
  const { isSending, error, send } = useSending();
  const beforeId = before?.id ?? "";
  const problems = checkPolicy(policies, beforeId, policy);
  const isSound = problems.id === undefined && problems.expiry === undefined && problems.count === undefined;
  const change = (fields: Partial<AccessPolicy>): void => setPolicy({ ...policy, ...fields });
  const save = (event: Event): void => {
    event.preventDefault();
    if (isSound) send(() => onSave(withPolicy(policies, beforeId, policy), `Saved the access policy ${policy.id}`));
  };
  const isRenamed = before !== undefined && policy.id !== before.id;
  return (
    <Dialog title={before ? "Change an access policy" : "Add an access policy"} onClose={onClose}>
      <form onSubmit={save}>
        <Field
          label="Name"
          value={policy.id}
          onInput={(id) => change({ id })}
          hint={
            isRenamed
              ? "Signatures that name it by its old name are refused then."
              : "Signatures have it in them, for all to read."
          }
          problem={policy.id === "" ? undefined : problems.id}
          autofocus
        />
        <CheckGroup
          legend="It allows, with entities"
          options={tableLetters}
          chosen={[...policy.permissions]}
          onChange={(letters) => change({ permissions: letters.join("") })}
          hint="None: left to the signatures."
        />
        <div class="field-pair">
          <MomentField
            label="Start"
            value={momentOf(policy.start)}
            onInput={(time) => change({ start: textOf(time) })}
            hint={leftOpen}
          />
          <MomentField
            label="Expiry"
            value={momentOf(policy.expiry)}
            onInput={(time) => change({ expiry: textOf(time) })}
            hint={leftOpen}
            problem={problems.expiry}
          />
        </div>
        <p class="hint">
          A signature that has a field which its policy has, too, is refused: what is set here must not be in it.
        </p>
        {problems.count !== undefined && <p class="problem">{problems.count}</p>}
        {error && <ErrorNote title="The access policy was not saved." error={error} />}
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
