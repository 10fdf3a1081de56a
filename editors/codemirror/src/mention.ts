import type { EditorState, Extension } from "@codemirror/state";
import { keys } from "./keys.js";

/**
 * The lines, from 0 and the last one included, that a mention of the main selection means. Undefined for an empty
 * selection, which means the whole file. A selection that ends at the start of a line does not mean that line.
 *
 * @example
 * events.mentioned({ path, lines: linesToMention(view.state) });
 */
export function linesToMention(state: EditorState): { start: number; end: number } | undefined {
  const { from, to, empty } = state.selection.main;
  if (empty) return undefined;
  const start = state.doc.lineAt(from).number - 1;
  const last = state.doc.lineAt(to);
  const end = last.from === to ? last.number - 2 : last.number - 1;
  return { start, end: Math.max(start, end) };
}

/**
 * A key that mentions the main selection, or the whole file when nothing is selected.
 *
 * @example
 * mentionKey((lines) => events.mentioned(lines ? { path, lines } : { path }));
 */
export function mentionKey(
  mention: (lines: { start: number; end: number } | undefined) => void,
  key = "Alt-k",
): Extension {
  return keys([
    {
      key,
      run: (view) => {
        mention(linesToMention(view.state));
        return true;
      },
    },
  ]);
}
