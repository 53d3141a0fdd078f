import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "password";
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
  readonly autofocus?: boolean;
  readonly mono?: boolean;
  readonly placeholder?: string;
}

// A labelled line of text. A problem is tied to the field for those who do not see it.
export function Field(props: FieldProps) {
  const { label, value, onInput, type = "text", hint, problem, autofocus = false, mono = false, placeholder } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class={mono ? "mono" : undefined}
        type={type}
        value={value}
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={placeholder}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        {...(autofocus ? { "data-autofocus": true } : {})}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class={problem === undefined ? "hint" : "hint problem"}>
        {problem ?? hint}
      </p>
    </div>
  );
}
