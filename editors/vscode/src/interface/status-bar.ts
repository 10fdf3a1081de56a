/** The status bar item. */
import * as vscode from "vscode";
import type { WindowStatus } from "../endpoint/endpoint.js";
import { reviewCount, sessionCount } from "./counts.js";
import { type StatusSummary, summarizeStatus } from "./status-summary.js";

function label(
  { key, waiting, clients }: StatusSummary,
  position: string,
): { readonly text: string; readonly tooltip: string } {
  const { t } = vscode.l10n;
  switch (key) {
    case "starting":
      return { text: "Tandem", tooltip: t("Tandem is starting.") };
    case "closed":
      return { text: "Tandem", tooltip: t("Tandem isn't running.") };
    case "failed":
      return { text: "Tandem", tooltip: t("Tandem couldn't start. Click for details.") };
    case "paused":
      return { text: t("Tandem: paused"), tooltip: t("Sharing is paused. Click to resume.") };
    case "missed":
      return {
        text: t("Tandem: type /ide"),
        tooltip: t("Claude Code didn't reconnect after the window reloaded. Type /ide in its terminal."),
      };
    case "disconnected":
      return {
        text: "Tandem",
        tooltip: t("Claude Code isn't connected. Run claude in this folder, or type /ide."),
      };
    case "connected":
      return { text: `Tandem ${clients}`, tooltip: `${sessionCount(clients)}.` };
    case "waiting":
      return {
        text: position === "" ? t("Tandem: {0} to review", waiting) : t("Tandem: review {0}", position),
        tooltip: `${reviewCount(waiting)}. ${sessionCount(clients)}. ${t("Click to open the next review.")}`,
      };
  }
}

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("tandem.status", vscode.StatusBarAlignment.Right, 100);

  constructor() {
    this.#item.name = "Tandem";
    this.#item.show();
  }

  /** `position` is the place of the shown review among the pending ones, or empty. */
  update(status: WindowStatus, waiting: number, position: string): void {
    const summary = summarizeStatus(status, waiting);
    const { text, tooltip } = label(summary, position);
    this.#item.command = summary.key === "waiting" ? "tandem.nextReview" : "tandem.showStatus";
    this.#item.text = `$(${summary.icon}) ${text}`;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `Tandem. ${tooltip}` };
    this.#item.backgroundColor = summary.isWarning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
