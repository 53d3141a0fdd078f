// The field for a value of a condition, as its type asks.

import { useRef } from "preact/hooks";
import type { EdmType } from "../../../api/edm.ts";
import { inputOfMoment, isoOfMoment, momentOfInput } from "../../../app/moments.ts";
import { timeZone } from "../../../app/preferences.ts";
import { Button } from "../../../components/button.tsx";

interface ValueInputProps {
  readonly type: EdmType;
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly hint: string; // the id of what describes it
  readonly onInput: (value: string) => void;
}

const placeholders: Readonly<Record<EdmType, string>> = {
  "Edm.String": "text",
  "Edm.Int32": "42",
  "Edm.Int64": "42",
  "Edm.Double": "1.5",
  "Edm.Boolean": "",
  "Edm.DateTime": "2026-01-31T12:00:00Z",
  "Edm.Guid": "c9da6455-213d-42c9-9a79-3e9149a57833",
  "Edm.Binary": "base64, as AP8=",
};

export function ValueInput(props: ValueInputProps) {
  const { type, label, value, isWrong, hint, onInput } = props;
  const common = { "aria-label": label, "aria-invalid": isWrong, "aria-describedby": hint, value };
  if (type === "Edm.Boolean") {
    return (
      <select {...common} onChange={(event) => onInput(event.currentTarget.value)}>
        {value !== "true" && value !== "false" && <option value={value}>{value}</option>}
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  const field = (
    <input
      {...common}
      class={type === "Edm.String" ? undefined : "mono"}
      dir={type === "Edm.String" ? "auto" : "ltr"}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      placeholder={placeholders[type]}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
  if (type !== "Edm.DateTime") return field;
  return (
    <span class="builder-moment">
      {field}
      <MomentPicker label={label} value={value} onInput={onInput} />
    </span>
  );
}

// Opens the browser's picker of a date and a time, in the zone that the person has chosen for dates.
function MomentPicker({ label, value, onInput }: Pick<ValueInputProps, "label" | "value" | "onInput">) {
  const picker = useRef<HTMLInputElement>(null);
  const zone = timeZone.value;
  const time = Date.parse(value);
  const zoneWords = zone === "utc" ? "UTC" : "local time";
  const take = (text: string): void => {
    const moment = momentOfInput(text, zone);
    if (moment !== undefined) onInput(isoOfMoment(moment));
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="clock"
        label={`Pick: ${label}, ${zoneWords}`}
        onClick={() => picker.current?.showPicker()}
      />
      <input
        ref={picker}
        class="builder-picker"
        type="datetime-local"
        max="9999-12-31T23:59"
        tabIndex={-1}
        aria-hidden="true"
        value={Number.isNaN(time) ? "" : inputOfMoment(time, zone)}
        onInput={(event) => take(event.currentTarget.value)}
      />
    </>
  );
}
