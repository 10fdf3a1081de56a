/**
 * Converts between the text of the review model and Neovim's buffers. In a buffer the last line break is the option
 * 'endofline', while the model has an empty line after it.
 */
import { type HunkState, hunksOf, type ResultEdit, type ReviewHunk, type ReviewState } from "@tandem-ide/base/review";
import { type Hunk, splitHunks } from "@tandem-ide/base/text";

/** A text for Neovim. Having no lines isn't the same as having one empty line. */
export interface BufferText {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly eol: boolean;
}

/** A text from Neovim; `eol` only if the user has set it. */
export interface EditedText {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly eol?: boolean | undefined;
}

/** Where a hunk is in buffer lines, from 1. With a count of 0 it is the line before which the missing lines belong. */
export interface HunkLines {
  readonly old: number;
  readonly oldCount: number;
  readonly new: number;
  readonly newCount: number;
}

export interface BufferHunk extends HunkLines {
  readonly decision: ReviewHunk["decision"];
  /** The lines that a rejection left out. */
  readonly rejected?: readonly string[];
  /** The lines in the buffer that the user wrote, from 1. */
  readonly own?: readonly number[];
  /** Shown beside it. */
  readonly note?: string;
}

/** The arguments of `nvim_buf_set_lines`: from 0, with `last` exclusive. */
export interface BufferEdit {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

const coarse = "too different to compare line by line: may include unchanged lines";

const endsLine = (text: string) => text === "" || text.endsWith("\n");
const withoutBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);
const lastLine = (text: string) => withoutBreak(text).slice(withoutBreak(text).lastIndexOf("\n") + 1);
const withoutLast = (lines: readonly string[]) => (lines.at(-1) === "" ? lines.slice(0, -1) : lines);

export function toBuffer(text: string): BufferText {
  return { text: withoutBreak(text), isEmpty: text === "", eol: endsLine(text) };
}

/** Returns how many lines some text has in a buffer. */
export function linesInBuffer(text: string): number {
  return text.split("\n").length - (endsLine(text) ? 1 : 0);
}

/** Returns the text of a review's result buffer. */
export function fromBuffer({ text, isEmpty, eol }: EditedText, { base, proposed, result }: ReviewState): string {
  // Vim's diff commands can turn an empty text into one empty line.
  const isNone = text === "" && [base, proposed].includes("") && ![base, proposed].includes("\n");
  if (isEmpty || isNone) return "";
  return text + ((eol ?? eolFor(text, { base, proposed, result })) ? "\n" : "");
}

/** Vim's undo does not restore 'endofline', so the last line break is restored with the last line. */
function eolFor(text: string, { base, proposed, result }: Pick<ReviewState, "base" | "proposed" | "result">): boolean {
  const last = lastLine(text);
  const [one, other] = [base, proposed].filter((each) => each !== "" && lastLine(each) === last);
  const isOfOne = last !== lastLine(result) && one !== undefined && other === undefined;
  return endsLine(isOfOne ? one : result);
}

/** Counts the lines of the result in the model, and of both sides in their buffers. */
function counts(state: ReviewState) {
  const { oldEnd, newEnd } = hunksOf(state).at(-1) ?? { oldEnd: 0, newEnd: 0 };
  const { length } = state.baseLines;
  const inBuffer = (lines: number, text: string) => Math.max(0, lines - (endsLine(text) ? 1 : 0));
  const modelled = length + newEnd - oldEnd;
  return { modelled, old: inBuffer(length, state.base), new: inBuffer(modelled, state.result) };
}

function clip(start: number, end: number, count: number): { at: number; count: number } {
  const at = Math.min(start, count);
  return { at: at + 1, count: Math.min(end, count) - at };
}

/** Converts the lines of a hunk. `lines` are the numbers of lines in the buffers. */
export function hunkLines(hunk: Hunk, lines: { readonly old: number; readonly new: number }): HunkLines {
  const old = clip(hunk.oldStart, hunk.oldEnd, lines.old);
  const now = clip(hunk.newStart, hunk.newEnd, lines.new);
  return { old: old.at, oldCount: old.count, new: now.at, newCount: now.count };
}

/** With more lines, all of those between the first and the last difference count as the user's. */
const maxCompared = 2_000;

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);

/** Returns the lines of a hunk that the user wrote, from 0. */
function ownLines({ lines, proposed = [] }: Pick<HunkState, "lines" | "proposed">): number[] {
  if (proposed === lines) return [];
  const shortest = Math.min(proposed.length, lines.length);
  let head = 0;
  while (head < shortest && proposed[head] === lines[head]) head++;
  let tail = 0;
  while (tail < shortest - head && proposed.at(-1 - tail) === lines.at(-1 - tail)) tail++;
  const was = proposed.slice(head, proposed.length - tail);
  const is = lines.slice(head, lines.length - tail);
  // Without lines, a hunk isn't the same as an empty line.
  if (was.length === 0 || is.length === 0 || was.length + is.length > maxCompared)
    return range(head, lines.length - tail);
  return splitHunks(was.join("\n"), is.join("\n")).flatMap(({ newStart, newEnd }) =>
    range(head + newStart, head + newEnd),
  );
}

export function bufferHunks(state: ReviewState): BufferHunk[] {
  const lines = counts(state);
  return hunksOf(state).map((hunk, index) => {
    const edited = state.hunks[index];
    const { decision, lines: rejected, isCoarse } = hunk;
    const where = hunkLines(hunk, lines);
    const offsets = edited && decision !== "rejected" ? ownLines(edited).filter((line) => line < where.newCount) : [];
    return {
      decision,
      ...where,
      ...(decision === "rejected" && { rejected }),
      ...(offsets.length > 0 && { own: offsets.map((line) => where.new + line) }),
      ...(isCoarse && { note: coarse }),
    };
  });
}

/** Whether an edit reaches the end of the result, where the last empty line of the model does not exist in the buffer. */
export function reachesEnd(state: ReviewState, { end }: ResultEdit): boolean {
  return end >= counts(state).modelled;
}

/** Converts an edit of a review's result to its buffer. */
export function bufferEdit(state: ReviewState, edit: ResultEdit): BufferEdit {
  const { start, end, lines } = edit;
  if (!reachesEnd(state, edit)) return { first: start, last: end, lines };
  const { new: last } = counts(state);
  const before = state.result.split("\n");
  const first = Math.max(start - 1, 0);
  const after = withoutLast([...before.slice(first, start), ...lines]);
  const isKept = start > 0 && first < last && after[0] === before[first];
  return isKept ? { first: first + 1, last, lines: after.slice(1) } : { first, last, lines: after };
}
