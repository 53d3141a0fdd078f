// Choosing one of several, some of several, yes or no, and a moment.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { inputOfMoment, momentOfInput } from "../app/moments.ts";
import { timeZone } from "../app/preferences.ts";

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly hint?: ComponentChildren;
}

export function SelectField({ label, value, options, onChange, hint }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface CheckGroupProps {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void; // in the order of the options
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
}

export function CheckGroup({ legend, options, chosen, onChange, hint, problem }: CheckGroupProps) {
  const id = useId();
  const note = problem ?? hint;
  const toggle = (value: string, isChosen: boolean): void =>
    onChange(options.map((each) => each.value).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  return (
    <fieldset class="check-group" {...(note === undefined ? {} : { "aria-describedby": `${id}-hint` })}>
      <legend>{legend}</legend>
      <div class="checks">
        {options.map(({ value, label }) => (
          <Check key={value} label={label} checked={chosen.includes(value)} onChange={(on) => toggle(value, on)} />
        ))}
      </div>
      {note !== undefined && (
        <p id={`${id}-hint`} class={problem === undefined ? "hint" : "hint problem"}>
          {note}
        </p>
      )}
    </fieldset>
  );
}

interface MomentFieldProps {
  readonly label: string;
  readonly value: number | undefined; // milliseconds since 1970
  readonly onInput: (value: number | undefined) => void;
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
}

// A date and a time in the zone that the person has chosen for dates.
export function MomentField({ label, value, onInput, hint, problem }: MomentFieldProps) {
  const id = useId();
  const zone = timeZone.value;
  return (
    <div class="field">
      <label for={id}>
        {label}, {zone === "utc" ? "UTC" : "local time"}
      </label>
      <input
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value === undefined ? "" : inputOfMoment(value, zone)}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onInput(momentOfInput(event.currentTarget.value, zone))}
      />
      <p id={`${id}-hint`} class={problem === undefined ? "hint" : "hint problem"}>
        {problem ?? hint}
      </p>
    </div>
  );
}
