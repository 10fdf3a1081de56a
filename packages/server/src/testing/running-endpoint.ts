/** Starts an endpoint with a temporary folder and config directory. It is closed when the test ends. */

import type { LogEntry } from "@tandem-ide/base";
import { onTestFinished } from "vitest";
import { createEndpoint } from "../create-endpoint.js";
import type { Endpoint } from "../endpoint.js";
import type { EndpointOptions } from "../options.js";
import { temporaryDirectory } from "./temporary.js";
import { TestEditor } from "./test-editor.js";

export interface RunningEndpoint {
  readonly endpoint: Endpoint;
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
  const endpoint = await createEndpoint(used, {
    env: {},
    home: configDir,
    configDir,
    // Most tests needn't wait half a second until a client listens.
    readyDelayMs: 0,
    workspaceRequests: "write",
    allowedCode: { has: () => true, set: () => {} },
    log: (entry) => log.push(entry),
    logLevel: "debug",
    ...options,
  });
  onTestFinished(() => endpoint.close());
  return { endpoint, editor: used, folder, configDir, log };
}
