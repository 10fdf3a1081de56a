/** An endpoint in a separate process, whose memory can be measured, and a well-behaved client in another. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { type BundledProgram, bundleProgram } from "../bundle-program.js";
import { temporaryDirectory } from "../endpoint.js";

export interface Victim {
  readonly folder: string;
  readonly target: { readonly port: number; readonly authToken: string };
  isAlive(): boolean;
  /** What it printed before it exited. */
  complaints(): string;
  /** Its peak memory in MB. */
  peak(): number;
}

/** Both programs, bundled once for all tests of a file. */
export interface FixturePrograms {
  readonly victim: BundledProgram;
  readonly calm: BundledProgram;
}

export async function bundleFixture(): Promise<FixturePrograms> {
  const [victim, calm] = await Promise.all(
    ["victim.ts", "calm-client.ts"].map((name) => bundleProgram(new URL(name, import.meta.url))),
  );
  if (!victim || !calm) throw new Error("The programs of the fixture were not bundled.");
  return { victim, calm };
}

export async function startVictim({ victim }: FixturePrograms): Promise<Victim> {
  const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
  const child = spawn(process.execPath, [victim.path, folder, configDir], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return {
    folder,
    target: JSON.parse(line),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    complaints: () => complaints.slice(0, 500),
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
  };
}

/** Starts the well-behaved client. `stop` returns its results. */
export async function startCalmClient({ calm }: FixturePrograms, { port, authToken }: Victim["target"]) {
  const child = spawn(process.execPath, [calm.path, String(port), authToken], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return {
    async stop(): Promise<{ asked: number; worstMs: number; lost: number }> {
      const printed = once(lines, "line");
      child.stdin.end();
      return JSON.parse((await printed)[0]);
    },
  };
}
