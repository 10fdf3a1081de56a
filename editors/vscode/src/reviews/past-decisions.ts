/** How reviews ended: a notice after each, what the user wants to tell the agent, and a list of the last ones. */
import { agentName, describeRecord, feedbackPrompt, type ReviewRecord } from "@tandem-ide/base/review";
import { displayName } from "@tandem-ide/protocol";
import type { Endpoint } from "@tandem-ide/server";
import * as vscode from "vscode";
import { displayText } from "../display-text.js";
import { claudeTerminal } from "../interface/claude-terminal.js";
import { showInformation } from "../messages.js";
import { shownPath } from "./review-files.js";

const noticeMs = 5_000;

const icons: Record<ReviewRecord["outcome"], string> = {
  accepted: "check",
  rejected: "close",
  withdrawn: "circle-slash",
};

/** VS Code can't read what a terminal shows, so it can't know whether a prompt is empty. The user pastes. */
async function offerFeedback(message: string, prompt: string): Promise<void> {
  await vscode.env.clipboard.writeText(prompt);
  const text = vscode.l10n.t("{0} Your message was copied. Paste it into Claude's prompt.", message);
  const terminal = claudeTerminal();
  const go = vscode.l10n.t("Show Terminal");
  const chosen = await (terminal ? showInformation(text, go) : showInformation(text));
  if (chosen === go) terminal?.show();
}

function tell(record: ReviewRecord): void {
  const { outcome, feedback, isWritten } = record;
  const file = shownPath(record.path);
  const message = describeRecord(record, file);
  const prompt = feedback && outcome !== "withdrawn" ? feedbackPrompt(file, outcome, feedback) : undefined;
  if (prompt !== undefined) return void offerFeedback(message, prompt);
  // Not a warning: the agent may have changed the text once more, with a formatter for example.
  const icon = isWritten === false ? "warning" : icons[outcome];
  vscode.window.setStatusBarMessage(`$(${icon}) ${displayText(message)}`, noticeMs);
}

export class PastDecisions {
  #endpoint: Endpoint | undefined;

  /** Follows an endpoint. A window that was lost and is back has a new one. */
  follow(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
    endpoint.onReviewEnded(tell);
  }

  /** Lists them. Choosing one opens its file. */
  async show(): Promise<void> {
    const records = this.#endpoint?.endedReviews ?? [];
    if (records.length === 0) return void showInformation(vscode.l10n.t("No past decisions yet."));
    const time = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "short", timeStyle: "medium" });
    const items = records.map((record) => ({
      label: `$(${icons[record.outcome]}) ${displayText(shownPath(record.path))}`,
      description: `${time.format(record.endedAt)} · ${displayName(agentName(record.client.name))}`,
      detail: displayText(describeRecord(record, shownPath(record.path))),
      path: record.path,
    }));
    const placeHolder = vscode.l10n.t("Past decisions. Select one to open its file.");
    const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
    if (chosen) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(chosen.path));
  }
}
