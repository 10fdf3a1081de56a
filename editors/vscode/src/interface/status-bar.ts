/** The item in the status bar. */
import * as vscode from "vscode";
import type { WindowStatus } from "../endpoint/endpoint.js";
import { type StatusWords, statusWords } from "./status-words.js";

function label({ key, waiting, clients }: StatusWords): { readonly text: string; readonly tooltip: string } {
  const { t } = vscode.l10n;
  switch (key) {
    case "starting":
      return { text: "Tandem", tooltip: t("Tandem is starting.") };
    case "closed":
      return { text: "Tandem", tooltip: t("Tandem is not running.") };
    case "failed":
      return { text: "Tandem", tooltip: t("Tandem could not start. Click to see why.") };
    case "paused":
      return { text: t("Tandem: paused"), tooltip: t("Nothing is shared with Claude. Click to change that.") };
    case "missed":
      return {
        text: t("Tandem: type /ide"),
        tooltip: t("Claude Code did not find back after the window was reloaded. Type /ide in its terminal."),
      };
    case "nobody":
      return {
        text: "Tandem",
        tooltip: t("No Claude Code is connected. Start claude in this folder, or type /ide there."),
      };
    case "connected":
      return { text: `Tandem ${clients}`, tooltip: t("Sessions of Claude Code here: {0}.", clients) };
    case "waiting":
      return {
        text: t("Tandem: {0} to review", waiting),
        tooltip: t("Proposals that wait for you: {0}. Sessions of Claude Code here: {1}.", waiting, clients),
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
    const words = statusWords(status, waiting);
    const { text, tooltip } = label(words);
    this.#item.text = `$(${words.icon}) ${text}`;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `Tandem. ${tooltip}` };
    this.#item.backgroundColor = words.isWarning ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
