/**
 * Warns about other editors that serve the same folder. With two matching lock files, Claude Code connects to neither
 * automatically (docs/protocol.md, section 1). Usually the other one is Anthropic's extension in the same window.
 */
import type { Endpoint } from "@tandem-ide/server";
import * as vscode from "vscode";
import { showInformation } from "../messages.js";

const anthropicExtension = "anthropic.claude-code";
const silencedKey = "otherEditorsSilenced";

export interface OtherEditor {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

async function discoverIn(folder: string) {
  const { discover } = await import("./discovery-part.js");
  // As in a terminal outside of editors: in this window's terminals, the port decides.
  const { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return await discover({ cwd: folder, env: { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } });
}

/** Describes what Claude Code would find if it was started in this folder. */
export async function describeEditors(folder: string | undefined): Promise<readonly string[]> {
  if (folder === undefined) return [];
  const { editors, problems, choice } = await discoverIn(folder);
  return [
    ...editors.map(({ name, port, status }) => `${name} on port ${port}: ${status.message}`),
    ...problems.map(({ message }) => message),
    choice.reason,
  ];
}

export async function findOthers(endpoint: Endpoint, folder: string): Promise<readonly OtherEditor[]> {
  const { editors } = await discoverIn(folder);
  return editors
    .filter(({ status, port, mirrorOf }) => status.counts && port !== endpoint.port && mirrorOf === undefined)
    .map(({ name, port, lock }) => ({ name, port, pid: lock?.pid }));
}

async function showConflict(other: OtherEditor, isAnthropic: boolean): Promise<void> {
  const { t } = vscode.l10n;
  const message = t(
    "{0} also serves this folder. In this window's terminals, Claude Code uses Tandem. Elsewhere, it doesn't connect automatically: type /ide.",
    isAnthropic ? t("Anthropic's extension") : other.name,
  );
  const start = t("Start Claude Code");
  const show = t("Show Extension");
  const chosen = await showInformation(message, start, ...(isAnthropic ? [show] : []));
  if (chosen === start) await vscode.commands.executeCommand("tandem.startClaude");
  if (chosen === show)
    await vscode.commands.executeCommand("workbench.extensions.search", `@installed ${anthropicExtension}`);
}

/** Shows a conflict once for each workspace. */
export async function warnAboutConflicts(
  endpoint: Endpoint,
  folder: string,
  pid: number,
  memory: vscode.Memento,
): Promise<void> {
  if (memory.get(silencedKey) === true) return;
  const [other] = await findOthers(endpoint, folder);
  if (!other) return;
  await memory.update(silencedKey, true);
  void showConflict(other, other.pid === pid && vscode.extensions.getExtension(anthropicExtension) !== undefined);
}
