import type { Extension } from "@codemirror/state";
import { type Command, EditorView, keymap } from "@codemirror/view";

export interface Key {
  /** In CodeMirror's notation, such as `Alt-Shift-y`. */
  readonly key: string;
  readonly run: Command;
}

function isMac(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** A keymap whose Alt keys also work on a Mac, where Alt-y types "¥" but the key code is still that of the letter. */
export function keys(bindings: readonly Key[]): Extension {
  const map = keymap.of(bindings.map(({ key, run }) => ({ key, run, preventDefault: true })));
  if (!isMac()) return map;
  const onKeyDown = (event: KeyboardEvent, view: EditorView): boolean => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return false;
    const letter = String.fromCharCode(event.keyCode).toLowerCase();
    const name = `Alt-${event.shiftKey ? "Shift-" : ""}${letter}`;
    return bindings.some(({ key, run }) => key === name && run(view));
  };
  return [map, EditorView.domEventHandlers({ keydown: onKeyDown })];
}

const macSigns: Readonly<Record<string, string>> = {
  Alt: "⌥",
  Shift: "⇧",
  Ctrl: "⌃",
  Mod: "⌘",
  Meta: "⌘",
  Enter: "↩",
};

/**
 * Returns a key as the user's system shows it.
 *
 * @example
 * keyLabel("Alt-Shift-y") // "Alt+Shift+Y", on a Mac "⌥⇧Y"
 */
export function keyLabel(key: string): string {
  const parts = key.split("-").map((part) => (part.length === 1 ? part.toUpperCase() : part));
  if (isMac()) return parts.map((part) => macSigns[part] ?? part).join("");
  return parts.map((part) => (part === "Mod" ? "Ctrl" : part)).join("+");
}
