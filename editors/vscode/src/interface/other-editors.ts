/**
 * Other editors on the same folder. With two locks that fit, Claude Code connects to none by itself (docs/protocol.md,
 * section 1); most often the other one is the vendor's extension in the same window.
 */
import type { Endpoint } from "@tandem/server";
import * as vscode from "vscode";
import { tellInformation } from "../messages.js";

const vendorsExtension = "anthropic.claude-code";
const silencedKey = "otherEditorsSilenced";

export interface OtherEditor {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

async function discoverIn(folder: string) {
  // Loaded only when somebody wants to know.
  const { discover } = await import("./discovery-part.js");
  // As in a terminal of no editor: in one of ours the port decides.
  const { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } = process.env;
  return await discover({ cwd: folder, env: { CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME } });
}

/** What Claude Code, started in this folder, would find, a line each. */
export async function describeEditors(folder: string | undefined): Promise<readonly string[]> {
  if (folder === undefined) return [];
  const { editors, problems, choice } = await discoverIn(folder);
  return [
    ...editors.map(({ name, port, verdict }) => `${name} on port ${port}: ${verdict.message}`),
    ...problems.map(({ message }) => message),
    choice.reason,
  ];
}

export async function findOthers(endpoint: Endpoint, folder: string): Promise<readonly OtherEditor[]> {
  const { editors } = await discoverIn(folder);
  return editors
    .filter(({ verdict, port, mirrorOf }) => verdict.counts && port !== endpoint.port && mirrorOf === undefined)
    .map(({ name, port, lock }) => ({ name, port, pid: lock?.pid }));
}

async function tell(other: OtherEditor, isVendors: boolean): Promise<void> {
  const { t } = vscode.l10n;
  const message = isVendors
    ? t(
        "Anthropic's extension serves this folder too. With two, a Claude Code outside of this window connects to none by itself: it asks with /ide. In terminals of this window Tandem is used.",
      )
    : t(
        "{0} serves this folder too. With two, a Claude Code outside of this window connects to none by itself: it asks with /ide. In terminals of this window Tandem is used.",
        other.name,
      );
  const start = t("Start Claude Code Here");
  const show = t("Show the Other Extension");
  const chosen = await tellInformation(message, start, ...(isVendors ? [show] : []));
  if (chosen === start) await vscode.commands.executeCommand("tandem.startClaude");
  if (chosen === show)
    await vscode.commands.executeCommand("workbench.extensions.search", `@installed ${vendorsExtension}`);
}

/** Says so once for a workspace, with what can be done. */
export async function noticeOthers(
  endpoint: Endpoint,
  folder: string,
  pid: number,
  memory: vscode.Memento,
): Promise<void> {
  if (memory.get(silencedKey) === true) return;
  const [other] = await findOthers(endpoint, folder);
  if (!other) return;
  await memory.update(silencedKey, true);
  void tell(other, other.pid === pid && vscode.extensions.getExtension(vendorsExtension) !== undefined);
}
