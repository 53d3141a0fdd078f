import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  readonly children?: ComponentChildren; // the label
  readonly label?: string; // for a button that shows only an icon
  readonly icon?: IconName;
  readonly kind?: "plain" | "primary" | "danger" | "quiet";
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly autofocus?: boolean; // in a dialog
  readonly onClick?: (event: JSX.TargetedMouseEvent<HTMLButtonElement>) => void;
}

export function Button(props: ButtonProps) {
  const { children, label, icon, kind = "plain", type = "button", disabled = false, pressed, autofocus, onClick } = props;
  return (
    <button
      type={type}
      class={`button button-${kind}${children === undefined ? " button-icon" : ""}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      {...(autofocus ? { "data-autofocus": true } : {})}
      {...(onClick ? { onClick } : {})}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
