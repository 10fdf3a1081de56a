/** The keys of searching, as people know them from other editors: Ctrl+G goes to a line, Ctrl+H replaces. */
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

/** Opens the panel with the keyboard in the field of the replacement. */
export const openReplace: Command = (view) => {
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]");
  field?.focus();
  field?.select();
  return true;
};

const scope = "editor search-panel";

/** For a key map. */
export const searchKeys: readonly KeyBinding[] = [
  { key: "Mod-f", run: openSearchPanel, scope },
  { key: "Mod-h", run: openReplace, scope },
  // On a Mac the other one hides the browser.
  { key: "Mod-Alt-f", run: openReplace, scope },
  { key: "F3", run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: "Escape", run: closeSearchPanel, scope },
  { key: "Mod-Shift-l", run: selectSelectionMatches },
  { key: "Mod-g", run: gotoLine },
  { key: "Mod-d", run: selectNextOccurrence, preventDefault: true },
];
