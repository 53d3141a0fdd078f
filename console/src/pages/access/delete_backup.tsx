import { useState } from "preact/hooks";
import type { Backup } from "../../api/admin.ts";
import { countOf, formatBytes } from "../../app/format.ts";
import { useSending } from "../../app/sending.ts";
import { admin } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";

interface DeleteBackupProps {
  readonly account: string;
  readonly backup: Backup;
  readonly onDone: (what: string) => void;
  readonly onClose: () => void;
}

// Wants the name typed: what is deleted does not come back.
export function DeleteBackup({ account, backup, onDone, onClose }: DeleteBackupProps) {
  const { name, tables, bytes } = backup;
  const [typed, setTyped] = useState("");
  const { isSending, error, send } = useSending();
  const remove = (event: Event): void => {
    event.preventDefault();
    if (typed !== name) return;
    send(async () => {
      await admin.value.deleteBackup(account, name);
      onDone(`Deleted the backup ${name}`);
    });
  };
  return (
    <Dialog title="Delete a backup" onClose={onClose}>
      <form onSubmit={remove}>
        <p>
          <strong>
            <Data>{name}</Data>
          </strong>{" "}
          with its copies of {countOf(tables.length, "table")}, {formatBytes(bytes)}, is gone at once. The tables
          themselves stay as they are.
        </p>
        <Field label={`Type ${name} to confirm`} value={typed} onInput={setTyped} autofocus />
        {error && <ErrorNote title={`The backup ${name} was not deleted.`} error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" disabled={isSending || typed !== name}>
            Delete backup
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
