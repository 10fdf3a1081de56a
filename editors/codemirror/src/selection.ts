import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, logException, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Position, TextRange } from "@tandem/base";
import { positionAt, rangeOf } from "./positions.js";

/**
 * Tells the main selection once at the start, and after every update that changed the selection or the text. What the
 * report throws is logged and stays out of the view, where it would end this extension.
 *
 * @example
 * reportSelection((_selection, state) => share({ path, ...selectionOf(state) }));
 */
export function reportSelection(
  report: (selection: { anchor: number; head: number }, state: EditorState) => void,
): Extension {
  const tell = (state: EditorState) => {
    try {
      const { anchor, head } = state.selection.main;
      report({ anchor, head }, state);
    } catch (error) {
      logException(state, error, "reporting the selection");
    }
  };
  return ViewPlugin.define((view: EditorView) => {
    tell(view.state);
    return {
      update(update: ViewUpdate) {
        if (update.selectionSet || update.docChanged) tell(update.state);
      },
    };
  });
}

/**
 * The main selection in the words of `EditorSelection` of `@tandem/server`, which wants the path besides.
 *
 * @example
 * events.selectionChanged({ path, ...selectionOf(view.state) });
 */
export function selectionOf(state: EditorState): { text: string; range: TextRange; cursor: Position } {
  const { from, to, head } = state.selection.main;
  return {
    text: state.sliceDoc(from, to),
    range: rangeOf(state.doc, from, to),
    cursor: positionAt(state.doc, head),
  };
}
