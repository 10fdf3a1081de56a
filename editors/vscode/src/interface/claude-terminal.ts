/** Claude Code in a terminal of this window. */
import * as vscode from "vscode";
import type { Settings } from "../settings.js";

export function startClaude({ claudeCommand, claudeLocation }: Settings): void {
  const terminal = vscode.window.createTerminal({
    name: "Claude Code",
    iconPath: new vscode.ThemeIcon("hubot"),
    location: claudeLocation === "editor" ? { viewColumn: vscode.ViewColumn.Beside } : vscode.TerminalLocation.Panel,
  });
  terminal.show();
  terminal.sendText(claudeCommand);
}
