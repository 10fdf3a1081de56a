/** The status bar item. */
import * as vscode from "vscode";
import type { WindowStatus } from "../endpoint/endpoint.js";
import { type StatusSummary, summarizeStatus } from "./status-summary.js";

function label({ key, waiting, clients }: StatusSummary): { readonly text: string; readonly tooltip: string } {
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
      return { text: `Tandem ${clients}`, tooltip: t("Claude Code sessions: {0}.", clients) };
    case "waiting":
      return {
        text: t("Tandem: {0} to review", waiting),
        tooltip: t("Pending reviews: {0}. Claude Code sessions: {1}.", waiting, clients),
      };
  }
}

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("tandem.status", vscode.StatusBarAlignment.Right, 100);

  constructor() {
    this.#item.name = "Tandem";
    this.#item.command = "tandem.showStatus";
    this.#item.show();
  }

  update(status: WindowStatus, waiting: number): void {
    const summary = summarizeStatus(status, waiting);
    const { text, tooltip } = label(summary);
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
