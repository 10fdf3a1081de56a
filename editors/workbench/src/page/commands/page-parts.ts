/** Moves the keyboard between the parts of the page. */

/** In the order of F6; the first match in each that can have the keyboard gets it. */
const parts = [
  ".tree",
  '.group[data-testid="group-0"] .pane:not([hidden]) .cm-content[contenteditable=true]',
  '.group[data-testid="group-1"] .pane:not([hidden]) .cm-content[contenteditable=true]',
  ".terminal textarea",
  ".code-permission button",
  ".status-bar button",
];

/** Puts the keyboard into the files. */
export function focusTree(): void {
  document.querySelector<HTMLElement>(".tree")?.focus();
}

/** Puts the keyboard into the next part that is on the screen. */
export function focusNextPart(): void {
  const found = parts
    .map((part) => document.querySelector<HTMLElement>(part))
    .filter((element): element is HTMLElement => element?.checkVisibility() ?? false);
  const at = found.findIndex((element) => element.contains(document.activeElement));
  found[(at + 1) % found.length]?.focus();
}
