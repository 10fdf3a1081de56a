import { EditorState, type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Keeps the text exact: only `\n` breaks a line, so a lone `\r`, U+2028 and the like stay characters of their line. Line
 * breaks of what is pasted or dropped become `\n`.
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
 * A string as CodeMirror's text with `\n` as the only line break. A string that is handed to `EditorState.create` would be
 * broken at `\r` too, unless the state has `exactText`.
 *
 * @example
 * exactDoc("a\rb\n").lines // 2
 */
export function exactDoc(text: string): Text {
  return Text.of(text.split("\n"));
}
