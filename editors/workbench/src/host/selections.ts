/** The cursor in each open file. */
import type { Update } from "@codemirror/collab";
import { rangeOf } from "@tandem-ide/codemirror/text";
import type { EditorSelection } from "@tandem-ide/server";
import type { FileDocument } from "./documents/file-document.js";

/** Offsets; the head is the end that moves. */
export interface Cursor {
  readonly anchor: number;
  readonly head: number;
  /** The text that the user sees selected, if it differs from the file, as in a notebook's cell. */
  readonly text?: string | undefined;
}

const start: Cursor = { anchor: 0, head: 0 };

export class Selections {
  readonly #cursors = new Map<string, Cursor>();

  get(path: string): Cursor {
    return this.#cursors.get(path) ?? start;
  }

  /** Sets the cursor. Offsets past the end are clamped. */
  set({ path, shared }: FileDocument, { anchor, head, text }: Cursor): void {
    const clamp = (offset: number) => Math.min(offset, shared.text.length);
    this.#cursors.set(path, { anchor: clamp(anchor), head: clamp(head), text });
  }

  follow(path: string, updates: readonly Update[]): void {
    let cursor = this.#cursors.get(path);
    if (!cursor) return;
    for (const { changes } of updates)
      cursor = { ...cursor, anchor: changes.mapPos(cursor.anchor, 1), head: changes.mapPos(cursor.head, 1) };
    this.#cursors.set(path, cursor);
  }

  forget(path: string): void {
    this.#cursors.delete(path);
  }

  of({ path, shared: { text } }: FileDocument): EditorSelection {
    const { anchor, head, text: seen } = this.get(path);
    const [from, to] = anchor < head ? [anchor, head] : [head, anchor];
    const range = rangeOf(text, from, to);
    return { path, text: seen ?? text.sliceString(from, to), range, cursor: head === from ? range.start : range.end };
  }
}
