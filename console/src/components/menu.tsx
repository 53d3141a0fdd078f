import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly checked?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string; // of the button, for those who do not see it
  readonly icon: IconName;
  readonly children?: ComponentChildren; // what the button shows besides
  readonly items: readonly MenuItem[];
}

// A button that opens a list of actions: arrows move, Escape closes.
export function Menu({ label, icon, children, items }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const closeOutside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const close = (): void => {
    setIsOpen(false);
    root.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const entries = [...(root.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" && isOpen) close();
    else if (event.key === "ArrowDown" && isOpen) entries[(at + 1) % entries.length]?.focus();
    else if (event.key === "ArrowUp" && isOpen) entries.at(at - 1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={`button ${children === undefined ? "button-quiet button-icon" : "button-plain"}`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} />
        {children !== undefined && <span>{children}</span>}
      </button>
      {isOpen && (
        <div class="menu-list" role="menu">
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onChosen={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, onChosen }: { readonly item: MenuItem; readonly onChosen: () => void }) {
  const isChoice = item.checked !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? "menuitemcheckbox" : "menuitem"}
      {...(isChoice ? { "aria-checked": item.checked } : {})}
      class={item.danger ? "menu-item danger" : "menu-item"}
      tabIndex={-1}
      onClick={() => {
        onChosen();
        item.run();
      }}
    >
      {isChoice ? <span class="menu-check">{item.checked && <Icon name="check" />}</span> : null}
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
    </button>
  );
}
