/** An endpoint of a test's own: temporary folder and config directory, closed when the test ends. */

import type { LogEntry } from "@tandem/base";
import { onTestFinished } from "vitest";
import { createIde } from "../create-ide.js";
import type { Ide } from "../ide.js";
import type { IdeOptions } from "../options.js";
import { temporaryDirectory } from "./temporary.js";
import { TestEditor } from "./test-editor.js";

export interface RunningIde {
  readonly ide: Ide;
  readonly editor: TestEditor;
  readonly folder: string;
  readonly configDir: string;
  readonly log: LogEntry[];
}

export async function runIde(options: IdeOptions = {}, editor?: TestEditor): Promise<RunningIde> {
  const folder = editor?.workspaceFolders[0] ?? temporaryDirectory();
  const configDir = options.configDir ?? temporaryDirectory();
  const used = editor ?? new TestEditor([folder]);
  const log: LogEntry[] = [];
  const ide = await createIde(used, {
    env: {},
    home: configDir,
    configDir,
    // Tests need not wait for a client that is deaf for half a second; those about that say so.
    readyDelayMs: 0,
    log: (entry) => log.push(entry),
    logLevel: "debug",
    ...options,
  });
  onTestFinished(() => ide.close());
  return { ide, editor: used, folder, configDir, log };
}
