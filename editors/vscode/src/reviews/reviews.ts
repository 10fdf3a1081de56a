/** All reviews of this window. */
import { basename } from "node:path";
import type { DiffDecision } from "@tandem/base/review";
import type { DiffProposal } from "@tandem/server";
import type { ReviewDrafts } from "@tandem/workspace/drafts";
import * as vscode from "vscode";
import { tellWarning } from "../messages.js";
import { offerWithdrawn } from "./lost-reviews.js";
import { Review, type ShowOptions } from "./review.js";
import { placeOf, ReviewFiles, reviewScheme } from "./review-files.js";
import { reviewOf, tabsOf } from "./review-tabs.js";

export interface ReviewsOptions {
  /** Keeps what the user types into them. */
  readonly drafts: ReviewDrafts;
  readonly showOptions: () => ShowOptions;
  readonly log: (message: string) => void;
}

/** The comparison is with what is on disk, and the user may believe that it is with what they see. */
function tellUnsaved(path: string): void {
  void tellWarning(
    vscode.l10n.t("{0} has unsaved changes, which this proposal does not know. They stay as they are.", basename(path)),
  );
}

export class Reviews implements vscode.Disposable {
  readonly #options: ReviewsOptions;
  readonly #open = new Map<string, Review>();
  readonly #files = new ReviewFiles((id) => this.#open.get(id));
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listeners = vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(reviewScheme, this.#files, { isCaseSensitive: true }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.#documentChanged(document)),
    vscode.workspace.onWillSaveTextDocument((event) => this.#willSave(event)),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#tabsClosed(closed)),
  );

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** What waits, oldest first. */
  get waiting(): readonly Review[] {
    return [...this.#open.values()];
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  find(uri: vscode.Uri | undefined): Review | undefined {
    return this.#open.get(placeOf(uri)?.review ?? "");
  }

  /** The review in front. */
  get current(): Review | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return this.#open.get((tab && reviewOf(tab)) ?? "");
  }

  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const { drafts, showOptions } = this.#options;
    const review = new Review(proposal, {
      rewritten: (uris) => this.#files.tellChanged(uris),
      changed: () => {
        drafts.changed({ ...proposal, id: review.id }, () => (review.isEdited ? review.result : proposal.newText));
        this.#changed.fire();
      },
    });
    const withdraw = () => review.reject();
    this.#open.set(review.id, review);
    this.#changed.fire();
    signal.addEventListener("abort", withdraw, { once: true });
    try {
      if (signal.aborted) return { accepted: false };
      await review.show(showOptions());
      if (proposal.hasUnsavedChanges) tellUnsaved(proposal.path);
      return await review.decision;
    } finally {
      signal.removeEventListener("abort", withdraw);
      void this.#endDraft(review, signal.aborted);
      // After the answer: the client should not wait for a tab to close.
      this.#close(review);
    }
  }

  async show(review: Review): Promise<void> {
    await review.show({ ...this.#options.showOptions(), takeFocus: true });
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  #close(review: Review): void {
    const failed = (error: unknown) => this.#options.log(`A view did not close: ${error}`);
    const forget = () => {
      this.#open.delete(review.id);
      this.#changed.fire();
    };
    // It stays known until its tab has gone: VS Code may still ask for its files.
    void review.close().catch(failed).finally(forget);
  }

  /** What the user decided about needs no keeping; what is left is offered. */
  async #endDraft(review: Review, isWithdrawn: boolean): Promise<void> {
    const { drafts } = this.#options;
    const { path } = review.proposal;
    const text = review.result;
    const id = await drafts.closed(review.id, isWithdrawn ? "withdrawn" : "accepted");
    if (isWithdrawn && review.isEdited)
      offerWithdrawn({ path, text }, async () => (id ? drafts.discard(id) : undefined));
  }

  #documentChanged(document: vscode.TextDocument): void {
    const place = placeOf(document.uri);
    if (place?.side === "result") this.#open.get(place.review)?.typed(document.getText());
  }

  /** A save by hand accepts. What VS Code saves by itself, after a delay or when the focus leaves, does not. */
  #willSave({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    const review = this.find(document.uri);
    if (review && !review.isOver && reason === vscode.TextDocumentSaveReason.Manual) {
      review.typed(document.getText());
      review.accept();
    }
  }

  #tabsClosed(closed: readonly vscode.Tab[]): void {
    const ids = new Set(closed.map(reviewOf));
    for (const review of this.waiting)
      if (ids.has(review.id))
        // A tab that moves to another group is closed here and opened there, with events of their own.
        setTimeout(() => {
          if (tabsOf(review.id).length === 0) review.reject();
        }, 50);
  }
}
