import { useState } from "preact/hooks";
import { countOf } from "../../app/format.ts";
import { tables } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";
import { KeyNeeded } from "../sign_in/key_needed.tsx";

interface DeleteTableProps {
  readonly table: string;
  readonly rows: number | undefined;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

// Wants the name typed: what is deleted does not come back.
export function DeleteTable({ table, rows, onDeleted, onClose }: DeleteTableProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<Error>();
  const [isSending, setIsSending] = useState(false);
  const client = tables.value;
  const remove = (event: Event): void => {
    event.preventDefault();
    if (!client || typed !== table) return;
    setIsSending(true);
    setError(undefined);
    client
      .deleteTable(table)
      .then(onDeleted, setError)
      .finally(() => setIsSending(false));
  };
  return (
    <Dialog title="Delete a table" onClose={onClose}>
      {client ? (
        <form onSubmit={remove}>
          <p>
            <strong>
              <Data>{table}</Data>
            </strong>
            {rows === undefined ? " and its rows are" : ` and its ${countOf(rows, "row")} are`} gone at once, and only
            a backup has them then.
          </p>
          <Field label={`Type ${table} to confirm`} value={typed} onInput={setTyped} autofocus />
          {error && <ErrorNote title={`The table ${table} was not deleted.`} error={error} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="danger" disabled={isSending || typed !== table}>
              Delete table
            </Button>
          </DialogActions>
        </form>
      ) : (
        <KeyNeeded what="Deleting a table" />
      )}
    </Dialog>
  );
}
