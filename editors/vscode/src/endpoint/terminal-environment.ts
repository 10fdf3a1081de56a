/** Sets the environment variables by which Claude Code finds this window (ENV-01 to ENV-04). */
import type { Endpoint } from "@tandem-ide/server";
import * as vscode from "vscode";

export function setTerminalEnvironment(
  collection: vscode.EnvironmentVariableCollection,
  endpoint: Pick<Endpoint, "environment"> | undefined,
): void {
  // Doesn't apply to terminals that are restored before this extension starts, because the port may have changed.
  collection.persistent = false;
  collection.clear();
  if (!endpoint) return;
  collection.description = vscode.l10n.t("Lets Claude Code find this window");
  for (const [name, value] of Object.entries(endpoint.environment())) collection.replace(name, value);
}
