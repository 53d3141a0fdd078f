// Removes what the button is in. The focus goes to the button that adds a condition, which is always there.
export function leave(button: HTMLElement, remove: () => void): void {
  button.closest(".builder")?.querySelector<HTMLElement>(":scope > .builder-add button")?.focus();
  remove();
}
