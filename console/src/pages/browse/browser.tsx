// The parts of the page together, with what is open over them.

import { useRef, useState } from "preact/hooks";
import { ServiceError } from "../../api/errors.ts";
import { type Entity, keyText } from "../../api/edm.ts";
import { setOptions } from "../../app/router.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { ActionBar } from "./action_bar.tsx";
import { ColumnsDialog } from "./columns_dialog.tsx";
import { ConflictDialog } from "./conflict_dialog.tsx";
import { Deletion, keysOf } from "./deletion.ts";
import { DeletionBar } from "./deletion_bar.tsx";
import { DropZone } from "./drop_zone.tsx";
import { ExportDialog } from "./export_dialog.tsx";
import type { FilterEditorHandle } from "./filter_editor.tsx";
import { rememberFilter } from "./filter_history.ts";
import { EmptyGrid, Grid } from "./grid.tsx";
import { ImportDialog } from "./import_dialog.tsx";
import type { BrowseModel } from "./model.ts";
import { QueryBar } from "./query_bar.tsx";
import { chosenRows, copyRows } from "./row_actions.ts";
import { RowDialog } from "./row_dialog.tsx";
import { useWriting } from "./use_writing.ts";

type Open =
  | { readonly what: "columns" | "insert" | "export" }
  | { readonly what: "row"; readonly entity: Entity }
  | { readonly what: "import"; readonly file: File | undefined };

export function Browser({ model }: { readonly model: BrowseModel }) {
  const editor = useRef<FilterEditorHandle>(null);
  const [open, setOpen] = useState<Open>();
  const [deletion, setDeletion] = useState<Deletion>();
  const writing = useWriting(model, () => setOpen(undefined));

  const run = (filter: string): void => {
    rememberFilter(model.client.account, model.table, filter);
    if (filter === model.filter.value) model.run(filter);
    else setOptions({ filter }, true);
  };
  const openRow = (index: number): void => {
    const entity = model.rows.value.rowAt(index);
    if (entity) setOpen({ what: "row", entity });
  };
  const remove = (): void => {
    const rows = chosenRows(model);
    const isBusy = deletion && deletion.state.value.step !== "ended";
    if (isBusy || rows.length === 0) return;
    setDeletion(startDeletion(model, rows));
  };
  useShortcuts([
    { keys: "/", about: "Write a filter", run: () => editor.current?.focus() },
    { keys: "i", about: "Insert a row", run: () => setOpen({ what: "insert" }) },
    { keys: "r", about: "Load the rows again", run: () => model.run(model.filter.value) },
    { keys: "Delete", about: "Delete the selected rows", run: remove },
    ...gridKeys,
  ]);
  return (
    <DropZone onFile={(file) => setOpen({ what: "import", file })}>
      <section class="browse">
        <h1 class="offscreen">Rows of {model.table}</h1>
        <QueryBar model={model} editor={editor} onRun={run} />
        <ActionBar
          model={model}
          onInsert={() => setOpen({ what: "insert" })}
          onOpen={() => openRow(model.active.value.row)}
          onDelete={remove}
          onColumns={() => setOpen({ what: "columns" })}
          onImport={() => setOpen({ what: "import", file: undefined })}
          onExport={() => setOpen({ what: "export" })}
        />
        <Rows model={model} onOpen={openRow} onEdited={writing.saveCell} />
        {deletion && <DeletionBar deletion={deletion} onClose={() => setDeletion(undefined)} />}
      </section>
      {open?.what === "columns" && <ColumnsDialog model={model} onClose={() => setOpen(undefined)} />}
      {open?.what === "export" && <ExportDialog model={model} onClose={() => setOpen(undefined)} />}
      {open?.what === "import" && (
        <ImportDialog
          model={model}
          file={open.file}
          onClose={(written) => {
            setOpen(undefined);
            if (written > 0) model.run(model.filter.value);
          }}
        />
      )}
      {(open?.what === "insert" || open?.what === "row") && (
        <RowDialog
          table={model.table}
          entity={open.what === "row" ? open.entity : undefined}
          known={model.allColumns.value.filter((column) => !["PartitionKey", "RowKey", "Timestamp"].includes(column.name))}
          onSave={(content, mode) =>
            open.what === "row" ? writing.saveRow(open.entity, content, mode) : writing.insert(content)
          }
          onClose={() => setOpen(undefined)}
        />
      )}
      {writing.conflict && (
        <ConflictDialog
          conflict={writing.conflict}
          onKeepTheirs={writing.keepTheirs}
          onWriteYours={() => void writing.writeYours()}
        />
      )}
    </DropZone>
  );
}

const nothing = (): void => {};

// The grid acts on these itself; here they are for the help.
const gridKeys = [
  { keys: "Enter", about: "Change the cell, or open the row", run: nothing },
  { keys: "o", about: "Open the row", run: nothing },
  { keys: "Space", about: "Select the row; with Shift up to it", run: nothing },
  { keys: "Ctrl+C", about: "Copy the cell, or the selected rows as JSON lines", run: nothing },
];

function startDeletion(model: BrowseModel, rows: readonly Entity[]): Deletion {
  model.leaving.value = keysOf(rows);
  model.selected.value = new Map();
  const deletion = new Deletion(model.client, model.table, rows, (gone) => model.store.peek().remove(keysOf(gone)));
  const stop = deletion.state.subscribe((state) => {
    if (state.step !== "ended") return;
    model.leaving.value = new Set();
    queueMicrotask(() => stop());
  });
  return deletion;
}

interface RowsProps {
  readonly model: BrowseModel;
  readonly onOpen: (index: number) => void;
  readonly onEdited: (text: string | undefined) => void;
}

function Rows({ model, onOpen, onEdited }: RowsProps) {
  const store = model.store.value;
  void store.version.value;
  if (store.error && store.length === 0) {
    // The filter's own line says what is wrong with it.
    const isFilter = store.error instanceof ServiceError && store.error.status === 400 && model.filter.value !== "";
    const retry = (): void => model.run(model.filter.value);
    const title = isFilter ? "The filter was refused." : `The rows of ${model.table} could not be read.`;
    return <ErrorNote title={title} error={store.error} {...(isFilter ? {} : { onRetry: retry })} />;
  }
  if (store.length === 0) {
    if (!store.isComplete) return <Loading what={store.emptyPages > 0 ? "rows that match" : "rows"} />;
    return <EmptyGrid filtered={model.filter.value !== ""} />;
  }
  return (
    <>
      <Grid
        table={model.table}
        rows={model.rows.value}
        columns={model.columns.value}
        order={model.order.value}
        onSort={(column) => model.sortBy(column)}
        active={model.active.value}
        onActive={(position) => model.activate(position)}
        selected={new Set(model.selected.value.keys())}
        onSelect={(index, extend) => model.select(index, extend)}
        onSelectAll={() => model.selectAll()}
        leaving={model.leaving.value}
        editing={model.isEditing.value}
        onEdit={() => startEditing(model, onOpen)}
        onEdited={onEdited}
        onOpen={onOpen}
        onCopy={() => copyRows(model)}
        onVisible={(first, last) => model.see(first, last)}
      />
      {store.error && (
        <ErrorNote title="No more rows could be read." error={store.error} onRetry={() => void store.loadMore()} />
      )}
    </>
  );
}

// Keys and the Timestamp cannot be changed, so that their cells open the row.
function startEditing(model: BrowseModel, onOpen: (index: number) => void): void {
  const [entity, column] = [model.activeEntity, model.activeColumn];
  if (!entity || !column || model.leaving.value.has(keyText(entity))) return;
  if (["PartitionKey", "RowKey", "Timestamp"].includes(column.name)) onOpen(model.active.value.row);
  else model.isEditing.value = true;
}

