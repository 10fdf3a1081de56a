/** One proposal on the screen, until it is decided. The review itself is the hub's. */
import { basename } from "node:path";
import type { HunkDecision } from "@tandem/base/review";
import { toLineFeeds } from "@tandem/base/text";
import { shownName } from "@tandem/protocol";
import type { Review } from "@tandem/server";
import * as vscode from "vscode";
import { tellWarning } from "../messages.js";
import { type ReviewSides, type Side, sideUri } from "./review-files.js";
import { type ListedHunk, listHunks, replacementFor } from "./review-hunks.js";
import { closeQuietly, tabsOf } from "./review-tabs.js";

export interface ShowOptions {
  readonly takeFocus: boolean;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * VS Code makes the edits of the text in front smaller, unit by unit, and so cuts emoji in two (microsoft/vscode#248268). It
 * leaves alone what has a label.
 */
function asItIs(): vscode.WorkspaceEditEntryMetadata {
  return { label: vscode.l10n.t("Decide about this change"), needsConfirmation: false };
}

export class ShownReview implements ReviewSides {
  readonly review: Review;
  readonly baseUri: vscode.Uri;
  readonly resultUri: vscode.Uri;
  readonly #shownAt = Date.now();
  #savedAt = this.#shownAt;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(review: Review) {
    this.review = review;
    const name = basename(review.path);
    this.baseUri = sideUri(review.id, "base", name);
    this.resultUri = sideUri(review.id, "result", name);
  }

  get id(): string {
    return this.review.id;
  }

  get base(): string {
    return this.review.oldText;
  }

  get result(): string {
    return this.review.result;
  }

  get canEdit(): boolean {
    return this.review.takes !== "verdict";
  }

  changedAt(side: Side): number {
    return side === "base" ? this.#shownAt : this.#savedAt;
  }

  get hunks(): readonly ListedHunk[] {
    return listHunks(this.review.hunks, this.review.state);
  }

  get isOver(): boolean {
    return this.review.outcome !== undefined;
  }

  async show({ takeFocus, viewColumn }: ShowOptions): Promise<void> {
    const title = shownName(this.review.tabName);
    const options = { preview: false, preserveFocus: !takeFocus, viewColumn };
    await vscode.commands.executeCommand("vscode.diff", this.baseUri, this.resultUri, title, options);
  }

  /** Where the right side is on the screen. */
  get editor(): vscode.TextEditor | undefined {
    const address = this.resultUri.toString();
    return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
  }

  /** The user's text, whenever the document of the right side has changed, by their hand or by a decision of theirs. */
  typed(text: string): void {
    this.review.edit(text);
  }

  /** VS Code has written the right side: by itself, or because somebody saved, which is another's to know. */
  saved(): void {
    this.#savedAt = Date.now();
  }

  /** Decides about the hunk that `pick` finds when it is its turn; false when there is none. */
  decideHunk(pick: (hunks: readonly ListedHunk[]) => number | undefined, decision: HunkDecision): Promise<boolean> {
    return this.#inTurn(async () => {
      const document = await vscode.workspace.openTextDocument(this.resultUri);
      const index = this.isOver || !this.canEdit ? undefined : pick(this.hunks);
      if (index === undefined) return false;
      // The review first: what the document tells then is what it knows already.
      this.review.decideHunk(index, decision);
      if (!(await this.#bringInStep(document))) this.typed(document.getText());
      return true;
    });
  }

  /** After the decisions that are on their way. */
  accept(): void {
    void this.#inTurn(async () => {
      const reason = this.isOver ? undefined : this.review.whyNotAcceptable();
      if (reason !== undefined) void tellWarning(reason);
      else this.review.accept();
    });
  }

  reject(): void {
    this.review.reject();
  }

  /** Takes the view away; what is in it no longer counts. */
  async close(): Promise<void> {
    await closeQuietly(tabsOf(this.id));
  }

  /** As an edit of the document, so that undo takes it back. False when the user was quicker, and typed. */
  async #bringInStep(document: vscode.TextDocument): Promise<boolean> {
    const replacement = replacementFor(toLineFeeds(document.getText()), this.result);
    if (!replacement) return true;
    const { start, end } = replacement.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.resultUri, range, replacement.insert, asItIs());
    return await vscode.workspace.applyEdit(edit);
  }

  /** One after the other: VS Code takes an edit only of the text that it has. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
