// Saving cells and rows, and settling conflicts.

import { useState } from "preact/hooks";
import { type Entity, keyText } from "../../api/edm.ts";
import type { EntityContent } from "../../api/entity_json.ts";
import type { WriteMode } from "../../api/tables.ts";
import { tell, tellFailure } from "../../components/toasts.tsx";
import { valueOf } from "./columns.ts";
import type { BrowseModel } from "./model.ts";
import { type Conflict, oneProperty, write } from "./writes.ts";

export interface Writing {
  readonly conflict: Conflict | undefined;
  readonly keepTheirs: () => void;
  readonly writeYours: () => Promise<void>;
  readonly saveCell: (text: string | undefined) => void; // of the active cell; undefined: given up
  readonly saveRow: (before: Entity, content: EntityContent, mode: WriteMode) => Promise<void>;
  readonly insert: (content: EntityContent) => Promise<void>;
}

// `onSaved` is called when a dialog that edits a row has done its work.
export function useWriting(model: BrowseModel, onSaved: () => void): Writing {
  const [conflict, setConflict] = useState<Conflict>();
  const { client, table } = model;

  const saveOver = async (content: EntityContent, etag: string, mode: WriteMode): Promise<void> => {
    const written = await write(client, table, content, etag, mode);
    if (written.outcome === "conflict") return setConflict(written.conflict);
    model.store.peek().update(written.entity);
    tell("Saved");
  };
  const saveCell = (text: string | undefined): void => {
    if (!model.isEditing.peek()) return;
    model.isEditing.value = false;
    const [entity, column] = [model.activeEntity, model.activeColumn];
    if (text === undefined || !entity || !column) return;
    const before = valueOf(entity, column.name);
    if (before?.text === text) return;
    const content = oneProperty(entity, column.name, { type: before?.type ?? column.type, text });
    saveOver(content, entity.etag, "merge").catch((error: unknown) => tellFailure(`${column.name} was not saved.`, error));
  };
  const saveRow = async (before: Entity, content: EntityContent, mode: WriteMode): Promise<void> => {
    await saveOver(content, before.etag, mode);
    onSaved();
  };
  const insert = async (content: EntityContent): Promise<void> => {
    await client.insert(table, content);
    onSaved();
    tell("Inserted");
    model.run(model.filter.peek());
  };
  const keepTheirs = (): void => {
    if (conflict?.theirs) model.store.peek().update(conflict.theirs);
    else if (conflict) model.store.peek().remove(new Set([keyText(conflict.yours)]));
    setConflict(undefined);
  };
  const writeYours = async (): Promise<void> => {
    if (!conflict) return;
    setConflict(undefined);
    try {
      if (conflict.theirs) await saveOver(conflict.yours, conflict.theirs.etag, conflict.mode);
      else await insert(conflict.yours);
    } catch (error) {
      tellFailure("The row was not saved.", error);
    }
  };
  return { conflict, keepTheirs, writeYours, saveCell, saveRow, insert };
}
