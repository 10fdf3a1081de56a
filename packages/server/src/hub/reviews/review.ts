/** One proposal, from when a client makes it until the user decides: the texts, the hunks, the user's draft, the outcome. */
import {
  acceptedAs,
  type DiffDecision,
  decideHunk,
  editResult,
  type HunkDecision,
  hunksOf,
  isEdited,
  type ReviewHunk,
  type ReviewState,
  startReview,
} from "@tandem/base/review";
import { toLineFeeds } from "@tandem/base/text";
import type { DiffProposal, Review, ReviewOutcome, TakesBack } from "../editor.js";

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
  readonly takes: TakesBack;
  readonly decided: Promise<DiffDecision>;
  readonly #changed: (review: PendingReview) => void;
  readonly #listeners = new Set<() => void>();
  #decide: (decision: DiffDecision) => void = () => {};
  #outcome: ReviewOutcome | undefined;
  /** Made when somebody looks: comparing is the longest part of a large review, and an editor may have a diff of its own. */
  #state: ReviewState | undefined;

  constructor(proposal: DiffProposal, takes: TakesBack, changed: (review: PendingReview) => void) {
    this.id = proposal.id;
    this.client = proposal.client;
    this.path = proposal.path;
    this.tabName = proposal.tabName;
    this.oldPath = proposal.oldPath;
    this.oldText = proposal.oldText;
    this.newText = proposal.newText;
    this.isNewFile = proposal.isNewFile;
    this.hasUnsavedChanges = proposal.hasUnsavedChanges;
    this.takes = takes;
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
    // An agent that takes back no text would write the proposal, whatever the user made of it.
    if (this.#outcome || this.takes === "verdict" || state === this.#state) return;
    this.#state = state;
    this.#changed(this);
    for (const listener of this.#listeners) listener();
  }

  whyNotAcceptable(): string | undefined {
    if (this.takes === "non-empty text" && this.result === "")
      return `${this.client.name} cannot be told that the file is to be empty. Reject the proposal, or leave a line in it.`;
    return undefined;
  }

  accept(): void {
    if (this.whyNotAcceptable() === undefined)
      this.end(acceptedAs({ base: this.oldText, proposed: this.newText, result: this.result }));
  }

  reject(): void {
    this.end({ accepted: false });
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The first word counts; `withdrawn` is for a proposal that its client has taken back. */
  end(decision: DiffDecision, outcome: ReviewOutcome = decision.accepted ? "accepted" : "rejected"): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#listeners.clear();
    this.#decide(decision);
  }
}
