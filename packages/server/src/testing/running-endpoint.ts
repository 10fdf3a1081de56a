/** An endpoint of a test's own: temporary folder and config directory, closed when the test ends. */

import type { LogEntry } from "@tandem/base";
import { onTestFinished } from "vitest";
import { createEndpoint } from "../create-endpoint.js";
import type { Endpoint } from "../endpoint.js";
import type { EndpointOptions } from "../options.js";
import { temporaryDirectory } from "./temporary.js";
import { TestEditor } from "./test-editor.js";

export interface RunningEndpoint {
  readonly ide: Endpoint;
  readonly editor: TestEditor;
  readonly folder: string;
  readonly configDir: string;
  readonly log: LogEntry[];
}

export async function runEndpoint(options: EndpointOptions = {}, editor?: TestEditor): Promise<RunningEndpoint> {
  const folder = editor?.workspaceFolders[0] ?? temporaryDirectory();
  const configDir = options.configDir ?? temporaryDirectory();
  const used = editor ?? new TestEditor([folder]);
  const log: LogEntry[] = [];
  const ide = await createEndpoint(used, {
    env: {},
    home: configDir,
    configDir,
    // Tests need not wait for a client that is deaf for half a second; those about that say so.
    readyDelayMs: 0,
    workspaceRequests: "write",
    allowedCode: { has: () => true, set: () => {} },
    log: (entry) => log.push(entry),
    logLevel: "debug",
    ...options,
  });
  onTestFinished(() => ide.close());
  return { ide, editor: used, folder, configDir, log };
}
