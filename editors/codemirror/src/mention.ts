import type { EditorState, Extension } from "@codemirror/state";
import { keys } from "./keys.js";

/**
 * Returns the lines of the main selection for a mention, from 0 and with the last one included. Undefined for an empty
 * selection, which mentions the whole file. A line is left out if the selection ends at its start.
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
 * Adds a key that mentions the main selection, or the whole file if nothing is selected.
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
