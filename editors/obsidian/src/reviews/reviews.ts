/** All reviews: opens a pane for each, and restores the workspace afterwards. */
import type { Clock } from "@tandem-ide/base";
import { type DiffDecision, nextInQueue } from "@tandem-ide/base/review";
import type { ReviewLayout } from "@tandem-ide/codemirror";
import type { Review } from "@tandem-ide/server";
import type { App, WorkspaceLeaf } from "obsidian";
import { ClosingPanes } from "./closing-panes.js";
import type { ClosingWindows } from "./closing-windows.js";
import { ReviewPane } from "./review-pane.js";
import { ReviewView, reviewViewType } from "./review-view.js";
import { WaitingNotice } from "./waiting-notice.js";

export interface ReviewsOptions {
  readonly app: App;
  readonly placement: () => "tab" | "split";
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  readonly isHidden: (path: string) => boolean;
  /** Whether the next review comes to the front after a decision. */
  readonly opensNext: () => boolean;
  /** Shows a message with a button, and returns a function that hides it. */
  readonly notify: (message: string, label: string, run: () => void) => () => void;
  /** Shows a short message. */
  readonly tell: (message: string) => void;
  readonly clock: Clock;
  readonly watchOutdated: (review: Review, changed: (isOutdated: boolean) => void) => () => void;
  /** Called when a review has ended, with its id. */
  readonly ended: (id: string) => void;
  /** Called when Claude has withdrawn a proposal that the user had edited. */
  readonly withdrawn: (name: string, text: string) => void;
  readonly changed: () => void;
  readonly closingWindows: ClosingWindows;
}

interface ShownPane {
  readonly leaf: WorkspaceLeaf;
  readonly before: WorkspaceLeaf | null;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, ReviewPane>();
  readonly #shown = new Map<ReviewPane, ShownPane>();
  readonly #waiting: WaitingNotice;
  readonly #closing: ClosingPanes;

  constructor(options: ReviewsOptions) {
    this.#options = options;
    const { clock, notify } = options;
    this.#waiting = new WaitingNotice(notify);
    const reopen = (pane: ReviewPane) => {
      pane.reopened();
      void this.#show(pane);
    };
    this.#closing = new ClosingPanes({ clock, notify, reopen });
  }
  /** Pending reviews, oldest first. */
  get pending(): readonly ReviewPane[] {
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
    const { layout, layoutChanged, isHidden, tell, changed } = this.#options;
    // Runs after the window is gone, so that the pane doesn't open in it.
    const paneWanted = (wantedPane: ReviewPane) => void setTimeout(() => void this.#show(wantedPane), 0);
    const paneClosed = (closedPane: ReviewPane) => this.#closing.add(closedPane);
    const pane = new ReviewPane(review, { layout, layoutChanged, isHidden, tell, paneWanted, paneClosed });
    this.#open.set(review.id, pane);
    const stop = this.#options.watchOutdated(review, (isOutdated) => pane.setOutdated(isOutdated));
    changed();
    try {
      await this.#show(pane);
      return await review.decided;
    } finally {
      stop();
      this.#close(pane, review.outcome === "withdrawn");
      changed();
      this.#options.ended(review.id);
    }
  }
  showNext(): boolean {
    const panes = this.pending.filter((pane) => this.#shown.has(pane) && !this.#closing.has(pane));
    const front = this.current?.review?.id;
    const next =
      nextInQueue(
        panes.map(({ review }) => review),
        front,
      )?.id ?? front;
    return next !== undefined && this.#bring(next);
  }
  get current(): ReviewView | undefined {
    return this.#options.app.workspace.getActiveViewOfType(ReviewView) ?? undefined;
  }
  #bring(id: string): boolean {
    const pane = this.#open.get(id);
    const shown = pane && this.#shown.get(pane);
    if (!shown) return false;
    this.#waiting.delete(pane);
    this.#bringToFront(shown.leaf);
    return true;
  }
  /** Closes all panes without deciding, because the plugin is being unloaded. */
  end(): void {
    for (const pane of this.pending) {
      pane.abandon();
      this.#close(pane, !pane.isOver);
    }
  }
  /** Closes panes of earlier reviews that the saved layout restored. */
  clearLeftOvers(): void {
    const ours = new Set([...this.#shown.values()].map(({ leaf }) => leaf));
    for (const leaf of this.#options.app.workspace.getLeavesOfType(reviewViewType)) if (!ours.has(leaf)) leaf.detach();
  }
  async #show(pane: ReviewPane): Promise<void> {
    if (pane.isOver) return;
    const { app, placement } = this.#options;
    const { workspace } = app;
    const before = workspace.getMostRecentLeaf();
    const where = placement();
    const leaf = where === "split" ? workspace.getLeaf("split", "vertical") : workspace.getLeaf("tab");
    const shown: ShownPane = { leaf, before };
    this.#shown.set(pane, shown);
    await leaf.setViewState({ type: reviewViewType, state: { review: pane.review.id }, active: false });
    // A background tab may be deferred, and closing it then wouldn't be noticed.
    await leaf.loadIfDeferred();
    if (pane.isOver) return;
    // Brings a tab to the front, unless that would hide the text the user is typing.
    if (where === "tab" && !this.#isTypingBeside(leaf)) await workspace.revealLeaf(leaf);
    else if (where === "tab") this.#waiting.add(pane, () => this.#bringToFront(leaf));
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
  /** Closes a pane. Offers the user's edits if the review was withdrawn. */
  #close(pane: ReviewPane, isWithdrawn: boolean): void {
    const shown = this.#shown.get(pane);
    const next = isWithdrawn || !this.#options.opensNext() ? undefined : this.#after(pane);
    this.#waiting.delete(pane);
    this.#closing.delete(pane);
    this.#shown.delete(pane);
    if (!this.#open.delete(pane.review.id)) return;
    if (isWithdrawn && pane.editedText !== undefined) this.#options.withdrawn(pane.name, pane.editedText);
    if (!shown) return;
    const { workspace } = this.#options.app;
    const { leaf, before } = shown;
    // The user may have closed it or opened something else in it.
    if (pane.isClosed || !this.#isOpen(leaf)) return;
    const hadFocus = leaf.view.containerEl.contains(activeDocument.activeElement);
    const wasInFront = workspace.getMostRecentLeaf() === leaf;
    leaf.detach();
    if (wasInFront && next && this.#bring(next)) return;
    if (!wasInFront || !before || !this.#isOpen(before)) return;
    workspace.setActiveLeaf(before, { focus: hadFocus });
  }
  /** Returns the id of the review to show after this one. */
  #after(pane: ReviewPane): string | undefined {
    const panes = this.pending.filter((each) => each === pane || (this.#shown.has(each) && !this.#closing.has(each)));
    return nextInQueue(
      panes.map(({ review }) => review),
      pane.review.id,
    )?.id;
  }
  #isOpen(wanted: WorkspaceLeaf): boolean {
    let isOpen = false;
    this.#options.app.workspace.iterateAllLeaves((leaf) => {
      isOpen ||= leaf === wanted;
    });
    return isOpen;
  }
}
