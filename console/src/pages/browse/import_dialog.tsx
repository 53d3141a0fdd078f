import { useState } from "preact/hooks";
import type { WriteMode } from "../../api/tables.ts";
import { countOf, formatBytes } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Progress } from "../../components/progress.tsx";
import { Code } from "../../components/text.tsx";
import { type ImportProgress, Importer } from "./importer.ts";
import type { BrowseModel } from "./model.ts";
import { type FileFormat, formatOf } from "./read_file.ts";

interface ImportDialogProps {
  readonly model: BrowseModel;
  readonly file: File | undefined; // that was dropped; undefined: one is chosen here
  readonly onClose: (written: number) => void;
}

export function ImportDialog({ model, file: dropped, onClose }: ImportDialogProps) {
  const [file, setFile] = useState(dropped);
  const [format, setFormat] = useState<FileFormat>(dropped ? formatOf(dropped.name) : "json");
  const [mode, setMode] = useState<WriteMode>("replace");
  const [importer, setImporter] = useState<Importer>();
  const choose = (chosen: File | undefined): void => {
    setFile(chosen);
    if (chosen) setFormat(formatOf(chosen.name));
  };
  const start = (event: Event): void => {
    event.preventDefault();
    if (!file) return;
    const started = new Importer(model.client, { file, format, table: model.table }, mode);
    setImporter(started);
    void started.run();
  };
  const close = (): void => {
    importer?.stop();
    onClose(importer?.progress.value.written ?? 0);
  };
  return (
    <Dialog title={`Import into ${model.table}`} onClose={close}>
      {importer ? (
        <Running importer={importer} progress={importer.progress.value} onClose={close} />
      ) : (
        <form onSubmit={start}>
          <label class="file-choice">
            <span>{file ? `${file.name}, ${formatBytes(file.size)}` : "Choose a file, or drop one on the grid"}</span>
            <input
              type="file"
              accept=".jsonl,.ndjson,.json,.csv,.txt"
              aria-label="File"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
          </label>
          <div class="field-pair">
            <label class="field">
              Form
              <select value={format} onChange={(event) => setFormat(event.currentTarget.value as FileFormat)}>
                <option value="json">JSON</option>
                <option value="csv">CSV</option>
              </select>
            </label>
            <label class="field">
              Rows that exist
              <select value={mode} onChange={(event) => setMode(event.currentTarget.value as WriteMode)}>
                <option value="replace">are replaced</option>
                <option value="merge">are merged</option>
              </select>
            </label>
          </div>
          <p class="hint">
            {format === "json" ? (
              <>
                Objects with <Code>PartitionKey</Code> and <Code>RowKey</Code>: a line each, as an export has them, an array,
                an answer of the service, or Azurite’s database, of which the table {model.table} is taken.
              </>
            ) : (
              <>
                The first line names the columns: <Code>PartitionKey,RowKey,Name,Age@Edm.Int32</Code>. A column without a
                type is text.
              </>
            )}
          </p>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" kind="primary" disabled={!file}>
              Import
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

const outcomes: Readonly<Record<ImportProgress["step"], string>> = {
  running: "Importing",
  done: "Imported",
  stopped: "Stopped",
  failed: "Ended early",
};

interface RunningProps {
  readonly importer: Importer;
  readonly progress: ImportProgress;
  readonly onClose: () => void;
}

function Running({ importer, progress, onClose }: RunningProps) {
  const { step, written, share, error } = progress;
  return (
    <div class="dialog-body">
      <Progress share={share} label="Read of the file" />
      <p role="status">
        {outcomes[step]}: {countOf(written, "row")} written
        {step === "stopped" && ", which stay"}
      </p>
      {error && (
        <ErrorNote
          title={`The file could not be imported to its end. ${countOf(written, "row")} written, which importing it again replaces.`}
          error={error}
        />
      )}
      <DialogActions>
        {step === "running" ? (
          <Button onClick={() => importer.stop()}>Stop</Button>
        ) : (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
