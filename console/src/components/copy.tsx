import { tell, tellFailure } from "./toasts.tsx";
import { Button } from "./button.tsx";

// Copies text, and says so as "Copied WHAT".
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await writeClipboard(text);
    tell(`Copied ${what}`);
  } catch (error) {
    tellFailure(`Could not copy ${what}.`, error);
  }
}

// Browsers offer navigator.clipboard only on loopback and over TLS.
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "offscreen";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("The browser does not allow it here.");
}

// A command or an address with a button that copies it.
export function CopyLine({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div class="copy-line">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button kind="quiet" icon="copy" label={`Copy ${what}`} onClick={() => void copyText(text, what)} />
    </div>
  );
}
