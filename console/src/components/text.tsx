import type { ComponentChildren } from "preact";

// A name, key or value that came from the data: isolated, so that right-to-left text and its neighbours stay apart.
export function Data({ children, mono = false }: { readonly children: string; readonly mono?: boolean }) {
  return (
    <bdi dir="auto" class={mono ? "mono" : undefined}>
      {children === "" ? <i class="faint">empty</i> : children}
    </bdi>
  );
}

export function Code({ children }: { readonly children: ComponentChildren }) {
  return <code class="code">{children}</code>;
}
