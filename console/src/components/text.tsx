import type { ComponentChildren } from "preact";
import type { Words } from "../app/words.ts";

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

// A sentence; what comes from the data is set off within it.
export function Sentence({ words }: { readonly words: Words }) {
  return (
    <>
      {words.map((word, index) =>
        typeof word === "string" ? (
          word
        ) : (
          <b key={index}>
            <Data>{word.data}</Data>
          </b>
        ),
      )}
    </>
  );
}
