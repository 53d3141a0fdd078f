import { useState } from "preact/hooks";
import type { ServiceProperties } from "../../api/service_properties.ts";
import { useSending } from "../../app/sending.ts";
import { Button } from "../../components/button.tsx";
import { Check, CheckGroup } from "../../components/choices.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { tellFailure } from "../../components/toasts.tsx";
import { type Recording, type RecordingPart, checkDays, loggingOf, metricsOf, partForms, recordingOf } from "./recording.ts";
import type { SavePart } from "./service_section.tsx";
import { ChangedMeanwhile } from "./write_unless_changed.ts";

interface RecordingFormProps {
  readonly part: RecordingPart;
  readonly properties: ServiceProperties;
  readonly save: SavePart;
}

// The form is then shown anew with what the server has, so its own note would be gone.
function tellIfChangedMeanwhile(error: unknown): void {
  if (!(error instanceof ChangedMeanwhile)) throw error;
  tellFailure("The settings were not saved.", error);
}

export function RecordingForm({ part, properties, save }: RecordingFormProps) {
  const [recording, setRecording] = useState(() => recordingOf(properties, part));
  const { isSending, error, send } = useSending();
  const { title, options } = partForms[part];
  const problem = checkDays(recording);
  const next = part === "logging" ? loggingOf(recording) : metricsOf(recording);
  const isChanged = JSON.stringify(next) !== JSON.stringify(properties[part]);
  const change = (fields: Partial<Recording>): void => setRecording({ ...recording, ...fields });
  const done = `Saved the settings of ${title.toLowerCase()}`;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isChanged || problem !== undefined) return;
    send(() => save(part, next, done).catch(tellIfChangedMeanwhile));
  };
  return (
    <form class="card" onSubmit={submit} aria-label={title}>
      <CheckGroup legend={title} options={options} chosen={recording.chosen} onChange={(chosen) => change({ chosen })} />
      <Check
        label="Kept for good"
        checked={recording.keepsForGood}
        onChange={(keepsForGood) => change({ keepsForGood })}
      />
      {!recording.keepsForGood && (
        <Field
          label="Kept for how many days"
          value={recording.days}
          onInput={(days) => change({ days: days.trim() })}
          problem={problem}
        />
      )}
      {error && <ErrorNote title={`The settings of ${title.toLowerCase()} were not saved.`} error={error} />}
      <Button type="submit" disabled={!isChanged || isSending || problem !== undefined}>
        Save {title.toLowerCase()}
      </Button>
    </form>
  );
}
