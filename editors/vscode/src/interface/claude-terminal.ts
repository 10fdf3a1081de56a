/** The terminals in which this window has started Claude Code. */
import * as vscode from "vscode";

export const claudeTerminalName = "Claude Code";

/** Returns the newest one. */
export function claudeTerminal(): vscode.Terminal | undefined {
  return vscode.window.terminals.findLast(({ creationOptions }) => creationOptions.name === claudeTerminalName);
}
