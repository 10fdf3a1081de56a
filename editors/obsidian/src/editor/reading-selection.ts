/** The selection in reading mode, which has no cursor, but a scroll position and perhaps text selected with the mouse. */
import { positionAt, toEditorText, toLineFeeds } from "@tandem-ide/base/text";
import type { EditorSelection } from "@tandem-ide/server";
import type { MarkdownView } from "obsidian";

/**
 * Finds text selected in the rendered note in its source. Returns undefined unless it occurs exactly once: rendered text
 * leaves out markup, so a guess could be wrong.
 */
export function findRenderedText(source: string, shown: string): Omit<EditorSelection, "path"> | undefined {
  const text = toLineFeeds(shown).trim();
  const at = text === "" ? -1 : source.indexOf(text);
  if (at < 0 || source.indexOf(text, at + 1) >= 0) return undefined;
  const end = positionAt(source, at + text.length);
  return { text, range: { start: positionAt(source, at), end }, cursor: end };
}

/** Returns the selection of a note in reading mode, or an empty one at the first visible line. */
export function readingSelection(view: MarkdownView): Omit<EditorSelection, "path"> {
  const source = toEditorText(view.getViewData());
  const selection = view.containerEl.ownerDocument.getSelection();
  const isHere = selection && !selection.isCollapsed && view.containerEl.contains(selection.anchorNode);
  const found = isHere ? findRenderedText(source, selection.toString()) : undefined;
  if (found) return found;
  const line = Math.max(0, Math.floor(view.currentMode.getScroll()) || 0);
  const position = { line: Math.min(line, source.split("\n").length - 1), character: 0 };
  return { text: "", range: { start: position, end: position } };
}
