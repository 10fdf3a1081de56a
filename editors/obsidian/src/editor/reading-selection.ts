/** Reading mode: there is no cursor, but a place that is shown, and perhaps text that was selected with the mouse. */

import { positionAt, toEditorText, toLineFeeds } from "@tandem/base/text";
import type { EditorSelection } from "@tandem/server";
import type { MarkdownView } from "obsidian";

/**
 * Where a text that is selected in the rendered note is in its source. Undefined unless it is there exactly once: the
 * rendered text leaves out marks, and a guess would be about other words.
 */
export function findShown(source: string, shown: string): Omit<EditorSelection, "path"> | undefined {
  const text = toLineFeeds(shown).trim();
  const at = text === "" ? -1 : source.indexOf(text);
  if (at < 0 || source.indexOf(text, at + 1) >= 0) return undefined;
  const end = positionAt(source, at + text.length);
  return { text, range: { start: positionAt(source, at), end }, cursor: end };
}

/** What is selected in a note in reading mode, or else an empty selection at the first line that is shown. */
export function shownSelection(view: MarkdownView): Omit<EditorSelection, "path"> {
  const source = toEditorText(view.getViewData());
  const selection = view.containerEl.ownerDocument.getSelection();
  const isHere = selection && !selection.isCollapsed && view.containerEl.contains(selection.anchorNode);
  const found = isHere ? findShown(source, selection.toString()) : undefined;
  if (found) return found;
  const line = Math.max(0, Math.floor(view.currentMode.getScroll()) || 0);
  const place = { line: Math.min(line, source.split("\n").length - 1), character: 0 };
  return { text: "", range: { start: place, end: place } };
}
