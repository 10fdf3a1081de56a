/** Shows one review of the hub until it is decided. */
import { type HunkDecision, type ReviewHunk, setComments } from "@tandem-ide/base/review";
import { toLineFeeds } from "@tandem-ide/base/text";
import type { Review } from "@tandem-ide/server";
import * as vscode from "vscode";
import { sameUri } from "../editor/tabs.js";
import { showWarning } from "../messages.js";
import { type LineChange, movedComments } from "./moved-lines.js";
import { type ReviewSides, type Side, shownPath, sideUri } from "./review-files.js";
import { type ListedHunk, listHunks, replacementFor, undecidedFrom } from "./review-hunks.js";
import { type NotedReview, notesOf, type ReviewNote } from "./review-notes.js";
import { closeTabsSilently, tabsOf } from "./review-tabs.js";

export interface ShowOptions {
  readonly takeFocus: boolean;
  readonly viewColumn: vscode.ViewColumn;
  /** Where to put the cursor. Default: where it is. */
  readonly line?: number | undefined;
}

/** VS Code minimizes edits of the active document, which can split emoji (microsoft/vscode#248268), unless they have a label. */
function labelled(): vscode.WorkspaceEditEntryMetadata {
  return { label: vscode.l10n.t("Accept or reject change"), needsConfirmation: false };
}

export class ShownReview implements ReviewSides, NotedReview {
  readonly review: Review;
  readonly isHidden: boolean;
  isOutdated = false;
  readonly baseUri: vscode.Uri;
  readonly resultUri: vscode.Uri;
  readonly #shownAt = Date.now();
  #savedAt = this.#shownAt;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(review: Review, isHidden: boolean) {
    this.review = review;
    this.isHidden = isHidden;
    this.baseUri = sideUri(review, "base");
    this.resultUri = sideUri(review, "result");
  }

  get id(): string {
    return this.review.id;
  }

  get title(): string {
    const { path, oldPath } = this.review;
    const name = shownPath(path);
    return oldPath === path
      ? vscode.l10n.t("{0} (proposed)", name)
      : vscode.l10n.t("{0} → {1} (proposed)", shownPath(oldPath), name);
  }

  get base(): string {
    return this.review.oldText;
  }

  get result(): string {
    return this.review.result;
  }

  get canEdit(): boolean {
    return this.review.acceptedForm !== "decision";
  }

  changedAt(side: Side): number {
    return side === "base" ? this.#shownAt : this.#savedAt;
  }

  get hunks(): readonly ListedHunk[] {
    return listHunks(this.review.hunks, this.review.state);
  }

  get isClosed(): boolean {
    return this.review.outcome !== undefined;
  }

  async show({ takeFocus, viewColumn, line }: ShowOptions): Promise<void> {
    // A second tab in another group would show the same review.
    const shown = tabsOf(this.id)[0]?.group.viewColumn;
    const selection = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
    const options = {
      ...{ preview: false, preserveFocus: !takeFocus, viewColumn: shown ?? viewColumn },
      ...(selection && { selection }),
    };
    await vscode.commands.executeCommand("vscode.diff", this.baseUri, this.resultUri, this.title, options);
  }

  get notes(): readonly ReviewNote[] {
    return notesOf(this);
  }

  /** Compares the file, with unsaved changes, with the right side. */
  async compare(): Promise<void> {
    const { t } = vscode.l10n;
    const { path, oldPath } = this.review;
    const file = vscode.Uri.file(oldPath);
    const exists = await vscode.workspace.openTextDocument(file).then(
      () => true,
      () => false,
    );
    if (!exists) return void showWarning(t("{0} doesn't exist on disk.", shownPath(oldPath)));
    const title = t("{0} (File ↔ Proposal)", shownPath(path));
    await vscode.commands.executeCommand("vscode.diff", file, this.resultUri, title, { preview: false });
  }

  /** The visible text editor of the right side. */
  get editor(): vscode.TextEditor | undefined {
    return vscode.window.visibleTextEditors.find(({ document }) => sameUri(document.uri, this.resultUri));
  }

  /** The document of the right side has changed, by typing or by a decision. */
  edited(text: string, changes: readonly LineChange[] = []): void {
    this.review.edit(text);
    if (this.review.comments.length > 0) setComments(this.review, movedComments(this.review.comments, changes));
  }

  /** VS Code has saved the right side, manually or by auto save. */
  saved(): void {
    this.#savedAt = Date.now();
  }

  /** Decides the hunk that `pick` returns after earlier decisions were applied, and returns its index. */
  decideHunk(
    pick: (hunks: readonly ListedHunk[]) => number | undefined,
    decision: HunkDecision,
  ): Promise<number | undefined> {
    return this.#inTurn(async () => {
      const document = await vscode.workspace.openTextDocument(this.resultUri);
      const index = this.isClosed || !this.canEdit ? undefined : pick(this.hunks);
      if (index === undefined) return undefined;
      // Update the review first, so that the change event of the document has no effect.
      this.review.decideHunk(index, decision);
      if (!(await this.#updateDocument(document))) this.edited(document.getText());
      if (decision !== "undecided") this.#goOn(index);
      return index;
    });
  }

  /** Moves the cursor to a line of the right side, if it is visible. */
  goTo({ newStart }: ReviewHunk): void {
    const { editor } = this;
    if (!editor) return;
    const start = new vscode.Position(Math.min(newStart, editor.document.lineCount - 1), 0);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Moves the cursor from a decided hunk to the next undecided one. */
  #goOn(decided: number): void {
    const { hunks } = this;
    const next = undecidedFrom(hunks, hunks[decided]?.newStart ?? 0, "next");
    if (next) this.goTo(next);
  }

  /** Accepts after pending decisions were applied. */
  accept(): void {
    void this.#inTurn(async () => {
      const reason = this.isClosed ? undefined : this.review.whyNotAcceptable();
      if (reason !== undefined) void showWarning(reason);
      else this.review.accept();
    });
  }

  reject(reason?: string): void {
    this.review.reject(reason);
  }

  /** Resolves when earlier decisions were applied. */
  settled(): Promise<void> {
    return this.#inTurn(async () => {});
  }

  /** Closes the tabs. */
  async close(): Promise<void> {
    await closeTabsSilently(tabsOf(this.id));
  }

  /** Edits the document, so that the change can be undone. Returns false if the user has typed in the meantime. */
  async #updateDocument(document: vscode.TextDocument): Promise<boolean> {
    const replacement = replacementFor(toLineFeeds(document.getText()), this.result);
    if (!replacement) return true;
    const { start, end } = replacement.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.resultUri, range, replacement.insert, labelled());
    return await vscode.workspace.applyEdit(edit);
  }

  /** Runs tasks one after the other, because VS Code only applies an edit to the current version of a document. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }
}
