import { Button } from "../../components/button.tsx";
import { copyText } from "../../components/copy.tsx";
import { signedLines } from "./string_to_sign.ts";

// A string-to-sign with its line breaks, since an empty line too many is what is wrong with most of them.
export function SignedText({ text }: { readonly text: string }) {
  const lines = signedLines(text);
  return (
    <div class="signed">
      <header>
        <h3>String that the server signed</h3>
        <Button icon="copy" kind="quiet" label="Copy the string" onClick={() => void copyText(text, "the string")} />
      </header>
      <ol class="signed-lines">
        {lines.map((line, index) => (
          <li key={index}>
            <span class="signed-meaning">{line.meaning}</span>
            <code>
              <bdi dir="auto">{line.text}</bdi>
              {index < lines.length - 1 && (
                <span class="signed-break" role="img" aria-label="line break">
                  ↵
                </span>
              )}
            </code>
          </li>
        ))}
      </ol>
      <p class="hint">
        Your client signed another string, or used another key. Print what it signs and compare it line by line; Azure's
        SDKs log it at their most detailed level.
      </p>
    </div>
  );
}
