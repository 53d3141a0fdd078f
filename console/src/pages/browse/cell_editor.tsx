import { useEffect, useRef, useState } from "preact/hooks";
import { type EdmType, type EdmValue, checkValue, shortType } from "../../api/edm.ts";

interface CellEditorProps {
  readonly value: EdmValue | undefined;
  readonly type: EdmType;
  readonly onDone: (text: string | undefined) => void; // undefined: given up
}

// Writes a value of one type in its cell. Enter saves, Escape gives up, leaving the field gives up, too.
export function CellEditor({ value, type, onDone }: CellEditorProps) {
  const [text, setText] = useState(value?.text ?? "");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") onDone(undefined);
    if (event.key !== "Enter" || event.isComposing) return;
    const found = checkValue(type, text);
    setProblem(found);
    if (found === undefined) onDone(text);
  };
  return (
    <span class="cell-editor">
      <input
        ref={input}
        value={text}
        dir="auto"
        spellcheck={false}
        aria-label={`New value, ${shortType(type)}`}
        aria-invalid={problem !== undefined}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => onDone(undefined)}
      />
      <small class={problem === undefined ? "" : "problem"} role={problem === undefined ? undefined : "alert"}>
        {problem ?? shortType(type)}
      </small>
    </span>
  );
}
