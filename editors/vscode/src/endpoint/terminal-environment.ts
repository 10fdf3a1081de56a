/** Gives every new terminal what Claude Code needs to find this window (ENV-01 to ENV-04). */
import type { Endpoint } from "@tandem/server";
import * as vscode from "vscode";

export function setTerminalEnvironment(
  collection: vscode.EnvironmentVariableCollection,
  endpoint: Pick<Endpoint, "environment"> | undefined,
): void {
  // Not for terminals that are there before this extension is: the port may be another by then.
  collection.persistent = false;
  collection.clear();
  if (!endpoint) return;
  collection.description = vscode.l10n.t("Lets Claude Code find this window");
  for (const [name, value] of Object.entries(endpoint.environment())) collection.replace(name, value);
}
