/** What Neovim shows of a changed file: a review of it, and the marks beside its text. */
import { createHash } from "node:crypto";
import type { OpenChange } from "@tandem-ide/changes/model";
import { type BufferText, type HunkLines, hunkLines, linesInBuffer, toBuffer } from "./buffer-text.js";

/** A hunk of a change on disk. The decision is always "undecided", because decided hunks aren't part of the change any more. */
export interface ShownHunk extends HunkLines {
  readonly decision: "undecided";
  readonly note?: string;
}

export interface ShownChange extends Pick<OpenChange, "turn" | "path" | "kind" | "version"> {
  readonly old: BufferText;
  readonly new: BufferText;
  readonly hunks: readonly ShownHunk[];
}

/** The marks of a file. Neovim only draws them if its buffer has the same text. */
export interface ChangeMarks extends Pick<OpenChange, "turn" | "path" | "version"> {
  /** Identifies the text on disk. */
  readonly text: string;
  /** How many lines that text has. */
  readonly lines: number;
  readonly hunks: readonly HunkLines[];
}

function linesOf({ hunks, before, after }: OpenChange): HunkLines[] {
  const lines = { old: linesInBuffer(before), new: linesInBuffer(after) };
  return hunks.map((hunk) => hunkLines(hunk, lines));
}

export function shownChange(change: OpenChange): ShownChange {
  const { turn, path, kind, version, before, after, hunks } = change;
  const shown = linesOf(change).map((lines, index) => ({
    ...lines,
    decision: "undecided" as const,
    ...(hunks[index]?.hasUserEdits && { note: "with your edits" }),
  }));
  return { turn, path, kind, version, old: toBuffer(before), new: toBuffer(after), hunks: shown };
}

/** @param path the buffer's path of the file */
export function changeMarks(path: string, change: OpenChange): ChangeMarks {
  const { turn, version, after } = change;
  const text = createHash("sha1").update(after).digest("hex");
  return { turn, path, version, text, lines: linesInBuffer(after), hunks: linesOf(change) };
}
