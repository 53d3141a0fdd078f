import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { type EdmType, edmTypes, shortType } from "../../../api/edm.ts";
import { Button } from "../../../components/button.tsx";
import type { KnownProperty } from "../filter_language.ts";
import { leave } from "./focus.ts";
import {
  type Comparison,
  type Condition,
  adviceOn,
  comparisonWords,
  comparisonsOf,
  hasValue,
  isSystem,
  problemOf,
  settled,
  withProperty,
} from "./draft.ts";
import { ValueInput } from "./value_input.tsx";

interface ConditionRowProps {
  readonly condition: Condition;
  readonly known: readonly KnownProperty[];
  readonly names: string; // the id of a <datalist> with their names
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

export function ConditionRow({ condition, known, names, onChange, onRemove }: ConditionRowProps) {
  const hint = useId();
  const property = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (condition.property === "") property.current?.focus(); // it has just been added
  }, []);
  const problem = problemOf(condition);
  const isWrong = (field: string): boolean => problem?.field === field && !problem.isGap;
  const name = condition.property === "" ? "the new condition" : condition.property;
  return (
    <li class="builder-row">
      <input
        ref={property}
        class="builder-property"
        data-autofocus
        aria-label="Property"
        aria-invalid={isWrong("property")}
        aria-describedby={hint}
        list={names}
        value={condition.property}
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="Property"
        onInput={(event) => onChange(withProperty(condition, event.currentTarget.value, known))}
      />
      <TypeChoice condition={condition} name={name} onChange={onChange} />
      <ComparisonChoice condition={condition} name={name} onChange={onChange} />
      <Values condition={condition} name={name} isWrong={isWrong} hint={hint} onChange={onChange} />
      <Button kind="quiet" icon="trash" label={`Remove ${name}`} onClick={(event) => leave(event.currentTarget, onRemove)} />
      <p id={hint} class={problem && !problem.isGap ? "hint problem" : "hint"}>
        {problem?.message ?? adviceOn(condition, known)}
      </p>
    </li>
  );
}

interface PartProps {
  readonly condition: Condition;
  readonly name: string;
  readonly onChange: (condition: Condition) => void;
}

function ComparisonChoice({ condition, name, onChange }: PartProps) {
  return (
    <select
      aria-label={`Comparison of ${name}`}
      value={condition.comparison}
      onChange={(event) => onChange({ ...condition, comparison: event.currentTarget.value as Comparison })}
    >
      {comparisonsOf(condition).map((each) => (
        <option key={each} value={each}>
          {comparisonWords(each, condition.type)}
        </option>
      ))}
    </select>
  );
}

// The types of the keys and the Timestamp are the service's.
function TypeChoice({ condition, name, onChange }: PartProps) {
  return (
    <select
      aria-label={`Type of ${name}`}
      value={condition.type}
      disabled={isSystem(condition.property) || !hasValue(condition)}
      onChange={(event) => onChange(settled({ ...condition, type: event.currentTarget.value as EdmType }))}
    >
      {edmTypes.map((type) => (
        <option key={type} value={type}>
          {shortType(type)}
        </option>
      ))}
    </select>
  );
}

interface ValuesProps extends PartProps {
  readonly isWrong: (field: string) => boolean;
  readonly hint: string;
}

function Values({ condition, name, isWrong, hint, onChange }: ValuesProps) {
  if (!hasValue(condition)) return <span class="builder-values" />;
  const isRange = condition.comparison === "between";
  const { type } = condition;
  return (
    <span class="builder-values">
      <ValueInput
        type={type}
        label={isRange ? `Least value of ${name}` : `Value of ${name}`}
        value={condition.text}
        isWrong={isWrong("text")}
        hint={hint}
        onInput={(text) => onChange({ ...condition, text })}
      />
      {isRange && (
        <>
          <span class="faint">and</span>
          <ValueInput
            type={type}
            label={`Greatest value of ${name}`}
            value={condition.upper}
            isWrong={isWrong("upper")}
            hint={hint}
            onInput={(upper) => onChange({ ...condition, upper })}
          />
        </>
      )}
    </span>
  );
}
