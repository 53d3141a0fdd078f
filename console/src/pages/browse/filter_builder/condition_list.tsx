// The conditions of a form and of the groups in it, and how they are joined.

import type { ComponentChildren } from "preact";
import { Button } from "../../../components/button.tsx";
import type { KnownProperty } from "../filter_language.ts";
import { ConditionRow } from "./condition_row.tsx";
import { leave } from "./focus.ts";
import { type FilterDraft, type Group, type Item, type Join, newCondition, newGroup } from "./draft.ts";

interface Known {
  readonly known: readonly KnownProperty[];
  readonly names: string; // the id of a <datalist> with their names
}

const otherJoin: Readonly<Record<Join, Join>> = { all: "any", any: "all" };

const replaced = <T extends Item>(items: readonly T[], item: T): T[] =>
  items.map((each) => (each.id === item.id ? item : each));
const without = <T extends Item>(items: readonly T[], item: T): T[] => items.filter((each) => each.id !== item.id);

interface ConditionListProps extends Known {
  readonly draft: FilterDraft;
  readonly onChange: (draft: FilterDraft) => void;
}

export function ConditionList({ draft, known, names, onChange }: ConditionListProps) {
  const { join, items } = draft;
  const set = (next: readonly Item[]): void => onChange({ join, items: next });
  return (
    <div class="builder">
      <JoinChoice label="Rows that match" join={join} onChange={(next) => onChange({ join: next, items })} />
      <ul class="builder-items">
        {items.map((item) =>
          item.kind === "group" ? (
            <ConditionGroup
              key={item.id}
              group={item}
              known={known}
              names={names}
              onChange={(next) => set(replaced(items, next))}
              onRemove={() => set(without(items, item))}
            />
          ) : (
            <ConditionRow
              key={item.id}
              condition={item}
              known={known}
              names={names}
              onChange={(next) => set(replaced(items, next))}
              onRemove={() => set(without(items, item))}
            />
          ),
        )}
      </ul>
      <div class="builder-add">
        <Button icon="add" onClick={() => set([...items, newCondition()])}>
          Add a condition
        </Button>
        <Button icon="add" onClick={() => set([...items, newGroup(otherJoin[join])])}>
          Add a group
        </Button>
      </div>
    </div>
  );
}

interface ConditionGroupProps extends Known {
  readonly group: Group;
  readonly onChange: (group: Group) => void;
  readonly onRemove: () => void;
}

function ConditionGroup({ group, known, names, onChange, onRemove }: ConditionGroupProps) {
  const { items } = group;
  const set = (next: Group["items"]): void =>
    next.length === 0 ? onRemove() : onChange({ ...group, items: next });
  return (
    <li class="builder-group">
      <JoinChoice label="Group with" join={group.join} onChange={(join) => onChange({ ...group, join })}>
        <Button
          kind="quiet"
          icon="trash"
          label="Remove the group"
          onClick={(event) => leave(event.currentTarget, onRemove)}
        />
      </JoinChoice>
      <ul class="builder-items">
        {items.map((item) => (
          <ConditionRow
            key={item.id}
            condition={item}
            known={known}
            names={names}
            onChange={(next) => set(replaced(items, next))}
            onRemove={() => set(without(items, item))}
          />
        ))}
      </ul>
      <div class="builder-add">
        <Button kind="quiet" icon="add" onClick={() => set([...items, newCondition()])}>
          Add to the group
        </Button>
      </div>
    </li>
  );
}

interface JoinChoiceProps {
  readonly label: string;
  readonly join: Join;
  readonly onChange: (join: Join) => void;
  readonly children?: ComponentChildren;
}

function JoinChoice({ label, join, onChange, children }: JoinChoiceProps) {
  return (
    <div class="builder-join">
      <label>
        {label}
        <select value={join} onChange={(event) => onChange(event.currentTarget.value as Join)}>
          <option value="all">all of these</option>
          <option value="any">any of these</option>
        </select>
      </label>
      {children}
    </div>
  );
}
