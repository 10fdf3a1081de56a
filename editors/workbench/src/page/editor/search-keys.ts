/** Search keys as in other editors: Ctrl+G goes to a line, and Ctrl+H opens replace. */
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  gotoLine,
  openSearchPanel,
  selectNextOccurrence,
  selectSelectionMatches,
} from "@codemirror/search";
import type { Command, KeyBinding } from "@codemirror/view";

/** Opens the search panel and focuses the replacement field. */
export const openReplace: Command = (view) => {
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]");
  field?.focus();
  field?.select();
  return true;
};

const scope = "editor search-panel";

export const searchKeys: readonly KeyBinding[] = [
  { key: "Mod-f", run: openSearchPanel, scope },
  { key: "Mod-h", run: openReplace, scope },
  // On a Mac, Cmd+H hides the browser.
  { key: "Mod-Alt-f", run: openReplace, scope },
  { key: "F3", run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: "Escape", run: closeSearchPanel, scope },
  { key: "Mod-Shift-l", run: selectSelectionMatches },
  { key: "Mod-g", run: gotoLine },
  { key: "Mod-d", run: selectNextOccurrence, preventDefault: true },
];
