/** Offers the user's edits when a review ends without a decision, and closes the reviews of a window that was reloaded. */
import { basename } from "node:path";
import type { ReviewDrafts } from "@tandem-ide/workspace/drafts";
import * as vscode from "vscode";
import { showInformation, showWarning } from "../messages.js";
import { closeTabsSilently, orphanedTabs } from "./review-tabs.js";

interface EditedText {
  readonly path: string;
  readonly text: string;
}

async function openText({ path, text }: EditedText): Promise<void> {
  // Only to get its language. The file may not exist.
  const language = await vscode.workspace.openTextDocument(vscode.Uri.file(path)).then(
    (document) => document.languageId,
    () => undefined,
  );
  const document = await vscode.workspace.openTextDocument({ content: text, ...(language && { language }) });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Edits that the user neither opens nor discards are offered again by the next window. */
async function offer(message: string, texts: readonly EditedText[], discard: () => Promise<void>): Promise<void> {
  const open = vscode.l10n.t("Open Edits");
  const drop = vscode.l10n.t("Discard");
  const choice = await showWarning(message, open, drop);
  // VS Code backs up untitled documents, so the draft is no longer needed.
  if (choice === open) for (const text of texts) await openText(text);
  if (choice === open || choice === drop) await discard();
}

/** Offers the edits of a review that the client has withdrawn. */
export function offerWithdrawn(text: EditedText, discard: () => Promise<void>): void {
  const message = vscode.l10n.t(
    "Claude has withdrawn its proposal for {0}. Your edits were saved.",
    basename(text.path),
  );
  void offer(message, [text], discard);
}

function offerLost(texts: readonly EditedText[], discard: () => Promise<void>): void {
  const names = texts.map(({ path }) => basename(path)).join(", ");
  const message = vscode.l10n.t("The review of {0} was interrupted. Your edits were saved.", names);
  void offer(message, texts, discard);
}

/** Closes reviews from before a reload, and offers their edits. */
export async function endLostReviews(drafts: ReviewDrafts, isKnown: (review: string) => boolean): Promise<void> {
  const texts = await drafts.left();
  const discard = async () => void (await Promise.all(texts.map(({ id }) => drafts.discard(id))));
  const tabs = orphanedTabs(isKnown);
  await closeTabsSilently(tabs);
  if (texts.length > 0) offerLost(texts, discard);
  else if (tabs.length > 0)
    void showInformation(
      vscode.l10n.t("Reviews were closed because the window reloaded. Decide in Claude's terminal instead."),
    );
}
