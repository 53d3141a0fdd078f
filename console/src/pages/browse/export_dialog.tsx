import { useState } from "preact/hooks";
import { countOf } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Progress } from "../../components/progress.tsx";
import { Code } from "../../components/text.tsx";
import { Exporter, saveFile } from "./exporter.ts";
import type { BrowseModel } from "./model.ts";
import type { FileFormat } from "./read_file.ts";

export function ExportDialog({ model, onClose }: { readonly model: BrowseModel; readonly onClose: () => void }) {
  const [format, setFormat] = useState<FileFormat>("json");
  const [exporter, setExporter] = useState<Exporter>();
  const filter = model.filter.value;
  const start = (event: Event): void => {
    event.preventDefault();
    const started = new Exporter(model.client, model.table, filter, format);
    setExporter(started);
    void started.run().then((file) => {
      if (file) saveFile(file, `${model.table}.${format === "csv" ? "csv" : "jsonl"}`);
    });
  };
  const close = (): void => {
    exporter?.stop();
    onClose();
  };
  return (
    <Dialog title={`Export ${model.table}`} onClose={close}>
      {exporter ? (
        <Running exporter={exporter} onClose={close} />
      ) : (
        <form onSubmit={start}>
          <p>
            {filter === "" ? (
              "All rows of the table."
            ) : (
              <>
                All rows that match <Code>{filter}</Code>.
              </>
            )}
          </p>
          <label class="field">
            Form
            <select value={format} onChange={(event) => setFormat(event.currentTarget.value as FileFormat)}>
              <option value="json">JSON lines, with all types</option>
              <option value="csv">CSV, with types in the first line</option>
            </select>
          </label>
          <p class="hint">
            <Code>rowhouse import</Code> and <Code>rowhoused --seed</Code> take JSON lines, the first CSV, too.
          </p>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" kind="primary">
              Export
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

function Running({ exporter, onClose }: { readonly exporter: Exporter; readonly onClose: () => void }) {
  const { step, rows, error } = exporter.progress.value;
  return (
    <div class="dialog-body">
      <Progress share={step === "running" ? Number.NaN : 1} label="Exported" />
      <p role="status">
        {step === "running" ? "Reading" : step === "done" ? "Exported" : "Ended early, nothing was saved"}:{" "}
        {countOf(rows, "row")}
      </p>
      {error && step === "failed" && <ErrorNote title="The rows could not all be read." error={error} />}
      <DialogActions>
        {step === "running" ? (
          <Button onClick={() => exporter.stop()}>Stop</Button>
        ) : (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
