/** A proposal under review: its texts, hunks, the user's edits and the outcome. */
import {
  acceptedAs,
  type DiffDecision,
  decideHunk,
  editResult,
  type Feedback,
  type HunkDecision,
  hunksOf,
  isEdited,
  type ReviewComment,
  type ReviewHunk,
  type ReviewState,
  startReview,
} from "@tandem-ide/base/review";
import { toLineFeeds } from "@tandem-ide/base/text";
import type { AcceptedForm, DiffProposal, Review, ReviewOutcome } from "../editor.js";

export class PendingReview implements Review {
  readonly id: string;
  readonly client: DiffProposal["client"];
  readonly path: string;
  readonly tabName: string;
  readonly oldPath: string;
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  readonly hasUnsavedChanges: boolean;
  readonly acceptedForm: AcceptedForm;
  readonly decided: Promise<DiffDecision>;
  readonly #changed: (review: PendingReview) => void;
  #reason: string | undefined;
  #comments: readonly ReviewComment[] = [];
  readonly #listeners = new Set<() => void>();
  #decide: (decision: DiffDecision) => void = () => {};
  #outcome: ReviewOutcome | undefined;
  /** Computed on demand, because comparing large texts is slow and an editor may use its own diff. */
  #state: ReviewState | undefined;

  constructor(proposal: DiffProposal, acceptedForm: AcceptedForm, changed: (review: PendingReview) => void) {
    this.id = proposal.id;
    this.client = proposal.client;
    this.path = proposal.path;
    this.tabName = proposal.tabName;
    this.oldPath = proposal.oldPath;
    this.oldText = proposal.oldText;
    this.newText = proposal.newText;
    this.isNewFile = proposal.isNewFile;
    this.hasUnsavedChanges = proposal.hasUnsavedChanges;
    this.acceptedForm = acceptedForm;
    this.#changed = changed;
    this.decided = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  get outcome(): ReviewOutcome | undefined {
    return this.#outcome;
  }

  get state(): ReviewState {
    this.#state ??= startReview(this.oldText, this.newText);
    return this.#state;
  }

  get result(): string {
    return this.#state?.result ?? this.newText;
  }

  get hunks(): readonly ReviewHunk[] {
    return hunksOf(this.state);
  }

  get isEdited(): boolean {
    return this.#state !== undefined && isEdited(this.#state);
  }

  edit(text: string): void {
    const result = toLineFeeds(text);
    if (result !== this.result) this.setState(editResult(this.state, result));
  }

  decideHunk(index: number, decision: HunkDecision): void {
    this.setState(decideHunk(this.state, index, decision));
  }

  setState(state: ReviewState): void {
    // An agent that only accepts a decision would ignore the edits.
    if (this.#outcome || this.acceptedForm === "decision" || state === this.#state) return;
    this.#state = state;
    this.#changed(this);
    for (const listener of this.#listeners) listener();
  }

  get comments(): readonly ReviewComment[] {
    return this.#comments;
  }

  /** What the user wants to tell the agent, or undefined. */
  get feedback(): Feedback | undefined {
    const reason = this.#reason;
    if (reason === undefined && this.#comments.length === 0) return undefined;
    return { ...(reason !== undefined && { reason }), comments: this.#comments };
  }

  setComment(line: number, text: string): void {
    if (this.#outcome) return;
    const others = this.#comments.filter((comment) => comment.line !== line);
    this.#comments = text.trim() === "" ? others : [...others, { line, text }];
    for (const listener of this.#listeners) listener();
  }

  whyNotAcceptable(): string | undefined {
    if (this.acceptedForm === "non-empty text" && this.result === "")
      return `${this.client.name} does not support emptying a file. Reject the changes, or keep at least one line.`;
    return undefined;
  }

  accept(): void {
    if (this.whyNotAcceptable() === undefined)
      this.end(acceptedAs({ base: this.oldText, proposed: this.newText, result: this.result }));
  }

  reject(reason?: string): void {
    if (!this.#outcome && reason?.trim()) this.#reason = reason;
    this.end({ accepted: false });
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the review. Later calls are ignored. */
  end(decision: DiffDecision, outcome: ReviewOutcome = decision.accepted ? "accepted" : "rejected"): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#listeners.clear();
    this.#decide(decision);
  }
}
