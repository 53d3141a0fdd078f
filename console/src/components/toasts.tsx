// Short messages about what has just happened. They go by themselves; those about failures stay until dismissed.

import { signal } from "@preact/signals";
import { Button } from "./button.tsx";

interface Toast {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
}

const toasts = signal<readonly Toast[]>([]);
const millisecondsShown = 5000;
let nextId = 1;

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

function show(toast: Omit<Toast, "id">): number {
  const id = nextId++;
  toasts.value = [...toasts.value, { ...toast, id }];
  return id;
}

export function tell(text: string): void {
  const id = show({ kind: "done", text });
  setTimeout(() => dismiss(id), millisecondsShown);
}

export function tellFailure(what: string, error: unknown): void {
  show({ kind: "failed", text: `${what} ${error instanceof Error ? error.message : String(error)}` });
}

export function Toasts() {
  return (
    <div class="toasts" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast toast-${toast.kind}`} role={toast.kind === "failed" ? "alert" : "status"}>
          <bdi dir="auto">{toast.text}</bdi>
          <Button kind="quiet" icon="close" label="Dismiss" onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
