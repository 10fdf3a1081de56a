/**
 * The state of a review and the effect of hunk decisions and edits.
 *
 * The base is the text on disk and never changes. The result is the base with each hunk's lines in place, and is what
 * accepting returns. Hunks are computed once, when the review starts, and then follow the user's edits. Comparing the texts
 * again after each step could split the same change differently while the user works on it.
 */
import { splitHunks } from "../text/index.js";

export type HunkDecision = "undecided" | "accepted" | "rejected";

/** Lines in the result that replace lines `oldStart` to `oldEnd` (exclusive, from 0) of the base. */
export interface HunkState {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly lines: readonly string[];
  /** The proposed lines, or undefined for a change the user made by hand. */
  readonly proposed: readonly string[] | undefined;
  /** The lines to restore if a rejection is undone. */
  readonly wanted: readonly string[] | undefined;
  readonly isAccepted: boolean;
  /** True if the texts were not compared completely here, so unchanged lines may be included. */
  readonly isCoarse?: boolean | undefined;
}

/** An immutable snapshot of a review. Every function here returns a new one. */
export interface ReviewState {
  readonly base: string;
  readonly proposed: string;
  readonly result: string;
  readonly baseLines: readonly string[];
  readonly hunks: readonly HunkState[];
}

/** A hunk as editors show it. */
export interface ReviewHunk {
  readonly index: number;
  readonly decision: HunkDecision;
  /** Line range in the base, from 0, end exclusive. */
  readonly oldStart: number;
  readonly oldEnd: number;
  /** Line range in the result, where a rejected hunk has the base's lines. */
  readonly newStart: number;
  readonly newEnd: number;
  /** The hunk's new lines, even while it is rejected. */
  readonly lines: readonly string[];
  /**
   * True if the texts differ too much to compare all lines here, so the hunk may include lines that didn't change. Editors
   * say so beside it.
   */
  readonly isCoarse?: boolean | undefined;
}

/**
 * Returns true if two lists of lines are equal.
 *
 * @example
 * sameLines(["a"], ["a"]); // true
 */
export function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((line, index) => line === b[index]));
}

function linesOf(base: readonly string[], { oldStart, oldEnd }: Pick<HunkState, "oldStart" | "oldEnd">): string[] {
  return base.slice(oldStart, oldEnd);
}

/** A rejected hunk has the base's lines. */
function isRejected(base: readonly string[], hunk: HunkState): boolean {
  return sameLines(hunk.lines, linesOf(base, hunk));
}

/** Returns lines `oldStart` to `oldEnd` of the base, with each hunk's lines replaced by `linesFor(hunk)`. */
function replaceHunks(
  base: readonly string[],
  { oldStart, oldEnd }: Pick<HunkState, "oldStart" | "oldEnd">,
  hunks: readonly HunkState[],
  linesFor: (hunk: HunkState) => readonly string[],
): string[] {
  const out: string[] = [];
  let line = oldStart;
  for (const hunk of hunks) {
    while (line < hunk.oldStart) out.push(base[line++] ?? "");
    for (const each of linesFor(hunk)) out.push(each);
    line = hunk.oldEnd;
  }
  while (line < oldEnd) out.push(base[line++] ?? "");
  return out;
}

function textOf(base: readonly string[], hunks: readonly HunkState[]): string {
  return replaceHunks(base, { oldStart: 0, oldEnd: base.length }, hunks, ({ lines }) => lines).join("\n");
}

/**
 * Starts a review with all hunks undecided. The texts have LF line endings.
 *
 * @example
 * const review = startReview("a\nb\n", "a\nB\n");
 * hunksOf(review).map(({ decision }) => decision); // ["undecided"]
 */
export function startReview(base: string, proposed: string): ReviewState {
  const after = proposed.split("\n");
  const hunks = splitHunks(base, proposed).map(({ oldStart, oldEnd, newStart, newEnd, isCoarse }): HunkState => {
    const lines = after.slice(newStart, newEnd);
    return {
      oldStart,
      oldEnd,
      lines,
      proposed: lines,
      wanted: lines,
      isAccepted: false,
      ...(isCoarse && { isCoarse }),
    };
  });
  return { base, proposed, result: proposed, baseLines: base.split("\n"), hunks };
}

/** Returns the hunks of a review in order, with the decision on each. */
export function hunksOf({ baseLines, hunks }: Pick<ReviewState, "baseLines" | "hunks">): ReviewHunk[] {
  let shift = 0;
  return hunks.map((hunk, index) => {
    const { oldStart, oldEnd, lines, wanted, isAccepted, isCoarse } = hunk;
    const isBase = isRejected(baseLines, hunk);
    const newStart = oldStart + shift;
    const newEnd = newStart + lines.length;
    shift = newEnd - oldEnd;
    const decision = isBase ? "rejected" : isAccepted ? "accepted" : "undecided";
    const shown = isBase ? (wanted ?? []) : lines;
    return { index, decision, oldStart, oldEnd, newStart, newEnd, lines: shown, ...(isCoarse && { isCoarse }) };
  });
}

/** Returns true if the hunks remove all lines. The result is then empty, although splitting it gives one empty line. */
function hasNoLines({ baseLines, hunks }: ReviewState): boolean {
  return (
    hunks.reduce((sum, { oldStart, oldEnd, lines }) => sum + lines.length - (oldEnd - oldStart), baseLines.length) === 0
  );
}

/** Replaces lines `start` to `end` (exclusive, from 0) of the result with `lines`. */
export interface ResultEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** True if it may include lines that it doesn't change. */
  readonly isCoarse?: boolean | undefined;
}

/**
 * Returns the edit that a hunk decision makes in the result, or undefined if it makes none. For editors that apply the
 * decision to their own buffer as an undoable edit.
 */
export function editFor(review: ReviewState, index: number, decision: HunkDecision): ResultEdit | undefined {
  const hunk = hunksOf(review)[index];
  if (!hunk || (decision === "rejected") === (hunk.decision === "rejected")) return undefined;
  const lines = decision === "rejected" ? linesOf(review.baseLines, hunk) : hunk.lines;
  return { start: hunk.newStart, end: hasNoLines(review) ? 1 : hunk.newEnd, lines };
}

/**
 * Accepts or rejects a hunk. Until the review ends, the decision can be changed, or undone with `undecided`.
 *
 * @example
 * const withoutFirst = decideHunk(review, 0, "rejected");
 */
export function decideHunk(review: ReviewState, index: number, decision: HunkDecision): ReviewState {
  return decideHunks(review, [index], decision);
}

/** Applies decisions to several hunks at once, because rebuilding a long text hundreds of times takes seconds. */
export function decideHunks(review: ReviewState, indexes: readonly number[], decision: HunkDecision): ReviewState {
  const { baseLines: base, hunks } = review;
  const decided = new Set(indexes);
  const next = hunks.map((hunk, index) => (decided.has(index) ? decidedAs(base, hunk, decision) : hunk));
  const isSameText = next.every(({ lines }, index) => lines === hunks[index]?.lines);
  return { ...review, hunks: next, result: isSameText ? review.result : textOf(base, next) };
}

function decidedAs(base: readonly string[], hunk: HunkState, decision: HunkDecision): HunkState {
  const wasRejected = isRejected(base, hunk);
  const wanted = wasRejected ? hunk.wanted : hunk.lines;
  const lines = decision === "rejected" ? linesOf(base, hunk) : wasRejected ? (wanted ?? hunk.lines) : hunk.lines;
  return { ...hunk, lines, wanted, isAccepted: decision === "accepted" };
}

/** Returns true if an edit of the result touches a hunk. Text typed next to a rejected hunk is a separate change. */
function isTouched(hunk: ReviewHunk, start: number, end: number): boolean {
  const { decision, newStart, newEnd } = hunk;
  return decision === "rejected" ? start < newEnd && end > newStart : start <= newEnd && end >= newStart;
}

/**
 * Updates the review after the user edited the result. Text typed in a hunk belongs to it, and text typed elsewhere
 * becomes a new hunk. Decisions on untouched lines are kept.
 */
export function editResult(review: ReviewState, result: string): ReviewState {
  if (result === review.result) return review;
  const after = result.split("\n");
  const edits = splitHunks(review.result, result).map(({ oldStart, oldEnd, newStart, newEnd, isCoarse }) => ({
    start: oldStart,
    end: oldEnd,
    lines: after.slice(newStart, newEnd),
    isCoarse,
  }));
  return editLines(review, edits, result);
}

/**
 * Like {@link editResult}, for an editor that knows the changed lines, in order. Comparing a large text on every
 * keystroke is noticeable. `result` is the text after the edits.
 */
export function editLines(review: ReviewState, edits: readonly ResultEdit[], result: string): ReviewState {
  const all = hasNoLines(review) ? [{ start: 0, end: 0, lines: result.split("\n") }] : edits;
  // Applied from last to first, so that line numbers before an edit stay valid.
  const hunks = all.reduceRight((current, edit) => withEdit(review.baseLines, current, edit), review.hunks);
  return { ...review, result, hunks };
}

/**
 * Returns the rejected hunk whose lines an edit restores, as undo does. Among similar lines a diff may place the edit a few
 * lines away from the hunk, so the resulting texts are compared.
 */
function restoredHunk(
  base: readonly string[],
  hunks: readonly HunkState[],
  shown: readonly ReviewHunk[],
  { start, end, lines }: ResultEdit,
): number | undefined {
  const candidates = shown.filter(
    (hunk) =>
      hunk.decision === "rejected" &&
      hunks[hunk.index]?.wanted &&
      hunk.lines.length - (hunk.newEnd - hunk.newStart) === lines.length - (end - start),
  );
  if (candidates.length === 0) return undefined;
  const current = replaceHunks(base, { oldStart: 0, oldEnd: base.length }, hunks, (hunk) => hunk.lines);
  return candidates.find((hunk) => {
    const from = Math.min(start, hunk.newStart);
    const to = Math.max(end, hunk.newEnd);
    return sameLines(
      [...current.slice(from, start), ...lines, ...current.slice(end, to)],
      [...current.slice(from, hunk.newStart), ...hunk.lines, ...current.slice(hunk.newEnd, to)],
    );
  })?.index;
}

function withEdit(base: readonly string[], hunks: readonly HunkState[], edit: ResultEdit): readonly HunkState[] {
  const shown = hunksOf({ baseLines: base, hunks });
  const restored = restoredHunk(base, hunks, shown, edit);
  const rejected = restored === undefined ? undefined : hunks[restored];
  if (restored !== undefined && rejected?.wanted)
    return hunks.with(restored, { ...rejected, lines: rejected.wanted, isAccepted: false });
  const touched = shown.filter((hunk) => isTouched(hunk, edit.start, edit.end));
  const start = Math.min(edit.start, touched[0]?.newStart ?? edit.start);
  const end = Math.max(edit.end, touched.at(-1)?.newEnd ?? edit.end);
  let first = touched[0]?.index ?? shown.filter(({ newEnd }) => newEnd <= start).length;
  let next = (touched.at(-1)?.index ?? first - 1) + 1;
  // Include rejected hunks in between that have no lines in the result.
  while ((shown[first - 1]?.newEnd ?? start) > start) first--;
  while ((shown[next]?.newStart ?? end) < end) next++;
  const shiftAt = (index: number) => (shown[index - 1]?.newEnd ?? 0) - (shown[index - 1]?.oldEnd ?? 0);
  const range = { oldStart: start - shiftAt(first), oldEnd: end - shiftAt(next) };
  const mergedHunks = hunks.slice(first, next);
  const current = replaceHunks(base, range, mergedHunks, (hunk) => hunk.lines);
  // Doesn't use splice(), because there may be too many lines for an argument list.
  const lines = [...current.slice(0, edit.start - start), ...edit.lines, ...current.slice(edit.end - start)];
  const isOwn = mergedHunks.length === 0;
  const merged: HunkState = {
    ...range,
    lines,
    proposed: isOwn
      ? undefined
      : replaceHunks(base, range, mergedHunks, (hunk) => hunk.proposed ?? linesOf(base, hunk)),
    wanted: isOwn ? undefined : replaceHunks(base, range, mergedHunks, (hunk) => hunk.wanted ?? linesOf(base, hunk)),
    isAccepted: touched.length > 0 && touched.every(({ decision }) => decision === "accepted"),
    ...((edit.isCoarse || mergedHunks.some(({ isCoarse }) => isCoarse)) && { isCoarse: true }),
  };
  const own = linesOf(base, merged);
  const isNothing = sameLines(lines, own) && sameLines(merged.wanted ?? own, own);
  return hunks.toSpliced(first, next - first, ...(isNothing ? [] : [trimmed(base, merged)]));
}

/** Removes lines at both ends that equal the base in every case, for example after the user undid an edit next to the hunk. */
function trimmed(
  base: readonly string[],
  { oldStart, oldEnd, lines, proposed, wanted, ...hunk }: HunkState,
): HunkState {
  const texts = [lines, proposed ?? lines, wanted ?? lines];
  const shortest = Math.min(oldEnd - oldStart, ...texts.map(({ length }) => length));
  let head = 0;
  while (head < shortest && texts.every((text) => text[head] === base[oldStart + head])) head++;
  let tail = 0;
  while (tail < shortest - head && texts.every((text) => text.at(-1 - tail) === base[oldEnd - 1 - tail])) tail++;
  const cut = <T extends readonly string[] | undefined>(text: T) => text?.slice(head, text.length - tail) as T;
  return {
    ...hunk,
    oldStart: oldStart + head,
    oldEnd: oldEnd - tail,
    lines: cut(lines),
    proposed: cut(proposed),
    wanted: cut(wanted),
  };
}

/** Returns true if the user changed the text beyond accepting and rejecting hunks. */
export function isEdited({ baseLines, hunks }: ReviewState): boolean {
  return hunks.some((hunk) => !isRejected(baseLines, hunk) && !(hunk.proposed && sameLines(hunk.lines, hunk.proposed)));
}

/** The user's decision. `text` is the whole text as the user left it. */
export type DiffDecision = { readonly accepted: true; readonly text: string } | { readonly accepted: false };

/**
 * Returns the decision that accepting the review would make now. If every hunk is rejected, that is a rejection. If
 * there were no hunks to begin with, as for changed line endings or an empty new file, it is an acceptance.
 */
export function acceptedAs({
  base,
  proposed,
  result,
}: Pick<ReviewState, "base" | "proposed" | "result">): DiffDecision {
  return result !== base || proposed === base ? { accepted: true, text: result } : { accepted: false };
}

export interface ReviewCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  /** Lines added and removed if the result is accepted now. */
  readonly added: number;
  readonly removed: number;
}

export function countHunks(hunks: readonly ReviewHunk[]): ReviewCounts {
  const counts = { accepted: 0, rejected: 0, undecided: 0, added: 0, removed: 0 };
  for (const { decision, oldStart, oldEnd, newStart, newEnd } of hunks) {
    counts[decision]++;
    if (decision === "rejected") continue;
    counts.added += newEnd - newStart;
    counts.removed += oldEnd - oldStart;
  }
  return counts;
}
