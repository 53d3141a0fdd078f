import { countOf } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Menu } from "../../components/menu.tsx";
import type { BrowseModel } from "./model.ts";
import { RowCount } from "./query_bar.tsx";
import { chosenRows, copyItems } from "./row_actions.ts";

interface ActionBarProps {
  readonly model: BrowseModel;
  readonly onInsert: () => void;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
  readonly onColumns: () => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
}

export function ActionBar(props: ActionBarProps) {
  const { model } = props;
  const selected = model.selected.value.size;
  const active = model.activeEntity;
  return (
    <div class="action-bar">
      <Button icon="add" onClick={props.onInsert}>
        Insert
      </Button>
      <Button icon="edit" disabled={!active} onClick={props.onOpen}>
        Open
      </Button>
      <Button icon="trash" disabled={chosenRows(model).length === 0} onClick={props.onDelete}>
        {selected > 0 ? `Delete ${countOf(selected, "row")}` : "Delete"}
      </Button>
      {active && (
        <Menu label="Copy" icon="copy" items={copyItems(model, active)}>
          Copy
        </Menu>
      )}
      <RowCount model={model} />
      <span class="spacer" />
      <Button icon="columns" onClick={props.onColumns}>
        Columns
      </Button>
      <Button icon="import" onClick={props.onImport}>
        Import
      </Button>
      <Button icon="export" onClick={props.onExport}>
        Export
      </Button>
      <Button icon="refresh" label="Load the rows again (r)" onClick={() => model.run(model.filter.value)} />
    </div>
  );
}
