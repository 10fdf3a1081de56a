/** Moves the keyboard between the parts of the page. */

/** What of a pane gets the keyboard: its text or, of a notebook, the cell that the user is at. */
const inPane =
  ".pane:not([hidden]) :is(.cell.selected, .pane:not(.has-face) .cm-content[contenteditable=true], .pane-text:not([hidden]) .cm-content)";

/** In the order of F6; the first match in each that can have the keyboard gets it. */
const parts = [
  ".tree",
  `.group[data-testid="group-0"] ${inPane}`,
  `.group[data-testid="group-1"] ${inPane}`,
  ".problems button",
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
