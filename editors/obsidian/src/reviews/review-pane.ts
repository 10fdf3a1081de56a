/** A review and its pane. */
import type { Extension } from "@codemirror/state";
import { setComments } from "@tandem-ide/base/review";
import { openReviewPanel, type ReviewLayout, type ReviewPanel } from "@tandem-ide/codemirror";
import { displayName } from "@tandem-ide/protocol";
import type { Review } from "@tandem-ide/server";
import { textExtensions } from "./review-theme.js";

export interface ReviewPaneOptions {
  readonly layout: () => ReviewLayout;
  readonly isHidden: (path: string) => boolean;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** Shows a short message. */
  readonly tell: (message: string) => void;
  /** Called when the pane's window was closed and the review needs another pane. */
  readonly paneWanted: (pane: ReviewPane) => void;
  /** Called when the user closed the pane. */
  readonly paneClosed: (pane: ReviewPane) => void;
}

export class ReviewPane {
  readonly review: Review;
  readonly #options: ReviewPaneOptions;
  #state: "none" | "open" | "closed" = "none";
  #isAbandoned = false;
  #isOutdated = false;
  #panel: ReviewPanel | undefined;

  constructor(review: Review, options: ReviewPaneOptions) {
    this.review = review;
    this.#options = options;
  }

  get name(): string {
    const { path } = this.review;
    return displayName(path.split(/[/\\]/).at(-1) ?? path);
  }

  get isOver(): boolean {
    return this.review.outcome !== undefined;
  }

  /** The text that the user has edited, or undefined if nothing would be lost. */
  get editedText(): string | undefined {
    const { oldText, newText, result } = this.review;
    return result === newText || result === oldText ? undefined : result;
  }

  extensions(parent: HTMLElement): Extension {
    return textExtensions(parent, this.review.path);
  }

  openPanel(parent: HTMLElement): ReviewPanel {
    const { path, oldPath, oldText, newText, isNewFile, hasUnsavedChanges, client, state } = this.review;
    const panel = openReviewPanel({
      parent,
      proposal: {
        ...{ path, oldPath, oldText, newText, isNewFile, hasUnsavedChanges },
        isHidden: this.#options.isHidden(path),
        clientName: `${client.name} ${client.version}`.trim(),
      },
      state,
      layout: this.#options.layout(),
      onLayoutChanged: this.#options.layoutChanged,
      extensions: this.extensions(parent),
      onStateChanged: (now) => this.review.setState(now),
      comments: this.review.comments,
      onCommented: (comments) => setComments(this.review, comments),
      onDecided: ({ accepted }, reason) => (accepted ? this.#accept() : this.review.reject(reason)),
    });
    panel.setOutdated(this.#isOutdated);
    this.#panel = panel;
    return panel;
  }

  /** The note on disk is no longer the one that the proposal is based on, or is again. */
  setOutdated(isOutdated: boolean): void {
    this.#isOutdated = isOutdated;
    this.#panel?.setOutdated(isOutdated);
  }

  /** Returns false if the review can't be accepted now. */
  #accept(): boolean {
    const why = this.review.whyNotAcceptable();
    if (why === undefined) this.review.accept();
    else this.#options.tell(why);
    return why === undefined;
  }

  /** Reserves the review for a view. Returns false if another view has it. */
  claim(): boolean {
    if (this.#state !== "none") return false;
    this.#state = "open";
    return true;
  }

  /** The view was closed or shows something else. That rejects the review, if the user doesn't undo it. */
  closed(): void {
    this.#state = "closed";
    if (!this.#isAbandoned && !this.isOver) this.#options.paneClosed(this);
  }

  /** The user undid closing the view, so another one can show the review. */
  reopened(): void {
    this.#state = "none";
  }

  /** The view's window was closed. The review needs another pane. */
  windowClosed(): void {
    this.#state = "none";
    if (!this.isOver) this.#options.paneWanted(this);
  }

  /** The plugin is being unloaded: closing the pane decides nothing, and the client's own prompt stays open. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  get isClosed(): boolean {
    return this.#state === "closed";
  }
}
