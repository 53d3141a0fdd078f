import { shortType } from "../../api/edm.ts";
import { Button } from "../../components/button.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { isKeyColumn } from "./columns.ts";
import type { BrowseModel } from "./model.ts";

// Which columns are shown. The choice is kept for the table.
export function ColumnsDialog({ model, onClose }: { readonly model: BrowseModel; readonly onClose: () => void }) {
  const shown = new Set(model.columns.value.map((column) => column.name));
  const all = model.allColumns.value;
  const toggle = (name: string): void => {
    const next = new Set(shown);
    if (!next.delete(name)) next.add(name);
    model.choose(all.map((column) => column.name).filter((each) => next.has(each)));
  };
  return (
    <Dialog title="Columns" onClose={onClose}>
      <div class="dialog-body">
        <p class="faint">Those of the rows that have been loaded. The keys are always shown.</p>
        <ul class="column-choice">
          {all.map(({ name, type }) => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={shown.has(name)} disabled={isKeyColumn(name)} onChange={() => toggle(name)} />
                <bdi dir="auto">{name}</bdi> <small class="faint">{shortType(type)}</small>
              </label>
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={() => model.choose(all.map((column) => column.name))}>Show all</Button>
          <Button onClick={() => model.choose(undefined)}>As at first</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
