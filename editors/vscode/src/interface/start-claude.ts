/** Starts Claude Code in a terminal of this window. */
import { homedir } from "node:os";
import { askingMode } from "@tandem-ide/workspace/claude";
import { findOutside } from "@tandem-ide/workspace/programs";
import * as vscode from "vscode";
import type { Settings } from "../settings.js";
import { claudeTerminalName } from "./claude-terminal.js";

/** Returns the user's command, or by default `claude` in the permission mode that asks, whose name depends on the release. */
async function commandLine(claudeCommand: string): Promise<string> {
  if (claudeCommand !== "claude") return claudeCommand;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  // Don't run a program from the workspace to find out.
  const file = await findOutside("claude", { env: process.env, folders });
  if (file === undefined) return claudeCommand;
  const context = { cwd: folders[0] ?? homedir(), env: { ...process.env } };
  const mode = await askingMode((args) => ({ file, args: [...args] }), context, AbortSignal.timeout(5000));
  return [claudeCommand, ...mode].join(" ");
}

export async function startClaude({ claudeCommand, claudeLocation }: Settings): Promise<void> {
  const terminal = vscode.window.createTerminal({
    name: claudeTerminalName,
    iconPath: new vscode.ThemeIcon("hubot"),
    location: claudeLocation === "editor" ? { viewColumn: vscode.ViewColumn.Beside } : vscode.TerminalLocation.Panel,
  });
  terminal.show();
  terminal.sendText(await commandLine(claudeCommand));
}
