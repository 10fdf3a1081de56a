/** One proposal on the screen, until it is decided. */

import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { DiffDecision } from "@tandem/base/review";
import { toLineFeeds } from "@tandem/base/text";
import { shownName } from "@tandem/protocol";
import type { DiffProposal } from "@tandem/server";
import * as vscode from "vscode";
import { type ReviewSides, type Side, sideUri } from "./review-files.js";
import { closeQuietly, tabsOf } from "./review-tabs.js";
import { acceptHunk, hunksOf, type ListedHunk, type ReviewText, rejectHunk, replacementFor } from "./review-text.js";

/** What a review tells the room it is in. */
export interface ReviewEvents {
  /** The base has changed, or the result by other hands than the user's. */
  readonly rewritten: (uris: readonly vscode.Uri[]) => void;
  /** Something that a list shows has changed. */
  readonly changed: () => void;
}

export interface ShowOptions {
  readonly takeFocus: boolean;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * VS Code makes the edits of the text in front smaller, unit by unit, and so cuts emoji in two (microsoft/vscode#248268). It
 * leaves alone what has a label.
 */
function asItIs(): vscode.WorkspaceEditEntryMetadata {
  return { label: vscode.l10n.t("Reject this change"), needsConfirmation: false };
}

export class Review implements ReviewSides {
  /** Not the proposal's own, which counts anew after each start: tabs outlive the extension. */
  readonly id = randomUUID().slice(0, 13);
  readonly proposal: DiffProposal;
  readonly baseUri: vscode.Uri;
  readonly resultUri: vscode.Uri;
  readonly decision: Promise<DiffDecision>;
  readonly #events: ReviewEvents;
  #decide: (decision: DiffDecision) => void = () => {};
  #text: ReviewText;
  readonly #changedAt = { base: Date.now(), result: Date.now() };
  #isOver = false;
  /** The result as it is without anything that the user has typed. */
  #unedited: string;

  constructor(proposal: DiffProposal, events: ReviewEvents) {
    this.proposal = proposal;
    this.#events = events;
    this.#text = { base: proposal.oldText, result: proposal.newText };
    this.#unedited = proposal.newText;
    const name = basename(proposal.path);
    this.baseUri = sideUri(this.id, "base", name);
    this.resultUri = sideUri(this.id, "result", name);
    this.decision = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  get base(): string {
    return this.#text.base;
  }

  get result(): string {
    return this.#text.result;
  }

  changedAt(side: Side): number {
    return this.#changedAt[side];
  }

  get hunks(): readonly ListedHunk[] {
    return hunksOf(this.#text);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The user has made something else of the proposal than taking and leaving parts of it gives. */
  get isEdited(): boolean {
    return this.result !== this.#unedited;
  }

  async show({ takeFocus, viewColumn }: ShowOptions): Promise<void> {
    await vscode.commands.executeCommand(
      "vscode.diff",
      this.baseUri,
      this.resultUri,
      shownName(this.proposal.tabName),
      {
        preview: false,
        preserveFocus: !takeFocus,
        viewColumn,
      },
    );
  }

  /** The user's text, whenever the document of the right side has changed. */
  typed(text: string): void {
    const result = toLineFeeds(text);
    // VS Code tells of a document also when it was loaded, saved, or is no longer dirty.
    if (this.#isOver || result === this.#text.result) return;
    this.#text = { ...this.#text, result };
    this.#events.changed();
  }

  /** VS Code has written the right side: by itself, or because somebody saved, which is another's to know. */
  saved(): void {
    this.#changedAt.result = Date.now();
  }

  acceptHunk(index: number): void {
    this.#text = acceptHunk(this.#text, index);
    this.#changedAt.base = Date.now();
    this.#events.rewritten([this.baseUri]);
    this.#events.changed();
  }

  /** As an edit of the document, so that undo takes it back. */
  async rejectHunk(index: number): Promise<void> {
    const { result } = rejectHunk(this.#text, index);
    if (!this.isEdited) this.#unedited = result;
    const document = await vscode.workspace.openTextDocument(this.resultUri);
    const replacement = replacementFor(toLineFeeds(document.getText()), result);
    if (!replacement) return;
    const { start, end } = replacement.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(this.resultUri, range, replacement.insert, asItIs());
    await vscode.workspace.applyEdit(edit);
  }

  accept(): void {
    this.#end({ accepted: true, text: this.result });
  }

  reject(): void {
    this.#end({ accepted: false });
  }

  /** Takes the view away; what is in it no longer counts. */
  async close(): Promise<void> {
    this.#isOver = true;
    await closeQuietly(tabsOf(this.id));
  }

  #end(decision: DiffDecision): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#decide(decision);
  }
}
