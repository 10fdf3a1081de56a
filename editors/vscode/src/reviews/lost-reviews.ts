/**
 * Reviews that end without the user: their texts are offered. After a reload of the window the views are closed besides, and the
 * user is told where the decision is now.
 */
import { basename } from "node:path";
import type { ReviewDrafts } from "@tandem/workspace/drafts";
import * as vscode from "vscode";
import { tellInformation, tellWarning } from "../messages.js";
import { closeQuietly, orphanedTabs } from "./review-tabs.js";

interface EditedText {
  readonly path: string;
  readonly text: string;
}

async function openText({ path, text }: EditedText): Promise<void> {
  // For its language; the file itself may not exist.
  const language = await vscode.workspace.openTextDocument(vscode.Uri.file(path)).then(
    (document) => document.languageId,
    () => undefined,
  );
  const document = await vscode.workspace.openTextDocument({ content: text, ...(language && { language }) });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** What the user neither opens nor discards is offered by the next window. */
async function offer(message: string, texts: readonly EditedText[], discard: () => Promise<void>): Promise<void> {
  const open = vscode.l10n.t("Open My Text");
  const drop = vscode.l10n.t("Discard");
  const choice = await tellWarning(message, open, drop);
  // An untitled document is VS Code's to keep.
  if (choice === open) for (const text of texts) await openText(text);
  if (choice === open || choice === drop) await discard();
}

/** Its client has taken the proposal back, or has left, while the user was at work on it. */
export function offerWithdrawn(text: EditedText, discard: () => Promise<void>): void {
  const message = vscode.l10n.t(
    "Claude has taken back what it proposed for {0}, or has left. What you had written in it is kept.",
    basename(text.path),
  );
  void offer(message, [text], discard);
}

function offerLost(texts: readonly EditedText[], discard: () => Promise<void>): void {
  const names = texts.map(({ path }) => basename(path)).join(", ");
  const message = vscode.l10n.t(
    "Claude is no longer waiting for what you typed into its proposal for {0}. Your text is kept.",
    names,
  );
  void offer(message, texts, discard);
}

/** Closes what is left of reviews, and says so. */
export async function endLostReviews(drafts: ReviewDrafts, isKnown: (review: string) => boolean): Promise<void> {
  const texts = await drafts.left();
  const discard = async () => void (await Promise.all(texts.map(({ id }) => drafts.discard(id))));
  const tabs = orphanedTabs(isKnown);
  await closeQuietly(tabs);
  if (texts.length > 0) offerLost(texts, discard);
  else if (tabs.length > 0)
    void tellInformation(
      vscode.l10n.t("The window was reloaded while proposals of Claude waited: decide about them in the terminal."),
    );
}
