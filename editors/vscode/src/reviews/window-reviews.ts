/** Reviews in this window: registers what VS Code may need at any time, and loads the rest after activation. */
import type { DiffDecision } from "@tandem-ide/base/review";
import type { Endpoint, Review, ReviewDraftStore } from "@tandem-ide/server";
import * as vscode from "vscode";
import { reviewCommands } from "./review-command-names.js";
import { ReviewFiles, reviewScheme } from "./review-files.js";
import type { ShownReviews, ShownReviewsOptions } from "./reviews-part.js";

type ReviewsPart = typeof import("./reviews-part.js");

export interface WindowReviewsOptions extends ShownReviewsOptions {
  readonly loadPart: () => Promise<ReviewsPart>;
}

export class WindowReviews implements vscode.Disposable {
  readonly #options: WindowReviewsOptions;
  readonly #registered = vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(reviewScheme, new ReviewFiles((id) => this.#shown?.find(id)), {
      isCaseSensitive: true,
    }),
    ...reviewCommands.map((name) =>
      vscode.commands.registerCommand(`tandem.${name}`, async (...args) => (await this.load()).run(name, args)),
    ),
  );
  #loading: Promise<ShownReviews> | undefined;
  #shown: ShownReviews | undefined;

  constructor(options: WindowReviewsOptions) {
    this.#options = options;
  }

  /** The number of pending reviews. */
  get pending(): number {
    return this.#shown?.pending ?? 0;
  }

  /** The place of the review in the active tab among the pending ones, such as "2 of 5", or empty. */
  get position(): string {
    return this.#shown?.position ?? "";
  }

  load(): Promise<ShownReviews> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Saves the user's edits. Undefined until it is loaded. */
  get draftStore(): ReviewDraftStore | undefined {
    return this.#shown?.draftStore;
  }

  /** Call this with each endpoint of the window. */
  follow(endpoint: Endpoint): void {
    void this.load().then((shown) => shown.follow(endpoint));
  }

  async review(review: Review): Promise<DiffDecision> {
    return await (await this.load()).review(review);
  }

  /** Lets the window that replaces this one offer the edits. */
  async leaveDrafts(): Promise<void> {
    await this.#shown?.leaveDrafts();
  }

  /** Saves drafts. */
  async close(): Promise<void> {
    await (await this.#loading)?.close();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#shown?.dispose();
  }

  async #load(): Promise<ShownReviews> {
    const part = await this.#options.loadPart();
    this.#shown = new part.ShownReviews(this.#options);
    return this.#shown;
  }
}
