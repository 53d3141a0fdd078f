// The service properties of the account. Each part is written by itself; what is not sent stays as it is.

import type { ServiceProperties } from "../../api/service_properties.ts";
import type { TablesClient } from "../../api/tables.ts";
import { useLoad } from "../../app/load.ts";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { tell } from "../../components/toasts.tsx";
import { CorsRules } from "./cors_rules.tsx";
import { recordingParts } from "./recording.ts";
import { RecordingForm } from "./recording_form.tsx";
import { writeUnlessChanged } from "./write_unless_changed.ts";

// Writes one part of the properties, if the server still has what is shown.
export type SavePart = <Part extends keyof ServiceProperties>(
  part: Part,
  next: ServiceProperties[Part],
  done: string,
) => Promise<void>;

const partNames: Readonly<Record<keyof ServiceProperties, string>> = {
  logging: "the logging settings",
  hourMetrics: "the hour metrics settings",
  minuteMetrics: "the minute metrics settings",
  cors: "the CORS rules",
};

export function ServiceSection({ client }: { readonly client: TablesClient }) {
  const { value: properties, error, reload } = useLoad((signal) => client.properties(signal), []);
  if (!properties) {
    const title = `The service properties of ${client.account} could not be read.`;
    return error ? <ErrorNote title={title} error={error} onRetry={reload} /> : <Loading what="the service properties" />;
  }
  const save: SavePart = async (part, next, done) => {
    await writeUnlessChanged({
      what: `${partNames[part]} of ${client.account}`,
      seen: properties[part],
      read: async () => (await client.properties())[part],
      write: () => client.setProperties({ [part]: next }),
    }).finally(reload);
    tell(done);
  };
  return (
    <div class="access-body">
      <CorsRules rules={properties.cors} save={save} />
      <section class="recording">
        <h2>Logging and metrics</h2>
        <p class="faint">
          Rowhouse keeps these settings and gives them back, for programs that set them in the cloud. Nothing is logged
          or measured by them: the pages Requests and Server show what the server does.
        </p>
        <div class="recording-forms">
          {recordingParts.map((part) => (
            // Shown anew, without what was chosen, when the server has something else.
            <RecordingForm key={part + JSON.stringify(properties[part])} part={part} {...{ properties, save }} />
          ))}
        </div>
      </section>
    </div>
  );
}
