/** Runs the checks against the test client, with times for a busy machine. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../../report.js";
import type { ClientConformanceOptions } from "../options.js";
import { runClientConformance } from "../run.js";
import { FaultyClient } from "./client.js";
import type { Parts } from "./parts.js";

export const shortTimes = {
  connectMs: 5000,
  // A busy machine must not look like a client that doesn't answer.
  answerMs: 2500,
  initializeDelayMs: 20,
  readyMs: 20,
  restMs: 20,
  redialMs: 3000,
  pauseMs: 60,
  reviewMs: 80,
  awayMs: 1000,
} as const;

export async function checkClient(
  change: (parts: Parts) => void,
  options: ClientConformanceOptions = {},
): Promise<Report> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "client-conformance-")));
  let client: FaultyClient | undefined;
  try {
    return await runClientConformance({
      folders: [folder],
      quietMs: 1500,
      ...options,
      times: { ...shortTimes, ...options.times },
      async onReady(endpoint) {
        client = new FaultyClient(endpoint.configDir, folder, change);
        void client.start();
        await options.onReady?.(endpoint);
      },
      onStage(stage) {
        if (stage === "serving") client?.work();
        options.onStage?.(stage);
      },
    });
  } finally {
    client?.destroy();
    await rm(folder, { recursive: true });
  }
}
