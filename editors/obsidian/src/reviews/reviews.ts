/** All reviews: opens a pane for each proposal, and puts the workspace back as it was. */

import type { DiffDecision } from "@tandem/base/review";
import type { ReviewLayout } from "@tandem/codemirror";
import type { DiffProposal } from "@tandem/server";
import type { ReviewDrafts } from "@tandem/workspace/drafts";
import type { App, WorkspaceLeaf } from "obsidian";
import type { ClosingWindows } from "./closing-windows.js";
import { Review } from "./review.js";
import { ReviewView, reviewViewType } from "./review-view.js";

export interface ReviewsOptions {
  readonly app: App;
  readonly placement: () => "tab" | "split";
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** A review waits behind what the user is typing into; the function that is returned takes the message back. */
  readonly waits: (review: Review, show: () => void) => () => void;
  /** Keeps what the user types into them, in case that Obsidian is killed. */
  readonly drafts: Pick<ReviewDrafts, "changed" | "closed">;
  /** Claude has taken a proposal back in which the user had typed. */
  readonly withdrawn: (name: string, text: string, draft: Promise<string | undefined>) => void;
  readonly changed: () => void;
  readonly closingWindows: ClosingWindows;
}

/** A review with its pane, and what was in front before it. */
interface Shown {
  readonly review: Review;
  readonly leaf: WorkspaceLeaf;
  readonly before: WorkspaceLeaf | null;
  /** Takes back the message that it waits. */
  quiet?: () => void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, Review>();
  readonly #shown = new Map<string, Shown>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }
  /** What waits, oldest first. */
  get waiting(): readonly Review[] {
    return [...this.#open.values()];
  }
  createView(leaf: WorkspaceLeaf): ReviewView {
    const { closingWindows } = this.#options;
    return new ReviewView(
      leaf,
      (id) => this.#open.get(id),
      (element) => closingWindows.has(element),
    );
  }
  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const { layout, layoutChanged, changed, drafts } = this.#options;
    if (signal.aborted) return { accepted: false };
    // Once the window has gone, so that the pane does not come up in it.
    const paneWanted = (wanting: Review) => void setTimeout(() => void this.#show(wanting), 0);
    const typed = (changed: Review) => drafts.changed({ ...proposal, id: changed.id }, () => changed.result);
    const review = new Review(proposal, { layout, layoutChanged, paneWanted, typed });
    const withdraw = () => review.closed();
    this.#open.set(review.id, review);
    signal.addEventListener("abort", withdraw, { once: true });
    changed();
    try {
      await this.#show(review);
      return await review.decision;
    } finally {
      signal.removeEventListener("abort", withdraw);
      // Unless `end` has offered it already.
      if (this.#open.has(review.id)) this.#endDraft(review, signal.aborted);
      this.#close(review);
      changed();
    }
  }
  /** Brings the oldest review that waits to the front, with the keyboard in it. */
  showNext(): boolean {
    const [next] = this.#shown.values();
    if (next) this.#bringToFront(next.leaf);
    return next !== undefined;
  }
  /** The review in front, for commands. */
  get current(): ReviewView | undefined {
    return this.#options.app.workspace.getActiveViewOfType(ReviewView) ?? undefined;
  }
  /** Takes their panes away, for without the plugin a pane could show nothing, and decides none of them. */
  end(): void {
    for (const review of this.waiting) {
      this.#endDraft(review, !review.isOver);
      review.abandon();
      this.#close(review);
    }
  }
  /** What the user decided about needs no keeping; what is left is offered. */
  #endDraft(review: Review, isWithdrawn: boolean): void {
    const { drafts, withdrawn } = this.#options;
    const draft = drafts.closed(review.id, isWithdrawn ? "withdrawn" : "accepted");
    if (isWithdrawn && review.editedText !== undefined) withdrawn(review.name, review.editedText, draft);
  }
  /** Panes that the saved layout brought back, of reviews that are over since. */
  clearLeftOvers(): void {
    const ours = new Set([...this.#shown.values()].map(({ leaf }) => leaf));
    for (const leaf of this.#options.app.workspace.getLeavesOfType(reviewViewType)) if (!ours.has(leaf)) leaf.detach();
  }
  async #show(review: Review): Promise<void> {
    if (review.isOver) return;
    const { app, placement, waits } = this.#options;
    const { workspace } = app;
    const before = workspace.getMostRecentLeaf();
    const where = placement();
    const leaf = where === "split" ? workspace.getLeaf("split", "vertical") : workspace.getLeaf("tab");
    const shown: Shown = { review, leaf, before };
    this.#shown.set(review.id, shown);
    await leaf.setViewState({ type: reviewViewType, state: { review: review.id }, active: false });
    // A tab in the background may be put off until it is looked at: closed before that, nobody would hear of it.
    await leaf.loadIfDeferred();
    if (review.isOver) return;
    // A tab comes to the front by itself, unless that would hide what the user is typing into.
    if (where === "tab" && !this.#isTypingBeside(leaf)) await workspace.revealLeaf(leaf);
    else if (where === "tab") shown.quiet = waits(review, () => this.#bringToFront(leaf));
  }
  #isTypingBeside(leaf: WorkspaceLeaf): boolean {
    const { activeElement } = activeDocument;
    if (!activeDocument.hasFocus() || !activeElement) return false;
    if (!activeElement.matches("input, textarea, select, [contenteditable=true]")) return false;
    const group = leaf.view.containerEl.closest(".workspace-tabs");
    return group === null || group.contains(activeElement);
  }
  #bringToFront(leaf: WorkspaceLeaf): void {
    const { workspace } = this.#options.app;
    void workspace.revealLeaf(leaf);
    workspace.setActiveLeaf(leaf, { focus: true });
    if (leaf.view instanceof ReviewView) leaf.view.focusText();
  }
  #close(review: Review): void {
    const shown = this.#shown.get(review.id);
    this.#open.delete(review.id);
    this.#shown.delete(review.id);
    if (!shown) return;
    const { workspace } = this.#options.app;
    const { leaf, before, quiet } = shown;
    quiet?.();
    // The user may have closed it, or opened something else in its place.
    if (review.isPaneClosed || !this.#isThere(leaf)) return;
    const hadFocus = leaf.view.containerEl.contains(activeDocument.activeElement);
    const wasInFront = workspace.getMostRecentLeaf() === leaf;
    leaf.detach();
    if (!wasInFront || !before || !this.#isThere(before)) return;
    workspace.setActiveLeaf(before, { focus: hadFocus });
  }
  #isThere(wanted: WorkspaceLeaf): boolean {
    let isThere = false;
    this.#options.app.workspace.iterateAllLeaves((leaf) => {
      isThere ||= leaf === wanted;
    });
    return isThere;
  }
}
