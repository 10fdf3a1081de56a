/** What every editor of the page can do, from line numbers to searching. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";
import { exactText, showHiddenCharacters } from "@tandem/codemirror";
import { readOnlyWhile } from "./read-only.js";
import { searchKeys } from "./search-keys.js";
import { editorTheme } from "./theme.js";

/** Longer texts go without what costs. */
const largeCharacters = 1_000_000;

/** Whether a text goes without what costs. */
export function isLarge(text: { readonly length: number }): boolean {
  return text.length > largeCharacters;
}

/** Lines of code, even generated ones, are shorter; wrapped, a longer one takes the browser seconds to lay out. */
const hugeLineCharacters = 10_000;

/** Whether a text has a line that is too long to be wrapped. */
export function hasHugeLine(text: string): boolean {
  for (let start = 0; start + hugeLineCharacters < text.length; ) {
    const end = text.lastIndexOf("\n", start + hugeLineCharacters);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

/** What editors need of the page to look like it. */
export interface EditorLook {
  /** For the style elements that CodeMirror makes. */
  readonly nonce: string;
  readonly isDark: ReadonlySignal<boolean>;
  /** Nothing can be typed for now. */
  readonly isReadOnly: ReadonlySignal<boolean>;
}

/** CodeMirror has a use of its own for this key, with which the page moves a tab to the other side. */
const ownKeys = new Set(["Mod-Alt-\\"]);
const editingKeys = defaultKeymap.filter(({ key }) => !ownKeys.has(key ?? ""));

/** For editors that only show, too. */
export function displaySetup({ nonce, isDark }: EditorLook): Extension {
  return [EditorView.cspNonce.of(nonce), editorTheme(isDark), exactText(), lineNumbers(), drawSelection()];
}

/** For editors in which the user writes. What costs with every line is left out of large texts. */
export function editingSetup(isLargeText: boolean, { isReadOnly }: EditorLook): Extension {
  return [
    readOnlyWhile(isReadOnly),
    history(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    search({ top: true }),
    keymap.of([...searchKeys, ...editingKeys, ...historyKeymap, ...foldKeymap, indentWithTab]),
    isLargeText ? [] : [showHiddenCharacters(), bracketMatching(), highlightSelectionMatches()],
  ];
}
