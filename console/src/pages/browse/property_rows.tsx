// The properties of a row in a form: a name, a type and a value each.

import { type EdmType, type EdmValue, checkValue, edmTypes, shortType, systemProperties } from "../../api/edm.ts";
import { Button } from "../../components/button.tsx";

export interface DraftProperty {
  readonly id: number;
  readonly name: string;
  readonly type: EdmType;
  readonly text: string;
  readonly isAbsent: boolean; // proposed, and not written until it has a value
}

export const draftOf = (properties: ReadonlyMap<string, EdmValue>): DraftProperty[] =>
  [...properties].map(([name, { type, text }], id) => ({ id, name, type, text, isAbsent: false }));

export function toProperties(drafts: readonly DraftProperty[]): Map<string, EdmValue> {
  const present = drafts.filter((draft) => !draft.isAbsent);
  return new Map(present.map(({ name, type, text }) => [name, { type, text }]));
}

function problemOf(draft: DraftProperty, drafts: readonly DraftProperty[]): string | undefined {
  if (draft.isAbsent) return undefined;
  if (draft.name === "") return "A property has a name.";
  if (systemProperties.includes(draft.name)) return `The service keeps the name ${draft.name} for itself.`;
  const isTwice = drafts.some((other) => other.id !== draft.id && !other.isAbsent && other.name === draft.name);
  return isTwice ? "Another property has this name." : checkValue(draft.type, draft.text);
}

// By id. Only those that have one.
export function problemsOf(drafts: readonly DraftProperty[]): Map<number, string> {
  const problems = new Map<number, string>();
  for (const draft of drafts) {
    const problem = problemOf(draft, drafts);
    if (problem !== undefined) problems.set(draft.id, problem);
  }
  return problems;
}

interface PropertyRowsProps {
  readonly properties: readonly DraftProperty[];
  readonly problems: ReadonlyMap<number, string>;
  readonly onChange: (properties: readonly DraftProperty[]) => void;
}

export function PropertyRows({ properties, problems, onChange }: PropertyRowsProps) {
  const replace = (draft: DraftProperty): void =>
    onChange(properties.map((each) => (each.id === draft.id ? draft : each)));
  const add = (): void => {
    const id = Math.max(-1, ...properties.map((each) => each.id)) + 1;
    onChange([...properties, { id, name: "", type: "Edm.String", text: "", isAbsent: false }]);
  };
  return (
    <fieldset class="property-rows">
      <legend>Properties</legend>
      {properties.map((draft) => (
        <PropertyRow
          key={draft.id}
          draft={draft}
          problem={problems.get(draft.id)}
          onChange={replace}
          onRemove={() => onChange(properties.filter((each) => each.id !== draft.id))}
        />
      ))}
      <Button icon="add" onClick={add}>
        Add a property
      </Button>
    </fieldset>
  );
}

interface PropertyRowProps {
  readonly draft: DraftProperty;
  readonly problem: string | undefined;
  readonly onChange: (draft: DraftProperty) => void;
  readonly onRemove: () => void;
}

function PropertyRow({ draft, problem, onChange, onRemove }: PropertyRowProps) {
  const name = draft.name === "" ? "the new property" : draft.name;
  return (
    <div class="property-row">
      <input
        aria-label="Name of the property"
        value={draft.name}
        dir="auto"
        spellcheck={false}
        placeholder="Name"
        onInput={(event) => onChange({ ...draft, name: event.currentTarget.value, isAbsent: false })}
      />
      <select
        aria-label={`Type of ${name}`}
        value={draft.type}
        onChange={(event) => onChange({ ...draft, type: event.currentTarget.value as EdmType })}
      >
        {edmTypes.map((type) => (
          <option key={type} value={type}>
            {shortType(type)}
          </option>
        ))}
      </select>
      <ValueField draft={draft} name={name} isWrong={problem !== undefined} onChange={onChange} />
      <Button kind="quiet" icon="trash" label={`Remove ${name}`} onClick={onRemove} />
      {problem !== undefined && <p class="hint problem">{problem}</p>}
    </div>
  );
}

interface ValueFieldProps {
  readonly draft: DraftProperty;
  readonly name: string;
  readonly isWrong: boolean;
  readonly onChange: (draft: DraftProperty) => void;
}

function ValueField({ draft, name, isWrong, onChange }: ValueFieldProps) {
  const common = {
    "aria-label": `Value of ${name}`,
    "aria-invalid": isWrong,
    value: draft.text,
    dir: "auto" as const,
    spellcheck: false,
    placeholder: draft.isAbsent ? "absent" : "",
  };
  const write = (text: string): void => onChange({ ...draft, text, isAbsent: false });
  if (draft.type === "Edm.Boolean") {
    return (
      <select {...common} value={draft.isAbsent ? "" : draft.text} onChange={(event) => write(event.currentTarget.value)}>
        <option value="" />
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (draft.type === "Edm.String" && (draft.text.includes("\n") || draft.text.length > 80)) {
    return <textarea {...common} rows={4} onInput={(event) => write(event.currentTarget.value)} />;
  }
  return <input {...common} onInput={(event) => write(event.currentTarget.value)} />;
}
