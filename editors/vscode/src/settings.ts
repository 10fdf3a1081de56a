/** The user's settings, typed. `package.json` declares them with their defaults and words. */
import type { ServingOptions } from "@tandem/server";
import * as vscode from "vscode";
import { rulesOf } from "./privacy-rules.js";

export interface Settings {
  readonly withhold: readonly string[];
  readonly clients: "many" | "single";
  readonly allowedHosts: readonly string[];
  readonly logBodies: boolean;
  readonly claudeCommand: string;
  readonly claudeLocation: "panel" | "editor";
  readonly reviewPlacement: "active" | "beside";
  readonly reviewTakesFocus: boolean;
}

export function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration("tandem");
  return {
    withhold: rulesOf(all.inspect("withhold") ?? {}),
    clients: all.get("clients", "many"),
    allowedHosts: all.get("allowedHosts", []),
    logBodies: all.get("log.bodies", false),
    claudeCommand: all.get("claude.command", "claude"),
    claudeLocation: all.get("claude.location", "panel"),
    reviewPlacement: all.get("review.placement", "active"),
    reviewTakesFocus: all.get("review.takeFocus", false),
  };
}

/** Those that an endpoint takes only when it starts. */
export const startSettings = ["tandem.clients", "tandem.allowedHosts", "tandem.log.bodies"];

export function servingOptions(): ServingOptions {
  const { clients, allowedHosts, logBodies } = readSettings();
  return { clients, allowedHosts, logBodies };
}
