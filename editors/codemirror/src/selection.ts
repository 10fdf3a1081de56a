import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, logException, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Position, TextRange } from "@tandem-ide/base";
import { positionAt, rangeOf } from "./positions.js";

/**
 * Reports the main selection at the start and after every update of the selection or the text. Errors of `report` are
 * logged, because in the view they would end this extension.
 *
 * @example
 * reportSelection((_selection, state) => share({ path, ...selectionOf(state) }));
 */
export function reportSelection(
  report: (selection: { anchor: number; head: number }, state: EditorState) => void,
): Extension {
  const send = (state: EditorState) => {
    try {
      const { anchor, head } = state.selection.main;
      report({ anchor, head }, state);
    } catch (error) {
      logException(state, error, "reporting the selection");
    }
  };
  return ViewPlugin.define((view: EditorView) => {
    send(view.state);
    return {
      update(update: ViewUpdate) {
        if (update.selectionSet || update.docChanged) send(update.state);
      },
    };
  });
}

/**
 * Returns the main selection in the form of `EditorSelection` of `@tandem-ide/server`, which also needs the path.
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
