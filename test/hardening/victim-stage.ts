/** An endpoint in a process of its own, whose memory can be measured, and a client that behaves in another. */
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
  /** What it printed on its way out. */
  complaints(): string;
  /** The most memory that it ever held, in MB. */
  peak(): number;
}

/** Both programs, bundled once for all tests of a file. */
export interface StagePrograms {
  readonly victim: BundledProgram;
  readonly calm: BundledProgram;
}

export async function bundleStage(): Promise<StagePrograms> {
  const [victim, calm] = await Promise.all(
    ["victim.ts", "calm-client.ts"].map((name) => bundleProgram(new URL(name, import.meta.url))),
  );
  if (!victim || !calm) throw new Error("The programs of the stage were not bundled.");
  return { victim, calm };
}

export async function startVictim({ victim }: StagePrograms): Promise<Victim> {
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

/** Starts the client that behaves; `stop` says how it fared. */
export async function startCalmClient({ calm }: StagePrograms, { port, authToken }: Victim["target"]) {
  const child = spawn(process.execPath, [calm.path, String(port), authToken], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return {
    async stop(): Promise<{ asked: number; worstMs: number; lost: number }> {
      const said = once(lines, "line");
      child.stdin.end();
      return JSON.parse((await said)[0]);
    },
  };
}
