/** A home directory for `tandem doctor`, and ways to break it. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Home, type RunOptions } from "./cli-command.js";

/** A fake Claude Code that prints its version and its permission modes. */
export function standIn(version: string, mode: string): string {
  return `#!/bin/sh
case $1 in
  --version) echo '${version} (Claude Code)' ;;
  --help) echo '  --permission-mode <mode>  Mode (choices: "acceptEdits", "${mode}", "plan")' ;;
esac
`;
}

export async function makeHome(): Promise<Home> {
  const home = await Home.make();
  await home.install("claude", standIn("2.1.325", "manual"));
  return home;
}

export async function writeLock(home: Home, port: number, more: object = {}): Promise<string> {
  await mkdir(home.lockDirectory, { recursive: true, mode: 0o700 });
  const file = join(home.lockDirectory, `${port}.lock`);
  const lock = { pid: process.pid, workspaceFolders: [home.folder], ideName: "Ed", transport: "ws", authToken: "t" };
  await writeFile(file, JSON.stringify({ ...lock, ...more }), { mode: 0o600 });
  return file;
}

export async function rewrite(lockFile: string, more: object): Promise<void> {
  const lock: object = JSON.parse(await readFile(lockFile, "utf8"));
  await writeFile(lockFile, JSON.stringify({ ...lock, ...more }));
}

/** Kills the server and waits until it is gone. */
export async function crash({ server }: Awaited<ReturnType<Home["serve"]>>): Promise<void> {
  server.kill("SIGKILL");
  await server.exited;
}

export interface SetUp {
  readonly title: string;
  /** Breaks something, and can return options for running the doctor. */
  readonly make: (home: Home) => Promise<RunOptions | undefined>;
  /** The expected first line. */
  readonly cause: RegExp;
  readonly exitCode?: number;
}
