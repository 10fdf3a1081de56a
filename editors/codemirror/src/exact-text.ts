import { EditorState, type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Keeps the text exact: only `\n` breaks a line, so a lone `\r` or U+2028 stays a character of its line. Line breaks in
 * pasted or dropped text become `\n`.
 *
 * @example
 * new EditorView({ doc: exactDoc(text), extensions: [exactText()], parent });
 */
export function exactText(): Extension {
  return [
    EditorState.lineSeparator.of("\n"),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
  ];
}

/**
 * Returns a string as CodeMirror text with `\n` as the only line break. `EditorState.create` would break a string at `\r`
 * too, unless the state has `exactText`.
 *
 * @example
 * exactDoc("a\rb\n").lines // 2
 */
export function exactDoc(text: string): Text {
  return Text.of(text.split("\n"));
}
