import { Dialog } from "../components/dialog.tsx";
import { shortcuts } from "./shortcuts.ts";

// All keys that do something where the person is.
export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {shortcuts.value.map((shortcut) => (
          <div key={shortcut.keys}>
            <dt>
              {shortcut.keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{shortcut.about}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
      </dl>
    </Dialog>
  );
}
