/** The hub's reviews in Neovim, which shows them, tells the text as it changes, and asks what a decision changes in it. */
import {
  type DiffDecision,
  decideHunks,
  editFor,
  editResult,
  type HunkDecision,
  isEdited,
  type ReviewState,
  startReview,
} from "@tandem/base/review";
import type { Review } from "@tandem/server";
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
import { type EventParams, type HunkChoice, type RequestParams, results } from "./messages.js";

export interface ReviewsOptions {
  readonly bridge: Pick<Bridge, "call" | "tell">;
  /** The user took it, so the client is about to write this file. */
  readonly accepted: (path: string) => void;
}

/** A review as Neovim draws it. */
interface Shown {
  readonly hunks: readonly BufferHunk[];
  readonly eol: boolean;
  readonly isEdited: boolean;
}

/** What choices come to: to be applied one after the other, if the text is still the one that was asked about. */
export interface ReviewUpdate extends Shown {
  readonly edits: readonly BufferEdit[];
  /** There was no hunk for one of the choices. */
  readonly isMissed: boolean;
}

function shown(state: ReviewState): Shown {
  return { hunks: bufferHunks(state), eol: toBuffer(state.result).eol, isEdited: isEdited(state) };
}

/** The hunks that a choice is about: those in its range, or the one at the cursor. */
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
 * The hunks that a choice decides, and how. A range decides what is undecided in it; where nothing is, and at the cursor,
 * decisions are changed, and the same decision once more takes them back.
 */
function meant(hunks: readonly BufferHunk[], choice: HunkChoice): { indexes: number[]; decision: HunkDecision } {
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
    // What is at the end after it depends on it; for all others the text is put together once.
    if (edit && reachesEnd(next, edit)) next = decideHunks(next, [index], decision);
    else left.push(index);
  }
  return { next: decideHunks(next, left, decision), edits };
}

function decide(state: ReviewState, choices: readonly HunkChoice[]) {
  const edits: BufferEdit[] = [];
  let isMissed = false;
  let next = state;
  // All are about the lines as they are now, whatever those before them change.
  let hunks = bufferHunks(state);
  for (const choice of choices) {
    const { indexes, decision } = meant(hunks, choice);
    isMissed ||= indexes.length === 0;
    const made = decideAll(next, indexes, decision);
    edits.push(...made.edits);
    next = made.next;
    hunks = hunks.map((hunk, index) => (indexes.includes(index) ? { ...hunk, decision } : hunk));
  }
  return { next, edits, isMissed };
}

export class Reviews {
  readonly #options: ReviewsOptions;
  /** What a review becomes when Neovim has applied what it asked for. */
  readonly #asked = new WeakMap<Review, ReviewState>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  async review(review: Review): Promise<DiffDecision> {
    const { bridge, accepted } = this.#options;
    await this.#open(review);
    const decision = await review.decided;
    if (review.outcome === "withdrawn")
      bridge.tell("close_review", { id: review.id, reason: "Claude Code has taken it back" });
    else if (decision.accepted) accepted(review.path);
    return decision;
  }

  async #open(review: Review): Promise<void> {
    const { id, client, path, oldPath, tabName, isNewFile, hasUnsavedChanges } = review;
    const facts = { id, client, path, oldPath, tabName, isNewFile, hasUnsavedChanges };
    const texts = { old: toBuffer(review.oldText), new: toBuffer(review.newText) };
    await this.#options.bridge.call("open_review", { ...facts, ...texts, ...shown(review.state) }, results.nothing);
  }

  /** The text is this now. Says which hunks it has, and what choices about them would change. */
  update(review: Review, { told, choices, isReset }: Omit<RequestParams<"update_review">, "id">): ReviewUpdate {
    if (isReset) review.setState(startReview(review.oldText, review.newText));
    review.setState(editResult(review.state, fromBuffer(told, review.state)));
    const { next, edits, isMissed } = decide(review.state, choices);
    this.#asked.set(review, next);
    return { ...shown(next), edits, isMissed };
  }

  /** Neovim has applied what it asked for last: nobody has typed meanwhile. */
  applied(review: Review): void {
    const next = this.#asked.get(review);
    if (next) review.setState(next);
  }

  /** The user's word, with the text as it is and the choices that were not applied to it yet. */
  decided(review: Review, decision: EventParams<"decided">): void {
    if (!decision.accepted) {
      review.reject();
      return;
    }
    const { told, choices } = decision;
    if (told) {
      this.update(review, { told, choices, isReset: false });
      this.applied(review);
    }
    // A carriage return that was typed is a character of its line here, and a line end of the file.
    review.edit(review.result);
    review.accept();
    if (!review.outcome) void this.#refused(review);
  }

  /** The client would not take it, and Neovim has closed the view. */
  async #refused(review: Review): Promise<void> {
    const { bridge } = this.#options;
    bridge.tell("notify", { level: "warn", message: review.whyNotAcceptable() });
    review.setState(startReview(review.oldText, review.newText));
    await this.#open(review).catch(() => review.reject());
  }
}
