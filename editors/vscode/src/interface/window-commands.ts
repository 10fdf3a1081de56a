/** The commands about the connection itself. */
import * as vscode from "vscode";
import type { WindowEndpoint } from "../endpoint/endpoint.js";
import { tellInformation } from "../messages.js";
import { readSettings } from "../settings.js";
import { startClaude } from "./claude-terminal.js";
import { describeEditors } from "./other-editors.js";
import { type ReportFacts, reportText } from "./report.js";
import { showStatus } from "./status-menu.js";

export interface WindowCommandsOptions {
  readonly endpoint: WindowEndpoint;
  readonly log: vscode.LogOutputChannel;
  readonly setPaused: (isPaused: boolean) => void;
  readonly askBeforeCode: () => void;
  readonly lookForOthers: () => Promise<void>;
  readonly facts: () => Pick<ReportFacts, "extension" | "pid" | "folders" | "reviews" | "activationMs">;
}

async function report({ endpoint, facts }: WindowCommandsOptions): Promise<string> {
  const { current, status } = endpoint;
  const { state } = status;
  const known = facts();
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
    "tandem.lookForOthers": () => options.lookForOthers(),
    "tandem.pause": () => setPaused(true),
    "tandem.resume": () => setPaused(false),
    "tandem.copyReport": async () => {
      await vscode.env.clipboard.writeText(await report(options));
      void tellInformation(
        t("The report is in the clipboard. It holds paths of yours, and no secrets: read it before you send it."),
      );
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}
