/** Language servers that end with the test, their log kept. */
import { availableParallelism, loadavg } from "node:os";
import type { LogEntry } from "@tandem/base";
import { onTestFinished } from "vitest";
import { createLanguageServers, type LanguageServers, type LanguageServersOptions } from "../../language/index.js";

export interface Started {
  readonly servers: LanguageServers;
  readonly entries: LogEntry[];
}

export function startServers(options: LanguageServersOptions): Started {
  const entries: LogEntry[] = [];
  const servers = createLanguageServers({ log: (entry) => entries.push(entry), ...options });
  onTestFinished(() => servers.close());
  return { servers, entries };
}

/** On a machine that has more to do than it has cores, the same work takes as many times as long. */
function stretched(ms: number): AbortSignal {
  const [load = 0] = loadavg();
  return AbortSignal.timeout(Math.round(ms * Math.max(1, load / availableParallelism())));
}

/** The patience that the endpoint has with an editor: 400 ms for one file, 1750 ms for all. */
export const patience = {
  oneFile: () => stretched(400),
  allFiles: () => stretched(1750),
  /** For a server that is not warm yet, and where it does not matter how long it takes. */
  warmUp: () => AbortSignal.timeout(15_000),
};
