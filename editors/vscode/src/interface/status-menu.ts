/** What a click on the status bar shows: how it stands, and what can be done about it. */
import * as vscode from "vscode";
import type { WindowEndpoint } from "../endpoint/endpoint.js";
import { shownWords } from "../shown-words.js";

interface Entry extends vscode.QuickPickItem {
  readonly command?: string;
}

function facts({ current, status }: WindowEndpoint): readonly Entry[] {
  const { t } = vscode.l10n;
  const { state, clients, queuedMentions, lastShared } = status;
  if (state.kind === "failed") return [{ label: `$(error) ${shownWords(state.reason)}`, command: "tandem.restart" }];
  if (state.kind !== "serving" || !current) return [{ label: t("Tandem is not running.") }];
  return [
    { label: t("Port {0}", current.port), description: shownWords(current.lockFile) },
    { label: shownWords(t("Last shared: {0}", lastShared ?? t("nothing"))) },
    ...(queuedMentions > 0 ? [{ label: t("{0} mentions wait for Claude", queuedMentions) }] : []),
    ...clients.map(({ name, version, pid, openDiffs }) => ({
      label: `$(terminal) ${shownWords(`${name} ${version}`)}`,
      description: t("process {0}, {1} proposals", pid ?? "?", openDiffs.length),
    })),
    ...(clients.length === 0 ? [{ label: t("No Claude Code is connected.") }] : []),
  ];
}

function actions({ status: { isPaused } }: WindowEndpoint): readonly Entry[] {
  const { t } = vscode.l10n;
  return [
    { label: `$(hubot) ${t("Start Claude Code in a terminal")}`, command: "tandem.startClaude" },
    isPaused
      ? { label: `$(debug-start) ${t("Resume sharing")}`, command: "tandem.resume" }
      : { label: `$(debug-pause) ${t("Pause sharing")}`, command: "tandem.pause" },
    { label: `$(output) ${t("Show the log")}`, command: "tandem.showLog" },
    { label: `$(clippy) ${t("Copy a diagnostics report")}`, command: "tandem.copyReport" },
    { label: `$(refresh) ${t("Restart the connection")}`, command: "tandem.restart" },
  ];
}

export async function showStatus(endpoint: WindowEndpoint): Promise<void> {
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
  const entries: readonly Entry[] = [...facts(endpoint), separator, ...actions(endpoint)];
  const chosen = await vscode.window.showQuickPick(entries, { title: "Tandem" });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command);
}
