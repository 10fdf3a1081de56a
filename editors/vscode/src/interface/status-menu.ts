/** The menu of the status bar item: the status and actions. */
import * as vscode from "vscode";
import { displayText } from "../display-text.js";
import type { WindowEndpoint } from "../endpoint/endpoint.js";
import { reviewCount } from "./counts.js";

interface Entry extends vscode.QuickPickItem {
  readonly command?: string;
}

function facts({ current, status }: WindowEndpoint): readonly Entry[] {
  const { t } = vscode.l10n;
  const { state, clients, queuedMentions, lastShared } = status;
  if (state.kind === "failed") return [{ label: `$(error) ${displayText(state.reason)}`, command: "tandem.restart" }];
  if (state.kind !== "serving" || !current) return [{ label: t("Tandem isn't running.") }];
  return [
    { label: t("Port {0}", current.port), description: displayText(current.lockFile) },
    { label: displayText(t("Last shared: {0}", lastShared ?? t("nothing"))) },
    ...(queuedMentions > 0 ? [{ label: t("Queued mentions: {0}", queuedMentions) }] : []),
    ...clients.map(({ name, version, pid, openDiffs }) => ({
      label: `$(terminal) ${displayText(`${name} ${version}`)}`,
      description: [
        ...(pid === undefined ? [] : [t("process {0}", pid)]),
        ...(openDiffs.length === 0 ? [] : [reviewCount(openDiffs.length)]),
      ].join(", "),
    })),
    ...(clients.length === 0 ? [{ label: t("Claude Code isn't connected.") }] : []),
  ];
}

function actions({ current, status: { isPaused } }: WindowEndpoint): readonly Entry[] {
  const { t } = vscode.l10n;
  const review = { label: `$(diff) ${t("Next Review")}`, command: "tandem.nextReview" };
  return [
    ...((current?.reviews.length ?? 0) > 0 ? [review] : []),
    { label: `$(history) ${t("Show Past Decisions")}`, command: "tandem.showDecisions" },
    { label: `$(hubot) ${t("Start Claude Code in Terminal")}`, command: "tandem.startClaude" },
    isPaused
      ? { label: `$(debug-start) ${t("Resume Sharing")}`, command: "tandem.resume" }
      : { label: `$(debug-pause) ${t("Pause Sharing")}`, command: "tandem.pause" },
    { label: `$(output) ${t("Show Log")}`, command: "tandem.showLog" },
    { label: `$(clippy) ${t("Copy Diagnostics Report")}`, command: "tandem.copyReport" },
    { label: `$(refresh) ${t("Restart Connection")}`, command: "tandem.restart" },
  ];
}

export async function showStatus(endpoint: WindowEndpoint): Promise<void> {
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator };
  const entries: readonly Entry[] = [...facts(endpoint), separator, ...actions(endpoint)];
  const chosen = await vscode.window.showQuickPick(entries, { title: "Tandem" });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command);
}
