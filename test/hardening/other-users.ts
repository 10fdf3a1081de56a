/** Two ordinary users of this machine, to test what one can do to the other. Root can do anything, so it is neither. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "../endpoint.js";

/** The owner of the locks, and the attacker. User ids are enough; they need no names. */
export const owner = 65_534;
export const attacker = 65_533;

export const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Tests with a second user are skipped: only root can start a process as another user.");

export function asUser(uid: number): string[] {
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
}

/** A directory that everyone may enter. */
export function openDirectory(): string {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o755);
  return directory;
}

/** A bundled program, which everyone may run. */
export function share(program: string): string {
  chmodSync(dirname(program), 0o755);
  return program;
}

/** What the attacker gets when reading a file: its bytes, or nothing. */
export function readAsAttacker(path: string): string {
  return spawnSync("setpriv", [...asUser(attacker), "cat", path], { encoding: "utf8", timeout: 10_000 }).stdout;
}

/** A process of another user, with line-based input and output. */
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
    if (done) throw new Error("The other user's process has exited");
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
