/** Reads the user's settings. `package.json` declares them. */
import { type WorkspaceRequestMode, workspaceRequestModes } from "@tandem-ide/protocol/schema-free";
import type { ServingOptions } from "@tandem-ide/server";
import * as vscode from "vscode";
import { rulesOf } from "./privacy-rules.js";

export interface Settings {
  readonly hiddenFiles: readonly string[];
  readonly clients: "many" | "single";
  readonly workspaceRequests: WorkspaceRequestMode;
  readonly allowedHosts: readonly string[];
  readonly logBodies: boolean;
  readonly claudeCommand: string;
  readonly claudeLocation: "panel" | "editor";
  readonly reviewPlacement: "active" | "beside";
  readonly reviewTakesFocus: boolean;
  readonly opensNextReview: boolean;
  readonly recordsChanges: boolean;
}

/** The second is the old name. Ignoring it would expose files that were hidden before an update. */
const hiddenFilesSettings = ["hiddenFiles", "withhold"];

export function hiddenFilesChanged(event: vscode.ConfigurationChangeEvent): boolean {
  return hiddenFilesSettings.some((name) => event.affectsConfiguration(`tandem.${name}`));
}

/** VS Code also returns invalid values. Use "ask" for them, so that nothing is written without asking. */
function modeOf(value: unknown): WorkspaceRequestMode {
  return workspaceRequestModes.find((mode) => mode === value) ?? "ask";
}

export function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration("tandem");
  return {
    hiddenFiles: hiddenFilesSettings.flatMap((name) => rulesOf(all.inspect(name) ?? {})),
    clients: all.get("clients", "many"),
    workspaceRequests: modeOf(all.get("workspaceRequests")),
    allowedHosts: all.get("allowedHosts", []),
    logBodies: all.get("log.bodies", false),
    claudeCommand: all.get("claude.command", "claude"),
    claudeLocation: all.get("claude.location", "panel"),
    reviewPlacement: all.get("review.placement", "active"),
    reviewTakesFocus: all.get("review.takeFocus", false),
    opensNextReview: all.get("openNextReview", true),
    recordsChanges: all.get("changes.enabled", true),
  };
}

/** Settings that require a restart of the endpoint. */
export const startSettings = ["tandem.clients", "tandem.workspaceRequests", "tandem.allowedHosts", "tandem.log.bodies"];

export function servingOptions(): ServingOptions {
  const { clients, workspaceRequests, allowedHosts, logBodies } = readSettings();
  return { clients, workspaceRequests, allowedHosts, logBodies };
}
