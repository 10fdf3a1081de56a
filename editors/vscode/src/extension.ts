/** The extension's entry point. */

import type * as vscode from "vscode";
import { loaded, startActivation } from "./activation-time.js";
import { TandemWindow } from "./tandem-window.js";

/** `deactivate` has no parameters, so this has to be a global. */
let running: TandemWindow | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const workMs = startActivation();
  running = new TandemWindow(context, workMs);
  void running.start();
}

export async function deactivate(): Promise<void> {
  const window = running;
  running = undefined;
  await window?.close();
}

loaded();
