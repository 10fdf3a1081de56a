/** One of the hub's reviews, and the pane that shows it. */
import { markdown } from "@codemirror/lang-markdown";
import type { Extension } from "@codemirror/state";
import { openReviewPanel, type ReviewLayout, type ReviewPanel } from "@tandem/codemirror";
import { shownName } from "@tandem/protocol";
import type { Review } from "@tandem/server";
import { lookOf } from "./review-look.js";

/** What a review asks of the room it is in. */
export interface ReviewHost {
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** The window with its pane was closed. */
  readonly paneWanted: (pane: ReviewPane) => void;
}

export class ReviewPane {
  readonly review: Review;
  readonly #host: ReviewHost;
  #state: "none" | "open" | "closed" = "none";
  #isAbandoned = false;

  constructor(review: Review, host: ReviewHost) {
    this.review = review;
    this.#host = host;
  }

  /** The file's name, as it is shown. */
  get name(): string {
    const { path } = this.review;
    return shownName(path.split(/[/\\]/).at(-1) ?? path);
  }

  get isOver(): boolean {
    return this.review.outcome !== undefined;
  }

  /** What the user has made of the proposal by typing; undefined when they typed nothing that would be lost. */
  get editedText(): string | undefined {
    const { oldText, newText, result } = this.review;
    return result === newText || result === oldText ? undefined : result;
  }

  extensions(parent: HTMLElement): Extension {
    const isNote = /\.(md|markdown)$/i.test(this.review.path);
    return [lookOf(parent), isNote ? markdown({ completeHTMLTags: false }) : []];
  }

  openPanel(parent: HTMLElement): ReviewPanel {
    const { path, oldText, newText, isNewFile, hasUnsavedChanges, client, state } = this.review;
    return openReviewPanel({
      parent,
      proposal: {
        ...{ path, oldText, newText, isNewFile, hasUnsavedChanges },
        clientName: `${client.name} ${client.version}`.trim(),
      },
      state,
      layout: this.#host.layout(),
      onLayoutChanged: this.#host.layoutChanged,
      extensions: this.extensions(parent),
      onStateChanged: (now) => this.review.setState(now),
      onDecided: ({ accepted }) => (accepted ? this.review.accept() : this.review.reject()),
    });
  }

  /** For the one view that shows it; false for any other. */
  take(): boolean {
    if (this.#state !== "none") return false;
    this.#state = "open";
    return true;
  }

  /** Its view has gone: the leaf too, or it shows something else by now. That is a rejection. */
  closed(): void {
    this.#state = "closed";
    if (!this.#isAbandoned) this.review.reject();
  }

  /** Its view has gone with the window: it waits for another pane. */
  windowClosed(): void {
    this.#state = "none";
    if (!this.isOver) this.#host.paneWanted(this);
  }

  /** The plugin goes: its panes are taken away and nothing is decided, the client's own prompt stays. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  get isClosed(): boolean {
    return this.#state === "closed";
  }
}
