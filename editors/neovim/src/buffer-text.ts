/**
 * A text as a buffer of Neovim has it, and back. A buffer has no line after its last line break, which is kept beside it
 * ('endofline'); the review model has one there, an empty one. The only place that knows both.
 */
import { hunksOf, type ResultEdit, type ReviewHunk, type ReviewState } from "@tandem/base/review";

/** What Neovim is told. Without a line is something else than with one empty line. */
export interface BufferText {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly eol: boolean;
}

/** What Neovim tells; `eol` only where the user has set it. */
export interface ToldText {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly eol?: boolean | undefined;
}

/** A hunk in lines of the buffers, from 1. Without lines on a side it is the line that they would come before. */
export interface BufferHunk {
  readonly decision: ReviewHunk["decision"];
  readonly old: number;
  readonly oldCount: number;
  readonly new: number;
  readonly newCount: number;
}

/** As `nvim_buf_set_lines` takes it: from 0, the last exclusive. */
export interface BufferEdit {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

const endsLine = (text: string) => text === "" || text.endsWith("\n");
const withoutBreak = (text: string) => (text.endsWith("\n") ? text.slice(0, -1) : text);
const lastLine = (text: string) => withoutBreak(text).slice(withoutBreak(text).lastIndexOf("\n") + 1);
const withoutLast = (lines: readonly string[]) => (lines.at(-1) === "" ? lines.slice(0, -1) : lines);

export function toBuffer(text: string): BufferText {
  return { text: withoutBreak(text), isEmpty: text === "", eol: endsLine(text) };
}

/** The text of the result's buffer in a review. */
export function fromBuffer({ text, isEmpty, eol }: ToldText, { base, proposed, result }: ReviewState): string {
  // One empty line is also what Vim's own diff makes of an empty text when it moves changes about.
  const isNone = text === "" && [base, proposed].includes("") && ![base, proposed].includes("\n");
  if (isEmpty || isNone) return "";
  return text + ((eol ?? eolFor(text, { base, proposed, result })) ? "\n" : "");
}

/** Vim's undo knows no 'endofline': the last line break comes back with the last line that it belongs to. */
function eolFor(text: string, { base, proposed, result }: Pick<ReviewState, "base" | "proposed" | "result">): boolean {
  const last = lastLine(text);
  const [one, other] = [base, proposed].filter((each) => each !== "" && lastLine(each) === last);
  const isOfOne = last !== lastLine(result) && one !== undefined && other === undefined;
  return endsLine(isOfOne ? one : result);
}

/** How many lines a side has: in the model, and in its buffer. */
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

export function bufferHunks(state: ReviewState): BufferHunk[] {
  const lines = counts(state);
  return hunksOf(state).map((hunk) => {
    const old = clip(hunk.oldStart, hunk.oldEnd, lines.old);
    const now = clip(hunk.newStart, hunk.newEnd, lines.new);
    return { decision: hunk.decision, old: old.at, oldCount: old.count, new: now.at, newCount: now.count };
  });
}

/** Does an edit of a review's result reach its end, where the line before it may become, or have been, the one that no buffer has? */
export function reachesEnd(state: ReviewState, { end }: ResultEdit): boolean {
  return end >= counts(state).modelled;
}

/** An edit of a review's result as one of its buffer. */
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
