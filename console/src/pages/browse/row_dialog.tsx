// A whole row: to be written anew, or over what is there, from a form or from JSON.

import { useState } from "preact/hooks";
import { type Entity, checkValue } from "../../api/edm.ts";
import { type EntityContent, parseEntity, printEntity } from "../../api/entity_json.ts";
import type { WriteMode } from "../../api/tables.ts";
import { formatDate } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Data } from "../../components/text.tsx";
import type { KnownProperty } from "./filter_language.ts";
import { type DraftProperty, PropertyRows, draftOf, problemsOf, toProperties } from "./property_rows.tsx";

interface RowDialogProps {
  readonly table: string;
  readonly entity: Entity | undefined; // undefined: a new row
  readonly known: readonly KnownProperty[]; // what other rows have
  readonly onSave: (content: EntityContent, mode: WriteMode) => Promise<void>;
  readonly onClose: () => void;
}

interface Draft {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly DraftProperty[];
}

function firstDraft({ entity, known }: RowDialogProps): Draft {
  if (entity) {
    return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, properties: draftOf(entity.properties) };
  }
  const properties = known.slice(0, 20).map(({ name, type }, id) => ({ id, name, type, text: "", isAbsent: true }));
  return { partitionKey: "", rowKey: "", properties };
}

const contentOf = (draft: Draft): EntityContent => ({ ...draft, properties: toProperties(draft.properties) });

// One member to a line.
const prettyJson = (draft: Draft): string =>
  printEntity(contentOf(draft))
    .replace(/^\{/, "{\n  ")
    .replace(/\}$/, "\n}")
    .replace(/("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[^,"}\s]+)),(?=")/g, "$1,\n  ");

// Throws Error with the reason if the text is no row.
function draftFromJson(text: string): Draft {
  const entity = parseEntity(text);
  for (const [name, { type, text: value }] of entity.properties) {
    const problem = checkValue(type, value);
    if (problem !== undefined) throw new Error(`${name}: ${problem}`);
  }
  return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, properties: draftOf(entity.properties) };
}

export function RowDialog(props: RowDialogProps) {
  const { table, entity, onSave, onClose } = props;
  const [draft, setDraft] = useState(() => firstDraft(props));
  const [json, setJson] = useState<string>(); // undefined: the form is shown
  const [mode, setMode] = useState<WriteMode>("replace");
  const [error, setError] = useState<Error>();
  const [isSending, setIsSending] = useState(false);
  const problems = problemsOf(draft.properties);

  const read = (): Draft | undefined => {
    if (json === undefined) return problems.size === 0 ? draft : undefined;
    try {
      const from = draftFromJson(json);
      return entity ? { ...from, partitionKey: entity.partitionKey, rowKey: entity.rowKey } : from;
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      return undefined;
    }
  };
  const toggleJson = (): void => {
    setError(undefined);
    if (json === undefined) return setJson(prettyJson(draft));
    const from = read();
    if (!from) return;
    setDraft(from);
    setJson(undefined);
  };
  const save = (event: Event): void => {
    event.preventDefault();
    const from = read();
    if (!from) return;
    setIsSending(true);
    setError(undefined);
    onSave(contentOf(from), mode)
      .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))))
      .finally(() => setIsSending(false));
  };
  return (
    <Dialog title={entity ? "Row" : `Insert a row into ${table}`} onClose={onClose} wide>
      <form onSubmit={save} class="row-form">
        {json === undefined ? (
          <>
            <Keys draft={draft} entity={entity} onChange={setDraft} />
            <PropertyRows
              properties={draft.properties}
              problems={problems}
              onChange={(properties) => setDraft({ ...draft, properties })}
            />
          </>
        ) : (
          <textarea
            class="json-editor mono"
            aria-label="The row as JSON"
            spellcheck={false}
            dir="ltr"
            rows={16}
            value={json}
            onInput={(event) => setJson(event.currentTarget.value)}
          />
        )}
        {error && <ErrorNote title="The row was not written." error={error} />}
        <DialogActions>
          <Button onClick={toggleJson} disabled={json === undefined && problems.size > 0}>
            {json === undefined ? "As JSON" : "As a form"}
          </Button>
          {entity && <ModeChoice mode={mode} onChange={setMode} />}
          <span class="spacer" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isSending || (json === undefined && problems.size > 0)}>
            {entity ? "Save" : "Insert"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface KeysProps {
  readonly draft: Draft;
  readonly entity: Entity | undefined;
  readonly onChange: (draft: Draft) => void;
}

// Keys of a row that exists never change.
function Keys({ draft, entity, onChange }: KeysProps) {
  if (!entity) {
    return (
      <div class="row-keys">
        <Field label="PartitionKey" value={draft.partitionKey} onInput={(partitionKey) => onChange({ ...draft, partitionKey })} autofocus />
        <Field label="RowKey" value={draft.rowKey} onInput={(rowKey) => onChange({ ...draft, rowKey })} />
      </div>
    );
  }
  return (
    <dl class="row-facts">
      <dt>PartitionKey</dt>
      <dd>
        <Data>{entity.partitionKey}</Data>
      </dd>
      <dt>RowKey</dt>
      <dd>
        <Data>{entity.rowKey}</Data>
      </dd>
      <dt>Timestamp</dt>
      <dd>{formatDate(entity.timestamp)}</dd>
    </dl>
  );
}

function ModeChoice({ mode, onChange }: { readonly mode: WriteMode; readonly onChange: (mode: WriteMode) => void }) {
  return (
    <label class="inline-field">
      Properties that are not here
      <select value={mode} onChange={(event) => onChange(event.currentTarget.value as WriteMode)}>
        <option value="replace">are removed (replace)</option>
        <option value="merge">stay (merge)</option>
      </select>
    </label>
  );
}
