/** All reviews: opens a pane for each proposal, and puts the workspace back as it was. */

import type { DiffDecision } from "@tandem/base/review";
import type { ReviewLayout } from "@tandem/codemirror";
import type { Review } from "@tandem/server";
import type { App, WorkspaceLeaf } from "obsidian";
import type { ClosingWindows } from "./closing-windows.js";
import { ReviewPane } from "./review-pane.js";
import { ReviewView, reviewViewType } from "./review-view.js";

export interface ReviewsOptions {
  readonly app: App;
  readonly placement: () => "tab" | "split";
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** A review waits behind what the user is typing into; the function that is returned takes the message back. */
  readonly waits: (pane: ReviewPane, show: () => void) => () => void;
  /** Claude has taken a proposal back in which the user had typed. */
  readonly withdrawn: (name: string, text: string) => void;
  readonly changed: () => void;
  readonly closingWindows: ClosingWindows;
}

/** A pane in the workspace, and what was in front before it. */
interface Shown {
  readonly leaf: WorkspaceLeaf;
  readonly before: WorkspaceLeaf | null;
  /** Takes back the message that it waits. */
  quiet?: () => void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, ReviewPane>();
  readonly #shown = new Map<ReviewPane, Shown>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }
  /** What waits, oldest first. */
  get waiting(): readonly ReviewPane[] {
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
  async review(review: Review): Promise<DiffDecision> {
    const { layout, layoutChanged, changed } = this.#options;
    // Once the window has gone, so that the pane does not come up in it.
    const paneWanted = (wanting: ReviewPane) => void setTimeout(() => void this.#show(wanting), 0);
    const pane = new ReviewPane(review, { layout, layoutChanged, paneWanted });
    this.#open.set(review.id, pane);
    changed();
    try {
      await this.#show(pane);
      return await review.decided;
    } finally {
      this.#close(pane, review.outcome === "withdrawn");
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
    for (const pane of this.waiting) {
      pane.abandon();
      this.#close(pane, !pane.isOver);
    }
  }
  /** Panes that the saved layout brought back, of reviews that are over since. */
  clearLeftOvers(): void {
    const ours = new Set([...this.#shown.values()].map(({ leaf }) => leaf));
    for (const leaf of this.#options.app.workspace.getLeavesOfType(reviewViewType)) if (!ours.has(leaf)) leaf.detach();
  }
  async #show(pane: ReviewPane): Promise<void> {
    if (pane.isOver) return;
    const { app, placement, waits } = this.#options;
    const { workspace } = app;
    const before = workspace.getMostRecentLeaf();
    const where = placement();
    const leaf = where === "split" ? workspace.getLeaf("split", "vertical") : workspace.getLeaf("tab");
    const shown: Shown = { leaf, before };
    this.#shown.set(pane, shown);
    await leaf.setViewState({ type: reviewViewType, state: { review: pane.review.id }, active: false });
    // A tab in the background may be put off until it is looked at: closed before that, nobody would hear of it.
    await leaf.loadIfDeferred();
    if (pane.isOver) return;
    // A tab comes to the front by itself, unless that would hide what the user is typing into.
    if (where === "tab" && !this.#isTypingBeside(leaf)) await workspace.revealLeaf(leaf);
    else if (where === "tab") shown.quiet = waits(pane, () => this.#bringToFront(leaf));
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
  /** What was typed into one that nobody decided about is offered. */
  #close(pane: ReviewPane, isWithdrawn: boolean): void {
    const shown = this.#shown.get(pane);
    this.#shown.delete(pane);
    if (!this.#open.delete(pane.review.id)) return;
    if (isWithdrawn && pane.editedText !== undefined) this.#options.withdrawn(pane.name, pane.editedText);
    if (!shown) return;
    const { workspace } = this.#options.app;
    const { leaf, before, quiet } = shown;
    quiet?.();
    // The user may have closed it, or opened something else in its place.
    if (pane.isClosed || !this.#isThere(leaf)) return;
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
