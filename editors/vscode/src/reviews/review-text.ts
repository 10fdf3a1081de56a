/**
 * What a review is about, without a window: the result, which will be answered, and the base, which it is compared with.
 * Refusing a hunk puts the base's lines into the result, accepting one puts the result's into the base; so what differs is
 * what is undecided. Pure.
 */
import type { TextRange } from "@tandem/base";
import { applyHunks, changedPart, type Hunk, positionAt, splitHunks } from "@tandem/base/text";

export interface ReviewText {
  readonly base: string;
  readonly result: string;
}

/** A hunk of a review, with words for a list. */
export interface ListedHunk extends Hunk {
  readonly index: number;
  /** How many lines come and go. */
  readonly added: number;
  readonly removed: number;
  /** The first line that changes, as it will be or, where lines only go, as it was. */
  readonly preview: string;
}

export function hunksOf({ base, result }: ReviewText): readonly ListedHunk[] {
  const before = base.split("\n");
  const after = result.split("\n");
  return splitHunks(base, result).map((hunk, index) => {
    const added = hunk.newEnd - hunk.newStart;
    const removed = hunk.oldEnd - hunk.oldStart;
    const changed = added > 0 ? after.slice(hunk.newStart, hunk.newEnd) : before.slice(hunk.oldStart, hunk.oldEnd);
    const preview = (changed.find((line) => line.trim() !== "") ?? "").trim().replace(/\s+/g, " ");
    return { ...hunk, index, added, removed, preview };
  });
}

/** The hunk counts as decided for the proposal. */
export function acceptHunk(text: ReviewText, index: number): ReviewText {
  const hunks = splitHunks(text.base, text.result);
  return { ...text, base: applyHunks(text.base, text.result, hunks, (_hunk, at) => at === index) };
}

/** The hunk is taken out of the proposal. */
export function rejectHunk(text: ReviewText, index: number): ReviewText {
  const hunks = splitHunks(text.base, text.result);
  return { ...text, result: applyHunks(text.base, text.result, hunks, (_hunk, at) => at !== index) };
}

/**
 * The hunk at a line of the result, from 0. Where lines only went there is none of its own: the line before and the one
 * after count for it. Otherwise the next one below, so that a key works from wherever the cursor is, else the last.
 */
export function hunkAt(hunks: readonly ListedHunk[], line: number): ListedHunk | undefined {
  const touches = ({ newStart, newEnd }: Hunk) =>
    newEnd > newStart ? line >= newStart && line < newEnd : line === newStart || line === newStart - 1;
  return hunks.find(touches) ?? hunks.find(({ newStart }) => newStart > line) ?? hunks.at(-1);
}

/** One replacement, by lines and characters: what an offset means depends on the line ends that a document has. */
export interface Replacement {
  readonly range: TextRange;
  readonly insert: string;
}

/** The smallest replacement that makes one text of the other: the cursor and what is folded stay elsewhere. */
export function replacementFor(before: string, after: string): Replacement | undefined {
  const part = changedPart(before, after);
  if (!part) return undefined;
  const range = { start: positionAt(before, part.start), end: positionAt(before, part.end) };
  return { range, insert: after.slice(part.start, part.newEnd) };
}
