import { useState } from "preact/hooks";
import { countOf } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { useSending } from "../../app/sending.ts";
import { admin } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choices.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { checkBackupName, entitiesOf, proposedName } from "./backup_names.ts";

interface MakeBackupProps {
  readonly account: string;
  readonly taken: readonly string[]; // the names of the backups that there are
  readonly onDone: (what: string) => void;
  readonly onClose: () => void;
}

export function MakeBackup({ account, taken, onDone, onClose }: MakeBackupProps) {
  const [name, setName] = useState(() => proposedName(Date.now(), taken));
  const [table, setTable] = useState("");
  const tables = useLoad((signal) => admin.value.tables(account, signal), []);
  const { isSending, error, send } = useSending();
  const problem = checkBackupName(name, taken);
  const isReady = name !== "" && problem === undefined;
  const make = (event: Event): void => {
    event.preventDefault();
    if (!isReady) return;
    send(async () => {
      const copies = await admin.value.backUp(account, name, table === "" ? undefined : table);
      const entities = copies.reduce((sum, each) => sum + each.entities, 0);
      onDone(`Made the backup ${name}: ${countOf(copies.length, "table")}, ${entitiesOf(entities)}`);
    });
  };
  return (
    <Dialog title="Make a backup" onClose={onClose}>
      <form onSubmit={make}>
        <Field
          label="Name"
          value={name}
          onInput={setName}
          hint="Letters, digits, dots, dashes and underscores, at most 64."
          problem={problem}
          autofocus
        />
        <SelectField
          label="Of"
          value={table}
          options={[
            { value: "", label: "All tables" },
            ...(tables.value?.tables ?? []).map((each) => ({ value: each.table, label: each.table })),
          ]}
          onChange={setTable}
        />
        {isSending && <Loading what="everything into the backup" />}
        {error && <ErrorNote title={`The backup ${name} was not made.`} error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isSending || !isReady}>
            Make
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
