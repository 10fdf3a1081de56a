/** The extensions of every editor on the page. */
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
import { exactText, showHiddenCharacters } from "@tandem-ide/codemirror";
import { followSignal } from "./follow-signal.js";
import { searchKeys } from "./search-keys.js";
import { editorTheme } from "./theme.js";

/** Longer texts go without expensive features. */
const largeCharacters = 1_000_000;

export function isLarge(text: { readonly length: number }): boolean {
  return text.length > largeCharacters;
}

/** The browser takes seconds to wrap a longer line. */
const hugeLineCharacters = 10_000;

/** Returns true if the text has a line that is too long to wrap. */
export function hasHugeLine(text: string): boolean {
  for (let start = 0; start + hugeLineCharacters < text.length; ) {
    const end = text.lastIndexOf("\n", start + hugeLineCharacters);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

export interface EditorLook {
  /** For style elements created by CodeMirror. */
  readonly nonce: string;
  readonly isDark: ReadonlySignal<boolean>;
  readonly isReadOnly: ReadonlySignal<boolean>;
}

/** CodeMirror binds this key too, but the page uses it to move a tab to the other group. */
const editingKeys = defaultKeymap.filter(({ key }) => key !== "Mod-Alt-\\");

/** Also for editors that are read-only. */
export function displaySetup({ nonce, isDark }: EditorLook): Extension {
  const cursorBlinkRate = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1200;
  return [
    EditorView.cspNonce.of(nonce),
    editorTheme(isDark),
    exactText(),
    lineNumbers(),
    drawSelection({ cursorBlinkRate }),
  ];
}

/** For editable texts. Large texts go without features whose cost grows with the text. */
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

/** For texts that can only be read, and searched. */
export function readingSetup(isLargeText: boolean): Extension {
  return [
    highlightActiveLine(),
    highlightActiveLineGutter(),
    search({ top: true }),
    keymap.of([...searchKeys]),
    isLargeText ? [] : [bracketMatching(), highlightSelectionMatches()],
  ];
}

/** The filter also blocks changes that ignore `readOnly`, such as the buttons of a hunk. Changes from the host pass it. */
const readOnly = [EditorState.readOnly.of(true), EditorState.changeFilter.of(() => false)];

/** Blocks typing without a connection. Text can still be selected and copied. */
export function readOnlyWhile(isAway: ReadonlySignal<boolean>): Extension {
  return followSignal(isAway, readOnly);
}
