/** What is selected in the file in front, whatever shows it. */
import type { EditorState, Extension } from "@codemirror/state";
import { toLineFeeds } from "@tandem/base/text";
import { reportSelection, selectionOf } from "@tandem/codemirror";
import type { EditorSelection } from "@tandem/server";
import { type App, type Editor, editorInfoField, MarkdownView } from "obsidian";
import { OutsideView } from "../outside-view.js";
import { PlainTextView } from "../plain-text-view.js";
import { frontFile } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { shownSelection } from "./reading-selection.js";

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
/** In live preview and in source mode. Obsidian counts as the endpoint does: from 0, in UTF-16 code units. */
export function editorSelection(editor: Editor): Omit<EditorSelection, "path"> {
  const [from, to, head] = [editor.getCursor("from"), editor.getCursor("to"), editor.getCursor("head")];
  return {
    text: toLineFeeds(editor.getRange(from, to)),
    range: { start: { line: from.line, character: from.ch }, end: { line: to.line, character: to.ch } },
    cursor: { line: head.line, character: head.ch },
  };
}
/** Undefined when no file is in front: an empty tab, the graph, a review. */
export function currentSelection(app: App, paths: VaultPaths): EditorSelection | undefined {
  const front = frontFile(app);
  if (!front) return undefined;
  const { view } = front;
  const path = paths.absolute(front.path);
  if (view instanceof PlainTextView || view instanceof OutsideView) return { path, ...view.selection };
  // A canvas, a picture, a PDF: it is what the user looks at, and nothing in it is selected text.
  if (!(view instanceof MarkdownView)) return { path, text: "", range: nowhere };
  return { path, ...(view.getMode() === "source" ? editorSelection(view.editor) : shownSelection(view)) };
}
/** The state of the editor in front; undefined for one behind, on a canvas or in a preview that floats. */
function pathOfFront(state: EditorState, app: App): string | undefined {
  const info = state.field(editorInfoField, false);
  const front = frontFile(app);
  if (!info?.file || !front || info.file.path !== front.path || !(front.view instanceof MarkdownView)) return undefined;
  const { editor } = front.view;
  // The cell of a table in live preview is an editor of its own, with the same owner and places of its own.
  const isFront = (info === front.view || info.editor === editor) && editor.lineCount() === state.doc.lines;
  return isFront && front.view.getMode() === "source" ? front.path : undefined;
}
/** For every editor of Obsidian: tells each change in the one in front, as it happens. */
export function selectionExtension(app: App, paths: VaultPaths, tell: (selection: EditorSelection) => void): Extension {
  return reportSelection((_selection, state) => {
    const vaultPath = pathOfFront(state, app);
    if (vaultPath !== undefined) tell({ path: paths.absolute(vaultPath), ...selectionOf(state) });
  });
}
