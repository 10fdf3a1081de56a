/** All reviews of this window. */
import { basename } from "node:path";
import type { DiffDecision } from "@tandem/base/review";
import type { Review } from "@tandem/server";
import * as vscode from "vscode";
import { tellWarning } from "../messages.js";
import { placeOf, ReviewFiles, reviewScheme } from "./review-files.js";
import { reviewOf, tabsOf } from "./review-tabs.js";
import { ShownReview, type ShowOptions } from "./shown-review.js";

export interface ReviewsOptions {
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
  readonly #open = new Map<string, ShownReview>();
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
  get waiting(): readonly ShownReview[] {
    return [...this.#open.values()].filter(({ isOver }) => !isOver);
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  find(uri: vscode.Uri | undefined): ShownReview | undefined {
    return this.#open.get(placeOf(uri)?.review ?? "");
  }

  /** The review in front. */
  get current(): ShownReview | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return this.#open.get((tab && reviewOf(tab)) ?? "");
  }

  async review(review: Review): Promise<DiffDecision> {
    const shown = new ShownReview(review);
    this.#open.set(shown.id, shown);
    review.onChanged(() => this.#changed.fire());
    this.#changed.fire();
    try {
      await shown.show(this.#options.showOptions());
      if (review.hasUnsavedChanges) tellUnsaved(review.path);
      return await review.decided;
    } finally {
      // After the answer: the client should not wait for a tab to close.
      this.#close(shown);
    }
  }

  async show(shown: ShownReview): Promise<void> {
    await shown.show({ ...this.#options.showOptions(), takeFocus: true });
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  #close(shown: ShownReview): void {
    const failed = (error: unknown) => this.#options.log(`A view did not close: ${error}`);
    const forget = () => {
      this.#open.delete(shown.id);
      this.#changed.fire();
    };
    // It stays known until its tab has gone: VS Code may still ask for its files.
    void shown.close().catch(failed).finally(forget);
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
