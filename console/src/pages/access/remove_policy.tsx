import type { AccessPolicy } from "../../api/access_policies.ts";
import { useSending } from "../../app/sending.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";

interface RemovePolicyProps {
  readonly table: string;
  readonly policies: readonly AccessPolicy[];
  readonly policy: AccessPolicy;
  readonly onSave: (policies: readonly AccessPolicy[], done: string) => Promise<void>;
  readonly onClose: () => void;
}

export function RemovePolicy({ table, policies, policy, onSave, onClose }: RemovePolicyProps) {
  const { isSending, error, send } = useSending();
  const others = policies.filter((each) => each.id !== policy.id);
  return (
    <Dialog title="Remove an access policy" onClose={onClose}>
      <div class="dialog-body">
        <p>
          Every signature that names{" "}
          <strong>
            <Data>{policy.id}</Data>
          </strong>{" "}
          of the table <Data>{table}</Data> is refused at once. A policy of the same name that is added later makes them
          work again, if they have not ended.
        </p>
        {error && <ErrorNote title="The access policy was not removed." error={error} />}
        <DialogActions>
          <Button autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="danger"
            disabled={isSending}
            onClick={() => send(() => onSave(others, `Removed the access policy ${policy.id}`))}
          >
            Remove
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
