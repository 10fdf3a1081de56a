/** Moves the focus between the parts of the page. */

/** What gets the focus in a pane: the text, or the selected cell of a notebook. */
const inPane =
  ".pane:not([hidden]) :is(.cell.selected, .pane:not(.has-notebook) .cm-content[contenteditable=true], .pane-text:not([hidden]) .cm-content)";

/** In F6 order. The first visible match of each selector gets the focus. */
const parts = [
  ".change-rows",
  ".tree",
  `.group[data-testid="group-0"] ${inPane}`,
  `.group[data-testid="group-1"] ${inPane}`,
  ".problems button",
  ".terminal textarea",
  ".code-permission button",
  ".status-bar button",
];

export function focusChanges(): void {
  document.querySelector<HTMLElement>(".change-rows")?.focus();
}

export function focusTree(): void {
  document.querySelector<HTMLElement>(".tree")?.focus();
}

export function focusNextPart(): void {
  const found = parts
    .map((part) => document.querySelector<HTMLElement>(part))
    .filter((element): element is HTMLElement => element?.checkVisibility() ?? false);
  const at = found.findIndex((element) => element.contains(document.activeElement));
  found[(at + 1) % found.length]?.focus();
}
