/**
 * Reviews that end without the user: their texts are offered. After a reload of the window the views are closed besides, and the
 * user is told where the decision is now.
 */
import { basename } from "node:path";
import * as vscode from "vscode";
import { tellInformation, tellWarning } from "../messages.js";
import type { EditedText, EditedTexts } from "./edited-texts.js";
import { closeQuietly, orphanedTabs } from "./review-tabs.js";

async function openText({ path, text }: EditedText): Promise<void> {
  // For its language; the file itself may not exist.
  const language = await vscode.workspace.openTextDocument(vscode.Uri.file(path)).then(
    (document) => document.languageId,
    () => undefined,
  );
  const document = await vscode.workspace.openTextDocument({ content: text, ...(language && { language }) });
  await vscode.window.showTextDocument(document, { preview: false });
}

async function offer(message: string, texts: readonly EditedText[]): Promise<void> {
  const open = vscode.l10n.t("Open My Text");
  if ((await tellWarning(message, open)) === open) for (const text of texts) await openText(text);
}

/** Its client has taken the proposal back, or has left, while the user was at work on it. */
export function offerWithdrawn(text: EditedText): void {
  const message = vscode.l10n.t(
    "Claude has taken back what it proposed for {0}, or has left. What you had written in it is kept.",
    basename(text.path),
  );
  void offer(message, [text]);
}

function offerLost(texts: readonly EditedText[]): void {
  const names = texts.map(({ path }) => basename(path)).join(", ");
  const message = vscode.l10n.t(
    "The window was reloaded while proposals of Claude waited: decide about them in the terminal. What you had written in {0} is kept.",
    names,
  );
  void offer(message, texts);
}

/** Closes what is left of reviews, and says so. */
export async function endLostReviews(edited: EditedTexts, isKnown: (review: string) => boolean): Promise<void> {
  const texts = edited.takeLost();
  const tabs = orphanedTabs(isKnown);
  await closeQuietly(tabs);
  if (texts.length > 0) offerLost(texts);
  else if (tabs.length > 0)
    void tellInformation(
      vscode.l10n.t("The window was reloaded while proposals of Claude waited: decide about them in the terminal."),
    );
}
