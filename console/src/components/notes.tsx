// What a page shows instead of its content: that it loads, that it failed, that there is nothing.

import type { ComponentChildren } from "preact";
import { ServiceError } from "../api/errors.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what}…
    </p>
  );
}

interface ErrorNoteProps {
  readonly title: ComponentChildren; // what could not be done, naming the thing
  readonly error: Error;
  readonly onRetry?: () => void;
}

export function ErrorNote({ title, error, onRetry }: ErrorNoteProps) {
  const code = error instanceof ServiceError ? error.code : undefined;
  return (
    <div class="note note-error" role="alert">
      <Icon name="warning" />
      <div class="note-text">
        <strong>{title}</strong>
        <p>
          <bdi dir="auto">{error.message}</bdi>
        </p>
        {code !== undefined && <p class="faint mono">{code}</p>}
      </div>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

// Something to beware of. It is not announced: it comes and goes with what is typed.
export function Warning({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="note note-warning">
      <Icon name="warning" />
      <div class="note-text">{children}</div>
    </div>
  );
}
