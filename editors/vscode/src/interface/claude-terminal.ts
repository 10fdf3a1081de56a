/** Claude Code in a terminal of this window. */
import { homedir } from "node:os";
import { askingMode } from "@tandem/workspace/claude";
import { findOutside } from "@tandem/workspace/programs";
import * as vscode from "vscode";
import type { Settings } from "../settings.js";

/** What is typed: as the user set it; otherwise in the mode in which Claude Code proposes its edits, whatever its release calls that. */
async function commandLine(claudeCommand: string): Promise<string> {
  if (claudeCommand !== "claude") return claudeCommand;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  // Not one that the workspace puts on PATH: the shell of the terminal is the user's, this question is ours.
  const file = await findOutside("claude", { env: process.env, folders });
  if (file === undefined) return claudeCommand;
  const place = { cwd: folders[0] ?? homedir(), env: { ...process.env } };
  const mode = await askingMode((args) => ({ file, args: [...args] }), place, AbortSignal.timeout(5000));
  return [claudeCommand, ...mode].join(" ");
}

export async function startClaude({ claudeCommand, claudeLocation }: Settings): Promise<void> {
  const terminal = vscode.window.createTerminal({
    name: "Claude Code",
    iconPath: new vscode.ThemeIcon("hubot"),
    location: claudeLocation === "editor" ? { viewColumn: vscode.ViewColumn.Beside } : vscode.TerminalLocation.Panel,
  });
  terminal.show();
  terminal.sendText(await commandLine(claudeCommand));
}
