/** A process of a fault test: a line in, a line out, and real signals. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";

export class Child {
  stderr = "";
  readonly exited: Promise<unknown>;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  #hasEnded = false;

  constructor(command: readonly string[]) {
    const [program = "", ...args] = command;
    const env = { PATH: process.env.PATH ?? "", TMPDIR: tmpdir(), LANG: "C.UTF-8" };
    const child = spawn(program, args, { stdio: "pipe", env });
    this.#process = child;
    child.stdin.on("error", () => {}); // It has ended; `exited` reports that.
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr += text;
    });
    createInterface({ input: child.stdout })
      .on("line", (line) => {
        const wake = this.#waiting.shift();
        if (wake) wake(line);
        else this.#lines.push(line);
      })
      .on("close", () => {
        this.#hasEnded = true;
        for (const wake of this.#waiting.splice(0)) wake(undefined);
      });
    this.exited = once(child, "exit");
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get isGone(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  signal(name: NodeJS.Signals): void {
    if (!this.isGone) this.#process.kill(name);
  }

  /** The next line, as JSON. */
  async next<T>(): Promise<T> {
    const line = this.#lines.shift() ?? (this.#hasEnded ? undefined : await this.#wait());
    if (line === undefined) throw new Error(`It ended without a word more. ${this.stderr}`);
    return JSON.parse(line);
  }

  #wait(): Promise<string | undefined> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  ask<T>(verb: string, argument?: unknown): Promise<T> {
    this.#process.stdin?.write(`${JSON.stringify([verb, argument])}\n`);
    return this.next<T>();
  }

  endInput(): void {
    this.#process.stdin?.end();
  }

  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.signal(signal);
    this.signal("SIGCONT");
    if (!this.isGone) await this.exited;
  }
}
