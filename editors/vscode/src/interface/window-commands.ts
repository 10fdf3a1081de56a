/** Commands for the connection, the log and the report. */
import * as vscode from "vscode";
import type { WindowEndpoint } from "../endpoint/endpoint.js";
import { showInformation } from "../messages.js";
import { readSettings } from "../settings.js";
import { describeEditors } from "./editor-conflicts.js";
import type { ReportFacts } from "./report.js";
import { startClaude } from "./start-claude.js";
import { showStatus } from "./status-menu.js";

export interface WindowCommandsOptions {
  readonly endpoint: WindowEndpoint;
  readonly log: vscode.LogOutputChannel;
  readonly setPaused: (isPaused: boolean) => void;
  readonly askBeforeCode: () => void;
  readonly findConflicts: () => Promise<void>;
  readonly facts: () => Pick<ReportFacts, "extension" | "pid" | "folders" | "reviews" | "activationMs">;
}

async function report({ endpoint, facts }: WindowCommandsOptions): Promise<string> {
  const { current, status } = endpoint;
  const { state } = status;
  const known = facts();
  const { reportText } = await import("./discovery-part.js");
  return reportText({
    ...known,
    editor: `${vscode.env.appName} ${vscode.version}`,
    remote: vscode.env.remoteName,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    endpoint:
      state.kind === "serving" && current
        ? { port: current.port, lockFile: current.lockFile, status }
        : { problem: state.kind === "failed" ? state.reason : state.kind },
    discovery: await describeEditors(known.folders[0]),
    settings: { ...readSettings() },
  });
}

export function registerWindowCommands(options: WindowCommandsOptions): vscode.Disposable {
  const { endpoint, log, setPaused } = options;
  const { t } = vscode.l10n;
  const commands: Record<string, () => unknown> = {
    "tandem.startClaude": () => startClaude(readSettings()),
    "tandem.showStatus": () => showStatus(endpoint),
    "tandem.showLog": () => log.show(),
    "tandem.restart": () => endpoint.restart(),
    "tandem.askBeforeCode": () => options.askBeforeCode(),
    "tandem.lookForOthers": () => options.findConflicts(),
    "tandem.pause": () => setPaused(true),
    "tandem.resume": () => setPaused(false),
    "tandem.copyReport": async () => {
      await vscode.env.clipboard.writeText(await report(options));
      void showInformation(
        t("Copied the report to the clipboard. It contains file paths but no secrets. Review it before sharing."),
      );
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}
