/** The selection in the active file, in any view. */
import type { EditorState, Extension } from "@codemirror/state";
import { toLineFeeds } from "@tandem-ide/base/text";
import { reportSelection, selectionOf } from "@tandem-ide/codemirror";
import type { EditorSelection } from "@tandem-ide/server";
import { type App, type Editor, editorInfoField, MarkdownView } from "obsidian";
import { OutsideView } from "../outside-view.js";
import { PlainTextView } from "../plain-text-view.js";
import { frontFile } from "../vault/leaves.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { readingSelection } from "./reading-selection.js";

const emptyRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Returns the selection in live preview or source mode. Obsidian's positions have the endpoint's format. */
export function editorSelection(editor: Editor): Omit<EditorSelection, "path"> {
  const [from, to, head] = [editor.getCursor("from"), editor.getCursor("to"), editor.getCursor("head")];
  return {
    text: toLineFeeds(editor.getRange(from, to)),
    range: { start: { line: from.line, character: from.ch }, end: { line: to.line, character: to.ch } },
    cursor: { line: head.line, character: head.ch },
  };
}

/** Returns the selection, or undefined if no file is active: an empty tab, the graph, a review. */
export function currentSelection(app: App, paths: VaultPaths): EditorSelection | undefined {
  const front = frontFile(app);
  if (!front) return undefined;
  const { view } = front;
  const path = paths.absolute(front.path);
  if (view instanceof PlainTextView || view instanceof OutsideView) return { path, ...view.selection };
  // A canvas, an image or a PDF is active but has no selected text.
  if (!(view instanceof MarkdownView)) return { path, text: "", range: emptyRange };
  return { path, ...(view.getMode() === "source" ? editorSelection(view.editor) : readingSelection(view)) };
}

/** Returns the path of the active editor's file, or undefined for another editor, such as one on a canvas. */
function pathOfFront(state: EditorState, app: App): string | undefined {
  const info = state.field(editorInfoField, false);
  const front = frontFile(app);
  if (!info?.file || !front || info.file.path !== front.path || !(front.view instanceof MarkdownView)) return undefined;
  const { editor } = front.view;
  // A table cell in live preview is a separate editor with the same owner but its own positions.
  const isFront = (info === front.view || info.editor === editor) && editor.lineCount() === state.doc.lines;
  return isFront && front.view.getMode() === "source" ? front.path : undefined;
}

/** An extension for all editors that reports selection changes in the active one. */
export function selectionExtension(
  app: App,
  paths: VaultPaths,
  changed: (selection: EditorSelection) => void,
): Extension {
  return reportSelection((_selection, state) => {
    const vaultPath = pathOfFront(state, app);
    if (vaultPath !== undefined) changed({ path: paths.absolute(vaultPath), ...selectionOf(state) });
  });
}
