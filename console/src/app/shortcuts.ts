// Keys that work wherever the focus is, unless it is in a field. Pages register theirs while they are shown, and the
// help lists all of them.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface Shortcut {
  readonly keys: string; // as in KeyboardEvent.key; "g t" is one after the other
  readonly about: string;
  readonly run: () => void;
}

export const shortcuts = signal<readonly Shortcut[]>([]);

const sequenceMillisecondsMax = 1000;
let pending = "";
let pendingSince = 0;

function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return element?.closest("input, textarea, select, [contenteditable], .filter-editor") !== null && element !== null;
}

const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isTyping(event.target) || isDialogOpen()) return;
  const isSequence = pending !== "" && event.timeStamp - pendingSince < sequenceMillisecondsMax;
  const keys = isSequence ? `${pending} ${event.key}` : event.key;
  const found = shortcuts.value.findLast((shortcut) => shortcut.keys === keys);
  pending = found === undefined && shortcuts.value.some((each) => each.keys.startsWith(`${keys} `)) ? keys : "";
  pendingSince = event.timeStamp;
  if (!found) return;
  event.preventDefault();
  found.run();
});

// Has the shortcuts in force while the component is shown. Their functions are those of the latest rendering.
export function useShortcuts(own: readonly Shortcut[]): void {
  useEffect(() => {
    shortcuts.value = [...shortcuts.value, ...own];
    return () => {
      shortcuts.value = shortcuts.value.filter((shortcut) => !own.includes(shortcut));
    };
  });
}
