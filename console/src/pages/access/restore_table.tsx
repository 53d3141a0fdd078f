import { useState } from "preact/hooks";
import type { Backup } from "../../api/admin.ts";
import { momentText } from "../../app/moments.ts";
import { timeZone } from "../../app/preferences.ts";
import { useSending } from "../../app/sending.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { admin } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choices.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";
import { checkTableName } from "../tables/changed_tables.ts";
import { entitiesOf } from "./backup_names.ts";

interface RestoreTableProps {
  readonly account: string;
  readonly backup: Backup;
  readonly onDone: (what: string) => void;
  readonly onClose: () => void;
}

const nameMax = 63;
const proposedTable = (table: string): string => `${table.slice(0, nameMax - "Restored".length)}Restored`;

export function RestoreTable({ account, backup, onDone, onClose }: RestoreTableProps) {
  const [table, setTable] = useState(backup.tables[0] ?? "");
  const [as, setAs] = useState(proposedTable(table));
  const { isSending, error, send } = useSending();
  const problem = checkTableName(as);
  const isReady = as !== "" && problem === undefined;
  const choose = (name: string): void => {
    setTable(name);
    setAs(proposedTable(name));
  };
  const restore = (event: Event): void => {
    event.preventDefault();
    if (!isReady) return;
    send(async () => {
      const { entities } = await admin.value.restore(account, backup.name, table, as);
      onDone(`Restored ${table} as ${as}: ${entitiesOf(entities)}`);
    });
  };
  return (
    <Dialog title="Restore a table" onClose={onClose}>
      <form onSubmit={restore}>
        <p>
          From the backup{" "}
          <strong>
            <Data>{backup.name}</Data>
          </strong>{" "}
          of {momentText(millisecondsOf(backup.created), timeZone.value)}, with the entities' ETags and Timestamps. It
          makes a new table and touches no other.
        </p>
        <SelectField
          label="Table"
          value={table}
          options={backup.tables.map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
        <Field
          label="As"
          value={as}
          onInput={setAs}
          hint="A name that no table has: letters and digits, 3 to 63 of them."
          problem={problem}
          autofocus
        />
        {error && <ErrorNote title={`The table ${table} was not restored.`} error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isSending || !isReady}>
            Restore
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
