/** Language servers that stop when the test ends, with their log. */
import { availableParallelism, loadavg } from "node:os";
import type { LogEntry } from "@tandem-ide/base";
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

/** Work takes proportionally longer on an overloaded machine. */
function stretched(ms: number): AbortSignal {
  const [load = 0] = loadavg();
  return AbortSignal.timeout(Math.round(ms * Math.max(1, load / availableParallelism())));
}

/** Aborts when the test ends: for waits that need no limit of their own, because the test has one. */
function untilTestEnds(): AbortSignal {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  return ended.signal;
}

/** The time limits of the endpoint for an editor: 400 ms for one file, 1750 ms for all. */
export const timeLimits = {
  oneFile: () => stretched(400),
  allFiles: () => stretched(1750),
  /** For a server that hasn't warmed up yet, if the time doesn't matter. */
  warmUp: untilTestEnds,
};
