/** The reviews of this window. */
import type { Clock } from "@tandem-ide/base";
import { type DiffDecision, nextInQueue } from "@tandem-ide/base/review";
import type { Review } from "@tandem-ide/server";
import { watchOutdated } from "@tandem-ide/server/files";
import * as vscode from "vscode";
import { displayText } from "../display-text.js";
import type { ClosingTabs } from "../editor/closing-tabs.js";
import { showWarning } from "../messages.js";
import { ClosedReviews } from "./closed-reviews.js";
import { parseReviewUri, shownPath } from "./review-files.js";
import type { ReviewNote } from "./review-notes.js";
import { reviewOf, tabsOf } from "./review-tabs.js";
import { ShownReview, type ShowOptions } from "./shown-review.js";

export interface ReviewsOptions {
  readonly showOptions: () => ShowOptions;
  /** Whether the next review opens after a decision. */
  readonly opensNext: () => boolean;
  readonly closing: ClosingTabs;
  readonly isHidden: (path: string) => boolean;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

function tell(shown: ShownReview, notes: readonly ReviewNote[]): void {
  const compare = vscode.l10n.t("Compare");
  for (const { long, isAboutFile } of notes)
    void showWarning(long, ...(isAboutFile ? [compare] : [])).then((chosen) => {
      if (chosen === compare) void shown.compare();
    });
}

/** A progress notification disappears when its task is done, and has a button. */
async function offerUndo(reviews: readonly Review[], over: Promise<void>): Promise<boolean> {
  const { t } = vscode.l10n;
  const [first] = reviews;
  const title = displayText(
    reviews.length > 1
      ? t("Rejecting {0} edits in 5 seconds. Cancel to open the reviews again.", reviews.length)
      : t("Rejecting the edit to {0} in 5 seconds. Cancel to open the review again.", shownPath(first?.path ?? "")),
  );
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title },
    (_progress, token) =>
      new Promise<boolean>((resolve) => {
        token.onCancellationRequested(() => resolve(true));
        void over.then(() => resolve(false));
      }),
  );
}

export class Reviews implements vscode.Disposable {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, ShownReview>();
  readonly #closed: ClosedReviews<Review>;
  /** Reviews whose tab was just closed. */
  readonly #closedTabs = new Set<ShownReview>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listeners = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => this.#documentChanged(event)),
    vscode.workspace.onWillSaveTextDocument((event) => this.#willSave(event)),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsClosed(closed)),
  );

  constructor(options: ReviewsOptions) {
    this.#options = options;
    this.#closed = new ClosedReviews({
      clock: options.clock,
      offerUndo,
      reopen: ({ id }) => {
        const shown = this.#open.get(id);
        if (shown) void this.show(shown);
      },
    });
  }

  /** The pending reviews, oldest first. */
  get pending(): readonly ShownReview[] {
    return [...this.#open.values()].filter(({ isClosed }) => !isClosed);
  }

  /** Returns a pending review, or an ended one whose tab is being closed. */
  get(id: string): ShownReview | undefined {
    return this.#open.get(id);
  }

  find(uri: vscode.Uri | undefined): ShownReview | undefined {
    return this.#open.get(parseReviewUri(uri)?.review ?? "");
  }

  /** The review in the active tab. */
  get current(): ShownReview | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return this.#open.get((tab && reviewOf(tab)) ?? "");
  }

  async review(review: Review): Promise<DiffDecision> {
    const shown = new ShownReview(review, this.#options.isHidden(review.path));
    this.#open.set(shown.id, shown);
    let wasShown = false;
    // Before it is shown, so that no change is missed in the meantime.
    const stopWatching = watchOutdated(review, (isOutdated) => {
      if (wasShown) this.#setOutdated(shown, isOutdated);
      else shown.isOutdated = isOutdated;
    });
    review.onChanged(() => this.#changed.fire());
    this.#changed.fire();
    try {
      await this.#options.closing.wait();
      // Its client may have withdrawn it in the meantime.
      if (!shown.isClosed) {
        await shown.show(this.#options.showOptions());
        wasShown = true;
        tell(shown, shown.notes);
      }
      return await review.decided;
    } finally {
      stopWatching();
      const next = this.next(shown);
      const isCurrent = this.current === shown;
      // A user who has closed the tab isn't sent to another one.
      const opensNext = review.outcome !== "withdrawn" && tabsOf(review.id).length > 0;
      const closed = this.#close(shown);
      if (opensNext) void closed.then(() => this.#showNext(next, isCurrent));
      // After a decision, the client doesn't wait for the tab. One that withdraws a proposal may show another in its place.
      if (review.outcome === "withdrawn") await closed;
    }
  }

  /** The review to show after this one, or after the one in the active tab. */
  next(after = this.current): ShownReview | undefined {
    return nextInQueue(
      [...this.#open.values()].filter((each) => each === after || !(each.isClosed || this.#closed.isWaiting(each.id))),
      after?.id,
    );
  }

  /** Shows a review, with the cursor at a line of its right side if one is given. */
  async show(shown: ShownReview, line?: number): Promise<void> {
    this.#closed.stop(shown.id);
    await shown.show({ ...this.#options.showOptions(), takeFocus: true, line });
  }

  /** Rejects reviews whose tab was closed, without waiting. */
  rejectClosed(): void {
    this.#closed.rejectAll();
  }

  /** Call this when the window closes: a review whose tab was closed is not rejected. */
  stop(): void {
    this.#closed.stopAll();
  }

  dispose(): void {
    this.stop();
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  #setOutdated(shown: ShownReview, isOutdated: boolean): void {
    if (shown.isClosed) return;
    const before = shown.notes.map(({ short }) => short);
    shown.isOutdated = isOutdated;
    tell(
      shown,
      shown.notes.filter(({ short }) => !before.includes(short)),
    );
    this.#changed.fire();
  }

  async #showNext(next: ShownReview | undefined, takeFocus: boolean): Promise<void> {
    // It may have ended while the tab was closing.
    const shown = next?.isClosed ? this.next(next) : next;
    if (shown && this.#options.opensNext()) await shown.show({ ...this.#options.showOptions(), takeFocus });
  }

  #close(shown: ShownReview): Promise<void> {
    const failed = (error: unknown) => this.#options.log(`Couldn't close a review: ${error}`);
    const forget = () => {
      this.#open.delete(shown.id);
      this.#changed.fire();
    };
    // VS Code may read its files until the tab is closed.
    return this.#options.closing.add(shown.close()).catch(failed).finally(forget);
  }

  #documentChanged({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const location = parseReviewUri(document.uri);
    if (location?.side === "result") this.#open.get(location.review)?.edited(document.getText(), contentChanges);
  }

  /** Saving manually accepts. Auto save, after a delay or on a focus change, does not. */
  #willSave({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    const review = this.find(document.uri);
    if (review && !review.isClosed && reason === vscode.TextDocumentSaveReason.Manual) {
      review.edited(document.getText());
      review.accept();
    }
  }

  /** VS Code reports each tab separately, and moving a tab to another group as a close and an open event. */
  #tabsClosed(closed: readonly vscode.Tab[]): void {
    const reviews = closed.map((tab) => this.#open.get(reviewOf(tab) ?? "")).filter((shown) => shown !== undefined);
    if (this.#closedTabs.size === 0 && reviews.length > 0) setTimeout(() => this.#rejectClosed(), 50);
    for (const shown of reviews) this.#closedTabs.add(shown);
  }

  #rejectClosed(): void {
    const gone = [...this.#closedTabs].filter(({ id, isClosed }) => !isClosed && tabsOf(id).length === 0);
    this.#closedTabs.clear();
    this.#closed.closed(gone.map(({ review }) => review));
  }
}
