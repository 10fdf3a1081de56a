/** What VS Code calls. */

import type * as vscode from "vscode";
import { loaded, startActivation } from "./own-work.js";
import { TandemWindow } from "./tandem-window.js";

/** VS Code passes nothing to `deactivate`, so what is to end is remembered here. */
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
