/** Shows the hub's reviews in Neovim, and computes the edits for the user's decisions. */
import type { Clock } from "@tandem-ide/base";
import {
  countHunks,
  type DiffDecision,
  decideHunks,
  describeCounts,
  editFor,
  editResult,
  type HunkDecision,
  hunksOf,
  isEdited,
  type ReviewState,
  startReview,
} from "@tandem-ide/base/review";
import type { Review } from "@tandem-ide/server";
import { watchOutdated } from "@tandem-ide/server/files";
import type { Bridge } from "./bridge.js";
import {
  type BufferEdit,
  type BufferHunk,
  bufferEdit,
  bufferHunks,
  fromBuffer,
  reachesEnd,
  toBuffer,
} from "./buffer-text.js";
import { setComments } from "./feedback.js";
import { type EventParams, type HunkChoice, type RequestParams, results } from "./messages.js";

/** How long the user can reopen a review whose view they have closed. */
const reopenMs = 5_000;

export interface ReviewsOptions {
  readonly clock: Pick<Clock, "after">;
  readonly bridge: Pick<Bridge, "call" | "notify">;
  readonly isHidden: (path: string) => boolean;
  /** Called when the user has accepted, so the client is about to write this file. */
  readonly accepted: (path: string) => void;
}

/** A review as displayed in Neovim. */
interface Shown {
  readonly hunks: readonly BufferHunk[];
  /** Describes the decisions and the changed lines. */
  readonly counts: string;
  readonly eol: boolean;
  readonly isEdited: boolean;
}

/** The edits for the user's choices, to be applied in order if the text has not changed. */
export interface ReviewUpdate extends Shown {
  readonly edits: readonly BufferEdit[];
  /** No hunk was found for one of the choices. */
  readonly isMissed: boolean;
}

function shown(state: ReviewState): Shown {
  return {
    hunks: bufferHunks(state),
    counts: describeCounts(countHunks(hunksOf(state))),
    eol: toBuffer(state.result).eol,
    isEdited: isEdited(state),
  };
}

/** Returns the hunks in the range of a choice, or the one at the cursor. */
function touched(hunks: readonly BufferHunk[], { side, first, last, isRange }: HunkChoice): number[] {
  const inside: number[] = [];
  const beside: number[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const [start, count] = side === "old" ? [hunk.old, hunk.oldCount] : [hunk.new, hunk.newCount];
    if (count > 0 && start <= last && start + count > first) inside.push(index);
    else if (count === 0 && start <= last + 1 && start >= first) beside.push(index);
  }
  if (isRange) return [...inside, ...beside];
  if (inside.length > 0) return inside;
  const nearest = beside.find((index) => hunks[index]?.decision === "undecided") ?? beside[0];
  return nearest === undefined ? [] : [nearest];
}

/**
 * Returns the hunks that a choice decides, and how. A range decides its undecided hunks. If there are none, and at the
 * cursor, decisions are changed; repeating a decision undoes it.
 */
function resolveChoice(
  hunks: readonly BufferHunk[],
  choice: HunkChoice,
): { indexes: number[]; decision: HunkDecision } {
  const all = touched(hunks, choice);
  const decisionOf = (index: number) => hunks[index]?.decision;
  const undecided = all.filter((index) => decisionOf(index) === "undecided");
  const indexes = choice.isRange && undecided.length > 0 ? undecided : all;
  const isAgain = indexes.every((index) => decisionOf(index) === choice.decision);
  return { indexes, decision: isAgain ? "undecided" : choice.decision };
}

/** From the last hunk to the first, so that lines before an edit keep their numbers. */
function decideAll(state: ReviewState, indexes: readonly number[], decision: HunkDecision) {
  const edits: BufferEdit[] = [];
  const left: number[] = [];
  let next = state;
  for (const index of indexes.toSorted((a, b) => b - a)) {
    const edit = editFor(next, index, decision);
    if (edit) edits.push(bufferEdit(next, edit));
    // Later edits at the end of the text depend on this one. All others are applied together.
    if (edit && reachesEnd(next, edit)) next = decideHunks(next, [index], decision);
    else left.push(index);
  }
  return { next: decideHunks(next, left, decision), edits };
}

function decide(state: ReviewState, choices: readonly HunkChoice[]) {
  const edits: BufferEdit[] = [];
  let isMissed = false;
  let next = state;
  // All choices refer to the current lines.
  let hunks = bufferHunks(state);
  for (const choice of choices) {
    const { indexes, decision } = resolveChoice(hunks, choice);
    isMissed ||= indexes.length === 0;
    const decided = decideAll(next, indexes, decision);
    edits.push(...decided.edits);
    next = decided.next;
    hunks = hunks.map((hunk, index) => (indexes.includes(index) ? { ...hunk, decision } : hunk));
  }
  return { next, edits, isMissed };
}

export class Reviews {
  readonly #options: ReviewsOptions;
  /** The state of a review once Neovim has applied the edits. */
  readonly #pending = new WeakMap<Review, ReviewState>();
  readonly #cancelRejection = new WeakMap<Review, () => void>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  async review(review: Review): Promise<DiffDecision> {
    const { bridge, accepted } = this.#options;
    const { id } = review;
    const stop = watchOutdated(review, (isOutdated) => bridge.notify("review_outdated", { id, isOutdated }));
    void review.decided.then(stop);
    await this.#open(review);
    const decision = await review.decided;
    if (review.outcome === "withdrawn") bridge.notify("close_review", { id, reason: "withdrawn by Claude Code" });
    else if (decision.accepted) accepted(review.path);
    return decision;
  }

  async #open(review: Review): Promise<void> {
    const { id, client, path, oldPath, tabName, isNewFile, hasUnsavedChanges } = review;
    const isHidden = this.#options.isHidden(path);
    const facts = { id, client, path, oldPath, tabName, isNewFile, hasUnsavedChanges, isHidden };
    const texts = { old: toBuffer(review.oldText), new: toBuffer(review.newText) };
    await this.#options.bridge.call("open_review", { ...facts, ...texts, ...shown(review.state) }, results.nothing);
  }

  /** Sets the current text. Returns its hunks, and the edits for the choices. */
  update(review: Review, { content, choices, isReset }: Omit<RequestParams<"update_review">, "id">): ReviewUpdate {
    if (isReset) review.setState(startReview(review.oldText, review.newText));
    review.setState(editResult(review.state, fromBuffer(content, review.state)));
    const { next, edits, isMissed } = decide(review.state, choices);
    this.#pending.set(review, next);
    return { ...shown(next), edits, isMissed };
  }

  /** Call this when Neovim has applied the edits of the last update. */
  applied(review: Review): void {
    const next = this.#pending.get(review);
    if (next) review.setState(next);
  }

  /** The user has decided. Applies the final text and the pending choices. */
  decided(review: Review, decision: EventParams<"decided">): void {
    setComments(review, decision.comments);
    if (!decision.accepted) {
      review.reject(decision.reason);
      return;
    }
    const { content, choices } = decision;
    if (content) {
      this.update(review, { content, choices, isReset: false });
      this.applied(review);
    }
    // In a buffer, a typed CR is an ordinary character, but it is a line ending in the file.
    review.edit(review.result);
    review.accept();
    if (!review.outcome) void this.#refused(review);
  }

  /** The user has closed the view: rejects the review after a moment. */
  viewClosed(review: Review, { content, choices, comments }: EventParams<"view_closed">): void {
    setComments(review, comments);
    this.update(review, { content, choices, isReset: false });
    this.applied(review);
    const { bridge, clock } = this.#options;
    const cancel = clock.after(reopenMs, () => {
      if (review.outcome) return;
      review.reject();
      bridge.notify("review_rejected", { id: review.id });
    });
    this.#cancelRejection.set(review, cancel);
    void review.decided.then(cancel);
  }

  viewReopened(review: Review): void {
    this.#cancelRejection.get(review)?.();
  }

  /** The client can't accept this result, but Neovim has closed the view. Shows the review again. */
  async #refused(review: Review): Promise<void> {
    const { bridge } = this.#options;
    bridge.notify("notify", { level: "warn", message: review.whyNotAcceptable() });
    review.setState(startReview(review.oldText, review.newText));
    await this.#open(review).catch(() => review.reject());
  }
}
