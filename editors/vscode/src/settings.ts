/** The user's settings, typed. `package.json` declares them with their defaults and words. */
import { type WorkspaceRequestMode, workspaceRequestModes } from "@tandem/protocol/plain";
import type { ServingOptions } from "@tandem/server";
import * as vscode from "vscode";
import { rulesOf } from "./privacy-rules.js";

export interface Settings {
  readonly withhold: readonly string[];
  readonly clients: "many" | "single";
  readonly workspaceRequests: WorkspaceRequestMode;
  readonly allowedHosts: readonly string[];
  readonly logBodies: boolean;
  readonly claudeCommand: string;
  readonly claudeLocation: "panel" | "editor";
  readonly reviewPlacement: "active" | "beside";
  readonly reviewTakesFocus: boolean;
}

/** A value that VS Code underlines is given all the same: then nothing is written unasked. */
function modeOf(value: unknown): WorkspaceRequestMode {
  return workspaceRequestModes.find((mode) => mode === value) ?? "ask";
}

export function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration("tandem");
  return {
    withhold: rulesOf(all.inspect("withhold") ?? {}),
    clients: all.get("clients", "many"),
    workspaceRequests: modeOf(all.get("workspaceRequests")),
    allowedHosts: all.get("allowedHosts", []),
    logBodies: all.get("log.bodies", false),
    claudeCommand: all.get("claude.command", "claude"),
    claudeLocation: all.get("claude.location", "panel"),
    reviewPlacement: all.get("review.placement", "active"),
    reviewTakesFocus: all.get("review.takeFocus", false),
  };
}

/** Those that an endpoint takes only when it starts. */
export const startSettings = ["tandem.clients", "tandem.workspaceRequests", "tandem.allowedHosts", "tandem.log.bodies"];

export function servingOptions(): ServingOptions {
  const { clients, workspaceRequests, allowedHosts, logBodies } = readSettings();
  return { clients, workspaceRequests, allowedHosts, logBodies };
}
