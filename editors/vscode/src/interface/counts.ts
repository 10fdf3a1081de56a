/** Counts with their nouns, for people. */
import * as vscode from "vscode";

export function reviewCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 pending review") : vscode.l10n.t("{0} pending reviews", count);
}

export function sessionCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 Claude Code session") : vscode.l10n.t("{0} Claude Code sessions", count);
}
