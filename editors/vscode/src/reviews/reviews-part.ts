/** Reviews and their views, in a separate bundle that is loaded after activation. */
import { type DiffDecision, queuePosition } from "@tandem-ide/base/review";
import type { Endpoint, Review, ReviewDraftStore } from "@tandem-ide/server";
import { DraftJournal, ReviewDrafts } from "@tandem-ide/workspace/drafts";
import * as vscode from "vscode";
import { endLostReviews } from "./lost-reviews.js";
import { PastDecisions } from "./past-decisions.js";
import type { ReviewCommand } from "./review-command-names.js";
import { ReviewCommands } from "./review-commands.js";
import { offeredDrafts } from "./review-drafts.js";
import type { ReviewSides } from "./review-files.js";
import { showReviewLenses } from "./review-lenses.js";
import { showReviewMarks } from "./review-marks.js";
import { showReviewTree } from "./review-tree.js";
import { Reviews, type ReviewsOptions } from "./reviews.js";

export interface ShownReviewsOptions extends Omit<ReviewsOptions, "isHidden"> {
  /** Where drafts are offered again. */
  readonly draftFolders: () => readonly string[];
  readonly changed: () => void;
}

/** The reviews of this window, with what the window shows of them. */
export class ShownReviews implements vscode.Disposable {
  readonly #drafts: ReviewDrafts;
  readonly #reviews: Reviews;
  readonly #decisions = new PastDecisions();
  readonly #commands: ReviewCommands;
  readonly #views: vscode.Disposable;
  #endpoint: Endpoint | undefined;
  /** Saves the user's edits. */
  readonly draftStore: ReviewDraftStore;

  constructor(options: ShownReviewsOptions) {
    const { draftFolders, changed, log } = options;
    this.#drafts = new ReviewDrafts(new DraftJournal({ env: process.env, onFailed: log }), draftFolders);
    this.draftStore = offeredDrafts(this.#drafts);
    this.#reviews = new Reviews({
      ...options,
      isHidden: (path) => this.#endpoint?.whyHidden(path) !== undefined,
    });
    this.#commands = new ReviewCommands(this.#reviews, this.#decisions, () => this.#endpoint);
    this.#views = vscode.Disposable.from(
      this.#reviews,
      this.#reviews.onDidChange(changed),
      vscode.window.tabGroups.onDidChangeTabs(changed),
      vscode.window.tabGroups.onDidChangeTabGroups(changed),
      showReviewTree(this.#reviews),
      showReviewLenses(this.#reviews),
      showReviewMarks(this.#reviews),
    );
  }

  /** The number of pending reviews. */
  get pending(): number {
    return this.#reviews.pending.length;
  }

  get position(): string {
    const { pending, current } = this.#reviews;
    return current ? queuePosition(pending, current.id) : "";
  }

  find(id: string): ReviewSides | undefined {
    return this.#reviews.get(id);
  }

  /** Call this with each endpoint of the window. */
  follow(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
    this.#decisions.follow(endpoint);
  }

  review(review: Review): Promise<DiffDecision> {
    return this.#reviews.review(review);
  }

  run(command: ReviewCommand, args: readonly unknown[]): unknown {
    return this.#commands.run(command, args);
  }

  /** Closes reviews from before a reload, and offers their edits. */
  endLost(): Promise<void> {
    return endLostReviews(this.#drafts, (id) => this.#reviews.get(id) !== undefined);
  }

  /** Lets the window that replaces this one offer the edits. */
  leaveDrafts(): Promise<void> {
    return this.#drafts.leaveAll();
  }

  /** Saves drafts. */
  close(): Promise<void> {
    this.#reviews.stop();
    return this.#drafts.close();
  }

  dispose(): void {
    this.#views.dispose();
  }
}
