import { useState } from "preact/hooks";
import { tables } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { KeyNeeded } from "../sign_in/key_needed.tsx";
import { checkTableName } from "./changed_tables.ts";

interface CreateTableProps {
  readonly onCreated: (name: string) => void;
  readonly onClose: () => void;
}

export function CreateTable({ onCreated, onClose }: CreateTableProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<Error>();
  const [isSending, setIsSending] = useState(false);
  const problem = checkTableName(name);
  const client = tables.value;
  const create = (event: Event): void => {
    event.preventDefault();
    if (!client || name === "" || problem !== undefined) return;
    setIsSending(true);
    setError(undefined);
    client
      .createTable(name)
      .then(() => onCreated(name), setError)
      .finally(() => setIsSending(false));
  };
  return (
    <Dialog title="Create a table" onClose={onClose}>
      {client ? (
        <form onSubmit={create}>
          <Field
            label="Name"
            value={name}
            onInput={setName}
            problem={problem}
            hint="Letters and digits, 3 to 63 of them. Upper and lower case are the same name."
            autofocus
          />
          {error && <ErrorNote title={`The table ${name} was not created.`} error={error} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" disabled={isSending || name === "" || problem !== undefined}>
              Create
            </Button>
          </DialogActions>
        </form>
      ) : (
        <KeyNeeded what="Creating a table" />
      )}
    </Dialog>
  );
}
