/** Runs the contract test with the in-memory editor in a separate process that can be killed, with real delays. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type LaunchedEditor, type LaunchOptions, testEditor } from "@tandem-ide/conformance";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type BundledProgram, bundleProgram } from "../../../test/bundle-program.js";

let program: BundledProgram;

beforeAll(async () => {
  program = await bundleProgram(new URL("testing/child.ts", import.meta.url));
});

afterAll(() => program.remove());

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (signal) child.kill(signal);
  await exited;
}

async function launch({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> {
  const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"];
  const child = spawn(process.execPath, [program.path, configDir, home, ...folders], { stdio });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done) throw new Error("The editor exited");
    const { value, error }: { value?: unknown; error?: string } = JSON.parse(line.value);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  await answer();
  const ask = (verb: string, args: readonly unknown[]) => {
    child.stdin.write(`${JSON.stringify([verb, ...args])}\n`);
    return answer();
  };
  const verb =
    (name: string) =>
    async (...args: readonly unknown[]): Promise<void> => {
      await ask(name, args);
    };
  return {
    driver: {
      openFile: verb("openFile"),
      closeFile: verb("closeFile"),
      select: verb("select"),
      mention: verb("mention"),
      type: verb("type"),
      save: verb("save"),
      pendingReviews: async () => {
        const names = await ask("pendingReviews", []);
        return Array.isArray(names) ? names.map(String) : [];
      },
      accept: verb("accept"),
      reject: verb("reject"),
      editAndAccept: verb("editAndAccept"),
      acceptHunks: verb("acceptHunks"),
      closeReview: verb("closeReview"),
      diagnose: verb("diagnose"),
      setPaused: verb("setPaused"),
      setFolders: verb("setFolders"),
      restartEndpoint: verb("restartEndpoint"),
      quit: async () => {
        await verb("quit")();
        await end(child);
      },
      kill: () => end(child, "SIGKILL"),
    },
    stop: () => end(child, "SIGKILL"),
  };
}

testEditor({
  name: "The in-memory editor in a separate process",
  launch,
  cannot: { executeCode: "it has no kernel", reopenWindow: "it has no windows" },
  describe,
  test,
  afterAll,
});
