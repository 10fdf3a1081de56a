/** Two ordinary users of this machine, for tests of what one can do to the other. Root passes every check, so it is neither. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "../endpoint.js";

/** Whose locks they are, and who would like to read them. Numbers are enough: nobody needs to be known by name. */
export const owner = 65_534;
export const stranger = 65_533;

export const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Tests with a second user are skipped: only root can start a process as another user.");

export function asUser(uid: number): string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
}

/** A directory that everybody may enter. */
export function openDirectory(): string {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o755);
  return directory;
}

/** Everybody may run a program that was bundled. */
export function share(program: string): string {
  chmodSync(dirname(program), 0o755);
  return program;
}

/** What the stranger sees when they try to read a file: its bytes, or nothing. */
export function readAsStranger(path: string): string {
  return spawnSync("setpriv", [...asUser(stranger), "cat", path], { encoding: "utf8", timeout: 10_000 }).stdout;
}

/** A process as another user, spoken with line by line. */
export class UserProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(uid: number, args: readonly string[]) {
    this.child = spawn("setpriv", [...asUser(uid), process.execPath, ...args], { cwd: "/", env: {}, stdio: "pipe" });
    this.child.stderr.pipe(process.stderr, { end: false });
    this.#lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("The other user's process has ended");
    return value;
  }

  async ask(line: string): Promise<string> {
    this.child.stdin.write(`${line}\n`);
    return await this.line();
  }

  async end(): Promise<string> {
    this.child.stdin.end();
    return await this.line();
  }
}
