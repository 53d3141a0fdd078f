import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}

// Takes a file that is dropped anywhere on the page, and shows that it would.
export function DropZone({ onFile, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  return (
    <div
      class={isOver ? "drop-zone over" : "drop-zone"}
      onDragOver={(event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        setIsOver(false);
        onFile(file);
      }}
    >
      {children}
      {isOver && <p class="drop-hint">Drop the file to import it</p>}
    </div>
  );
}
