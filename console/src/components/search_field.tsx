import type { RefObject } from "preact";
import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly inputRef: RefObject<HTMLInputElement>;
  readonly onInput: (value: string) => void;
  readonly onEnter?: () => void;
}

// Escape empties it, and leaves it when it is empty.
export function SearchField({ label, value, inputRef, onInput, onEnter }: SearchFieldProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") onEnter?.();
    if (event.key !== "Escape") return;
    if (value === "") inputRef.current?.blur();
    onInput("");
  };
  return (
    <label class="search">
      <Icon name="search" />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        dir="auto"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
