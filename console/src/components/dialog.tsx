import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: ComponentChildren;
  readonly onClose: () => void; // Escape, the cross; the parent then stops showing the dialog
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

// A modal dialog. It gets the focus, keeps it, and gives it back.
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog${wide ? " dialog-wide" : ""}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

// The row of buttons at the end of a dialog.
export function DialogActions({ children }: { readonly children: ComponentChildren }) {
  return <footer class="dialog-actions">{children}</footer>;
}
