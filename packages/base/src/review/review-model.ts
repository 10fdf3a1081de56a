/**
 * What a review is, and what a decision about a hunk does. Pure, runs in a page; the one place that knows.
 *
 * The base is what is on disk, and nothing is ever merged into it. The result is what accepting answers: the base with the
 * lines of each hunk in place of its own. Hunks are found once, when the review starts, and then follow what the user does:
 * comparing again after each step would cut the same change into other hunks under the user's hands.
 */
import { splitHunks } from "../text/index.js";

export type HunkDecision = "undecided" | "accepted" | "rejected";

/** Lines that stand in the result in place of the lines `oldStart` to `oldEnd` (exclusive, from 0) of the base. */
export interface HunkState {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly lines: readonly string[];
  /** What the proposal wants here; undefined for a change that the user has made by hand. */
  readonly proposed: readonly string[] | undefined;
  /** What comes back when a rejection is taken back. */
  readonly wanted: readonly string[] | undefined;
  readonly isAccepted: boolean;
}

/** A review at a moment. Every function here returns a new one. */
export interface ReviewState {
  readonly base: string;
  readonly proposed: string;
  readonly result: string;
  readonly baseLines: readonly string[];
  /** In order. */
  readonly hunks: readonly HunkState[];
}

/** A hunk as it is shown. */
export interface ReviewHunk {
  readonly index: number;
  readonly decision: HunkDecision;
  /** Its lines of the base, from 0, the end exclusive. */
  readonly oldStart: number;
  readonly oldEnd: number;
  /** Its lines of the result; for a rejected hunk they are the base's. */
  readonly newStart: number;
  readonly newEnd: number;
  /** The lines that it wants, or wanted before it was rejected. */
  readonly lines: readonly string[];
}

export function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((line, index) => line === b[index]));
}

function linesOf(base: readonly string[], { oldStart, oldEnd }: Pick<HunkState, "oldStart" | "oldEnd">): string[] {
  return base.slice(oldStart, oldEnd);
}

/** A hunk whose lines are the base's changes nothing. */
function isRejected(base: readonly string[], hunk: HunkState): boolean {
  return areSame(hunk.lines, linesOf(base, hunk));
}

/** The lines from `oldStart` to `oldEnd` of the base, with those that `of` says in place of each hunk's. */
function gather(
  base: readonly string[],
  { oldStart, oldEnd }: Pick<HunkState, "oldStart" | "oldEnd">,
  hunks: readonly HunkState[],
  of: (hunk: HunkState) => readonly string[],
): string[] {
  const out: string[] = [];
  let line = oldStart;
  for (const hunk of hunks) {
    while (line < hunk.oldStart) out.push(base[line++] ?? "");
    for (const each of of(hunk)) out.push(each);
    line = hunk.oldEnd;
  }
  while (line < oldEnd) out.push(base[line++] ?? "");
  return out;
}

function textOf(base: readonly string[], hunks: readonly HunkState[]): string {
  return gather(base, { oldStart: 0, oldEnd: base.length }, hunks, ({ lines }) => lines).join("\n");
}

/**
 * The review of a proposal that nobody has decided about yet. Texts with LF line ends.
 *
 * @example
 * const review = startReview("a\nb\n", "a\nB\n");
 * hunksOf(review).map(({ decision }) => decision); // ["undecided"]
 */
export function startReview(base: string, proposed: string): ReviewState {
  const after = proposed.split("\n");
  const hunks = splitHunks(base, proposed).map(({ oldStart, oldEnd, newStart, newEnd }): HunkState => {
    const lines = after.slice(newStart, newEnd);
    return { oldStart, oldEnd, lines, proposed: lines, wanted: lines, isAccepted: false };
  });
  return { base, proposed, result: proposed, baseLines: base.split("\n"), hunks };
}

/** The hunks of a review with what was decided about each, in order. */
export function hunksOf({ baseLines, hunks }: Pick<ReviewState, "baseLines" | "hunks">): ReviewHunk[] {
  let shift = 0;
  return hunks.map((hunk, index) => {
    const { oldStart, oldEnd, lines, wanted, isAccepted } = hunk;
    const isBase = isRejected(baseLines, hunk);
    const newStart = oldStart + shift;
    const newEnd = newStart + lines.length;
    shift = newEnd - oldEnd;
    const decision = isBase ? "rejected" : isAccepted ? "accepted" : "undecided";
    return { index, decision, oldStart, oldEnd, newStart, newEnd, lines: isBase ? (wanted ?? []) : lines };
  });
}

/** True where hunks took away all lines. The result is empty then, which is one empty line to whoever splits it. */
function hasNoLines({ baseLines, hunks }: ReviewState): boolean {
  return (
    hunks.reduce((sum, { oldStart, oldEnd, lines }) => sum + lines.length - (oldEnd - oldStart), baseLines.length) === 0
  );
}

/** The lines `start` to `end` (exclusive, from 0) of the result become `lines`. */
export interface ResultEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * What a decision about a hunk changes in the result; undefined when it changes nothing there. For an editor that applies it
 * to its own buffer, as an edit that can be undone.
 */
export function editFor(review: ReviewState, index: number, decision: HunkDecision): ResultEdit | undefined {
  const hunk = hunksOf(review)[index];
  if (!hunk || (decision === "rejected") === (hunk.decision === "rejected")) return undefined;
  const lines = decision === "rejected" ? linesOf(review.baseLines, hunk) : hunk.lines;
  return { start: hunk.newStart, end: hasNoLines(review) ? 1 : hunk.newEnd, lines };
}

/**
 * Decides about a hunk; a decision can be changed, or taken back with `undecided`, until the review ends.
 *
 * @example
 * const withoutTheFirst = decideHunk(review, 0, "rejected");
 */
export function decideHunk(review: ReviewState, index: number, decision: HunkDecision): ReviewState {
  return decideHunks(review, [index], decision);
}

/** The same for several at once: putting a long text together for each of hundreds takes seconds. */
export function decideHunks(review: ReviewState, indexes: readonly number[], decision: HunkDecision): ReviewState {
  const { baseLines: base, hunks } = review;
  const those = new Set(indexes);
  const next = hunks.map((hunk, index) => (those.has(index) ? decidedAs(base, hunk, decision) : hunk));
  const isSameText = next.every(({ lines }, index) => lines === hunks[index]?.lines);
  return { ...review, hunks: next, result: isSameText ? review.result : textOf(base, next) };
}

function decidedAs(base: readonly string[], hunk: HunkState, decision: HunkDecision): HunkState {
  const wasRejected = isRejected(base, hunk);
  const wanted = wasRejected ? hunk.wanted : hunk.lines;
  const lines = decision === "rejected" ? linesOf(base, hunk) : wasRejected ? (wanted ?? hunk.lines) : hunk.lines;
  return { ...hunk, lines, wanted, isAccepted: decision === "accepted" };
}

/** Where an edit of the result touches a hunk. Beside a rejected one the user types something of their own. */
function isTouched(hunk: ReviewHunk, start: number, end: number): boolean {
  const { decision, newStart, newEnd } = hunk;
  return decision === "rejected" ? start < newEnd && end > newStart : start <= newEnd && end >= newStart;
}

/**
 * The user has typed: the result is this text now. What they type into a hunk belongs to it, and what they type elsewhere is a
 * hunk of its own; decisions about lines that they left alone stay.
 */
export function editResult(review: ReviewState, result: string): ReviewState {
  if (result === review.result) return review;
  const after = result.split("\n");
  const edits = splitHunks(review.result, result).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    start: oldStart,
    end: oldEnd,
    lines: after.slice(newStart, newEnd),
  }));
  return editLines(review, edits, result);
}

/**
 * The same for an editor that knows which lines have changed, in order: in a large text comparing at every key is felt.
 * `result` is the text after it.
 */
export function editLines(review: ReviewState, edits: readonly ResultEdit[], result: string): ReviewState {
  const all = hasNoLines(review) ? [{ start: 0, end: 0, lines: result.split("\n") }] : edits;
  // From the last to the first, so that the lines before an edit keep their numbers.
  const hunks = all.reduceRight((current, edit) => withEdit(review.baseLines, current, edit), review.hunks);
  return { ...review, result, hunks };
}

/**
 * The rejected hunk whose lines an edit brings back, as undo does. A diff may place the edit a few lines away from the hunk,
 * where the lines around it are alike, so what comes out is compared.
 */
function broughtBack(
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
  const current = gather(base, { oldStart: 0, oldEnd: base.length }, hunks, (hunk) => hunk.lines);
  return candidates.find((hunk) => {
    const from = Math.min(start, hunk.newStart);
    const to = Math.max(end, hunk.newEnd);
    return areSame(
      [...current.slice(from, start), ...lines, ...current.slice(end, to)],
      [...current.slice(from, hunk.newStart), ...hunk.lines, ...current.slice(hunk.newEnd, to)],
    );
  })?.index;
}

function withEdit(base: readonly string[], hunks: readonly HunkState[], edit: ResultEdit): readonly HunkState[] {
  const shown = hunksOf({ baseLines: base, hunks });
  const back = broughtBack(base, hunks, shown, edit);
  const rejected = back === undefined ? undefined : hunks[back];
  if (back !== undefined && rejected?.wanted)
    return hunks.with(back, { ...rejected, lines: rejected.wanted, isAccepted: false });
  const touched = shown.filter((hunk) => isTouched(hunk, edit.start, edit.end));
  const start = Math.min(edit.start, touched[0]?.newStart ?? edit.start);
  const end = Math.max(edit.end, touched.at(-1)?.newEnd ?? edit.end);
  let first = touched[0]?.index ?? shown.filter(({ newEnd }) => newEnd <= start).length;
  let next = (touched.at(-1)?.index ?? first - 1) + 1;
  // Rejected ones that have no lines in the result may stand in between, and then belong to it too.
  while ((shown[first - 1]?.newEnd ?? start) > start) first--;
  while ((shown[next]?.newStart ?? end) < end) next++;
  const shiftAt = (index: number) => (shown[index - 1]?.newEnd ?? 0) - (shown[index - 1]?.oldEnd ?? 0);
  const place = { oldStart: start - shiftAt(first), oldEnd: end - shiftAt(next) };
  const those = hunks.slice(first, next);
  const current = gather(base, place, those, (hunk) => hunk.lines);
  // Not spliced: as arguments so many lines may be too many.
  const lines = [...current.slice(0, edit.start - start), ...edit.lines, ...current.slice(edit.end - start)];
  const isOwn = those.length === 0;
  const merged: HunkState = {
    ...place,
    lines,
    proposed: isOwn ? undefined : gather(base, place, those, (hunk) => hunk.proposed ?? linesOf(base, hunk)),
    wanted: isOwn ? undefined : gather(base, place, those, (hunk) => hunk.wanted ?? linesOf(base, hunk)),
    isAccepted: touched.length > 0 && touched.every(({ decision }) => decision === "accepted"),
  };
  const own = linesOf(base, merged);
  const isNothing = areSame(lines, own) && areSame(merged.wanted ?? own, own);
  return hunks.toSpliced(first, next - first, ...(isNothing ? [] : [trimmed(base, merged)]));
}

/** Without the lines at either end that are the base's whatever is decided: what was typed beside it may have been undone. */
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

/** The user has made something else of the proposal than taking and leaving parts of it gives. */
export function isEdited({ baseLines, hunks }: ReviewState): boolean {
  return hunks.some((hunk) => !isRejected(baseLines, hunk) && !(hunk.proposed && areSame(hunk.lines, hunk.proposed)));
}

/** What the user decided. `text` is the whole text as they left it. */
export type DiffDecision = { readonly accepted: true; readonly text: string } | { readonly accepted: false };

/**
 * What accepting a review as it stands means. With every hunk rejected there is nothing left to accept, so it is a rejection;
 * where there were no hunks from the start, as with other line ends or an empty new file, accepting is accepting.
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
  /** Lines that come and go if the result is accepted now. */
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
