/** Runs the programs that the scripts need, and keeps what they print until it is of use: when they fail. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository. Commands run there unless they say otherwise. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A program ended with another code than 0, or could not be started. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {string} output what it printed
   */
  constructor(message, output) {
    super(message);
    this.name = "CommandError";
    this.output = output;
  }
}

/**
 * Runs a program without a terminal and resolves to what it printed; a `CommandError` when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, onLine?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { env = process.env, cwd = root, onLine = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const lines = [];
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        onLine(line);
      });
    child.on("error", (error) => reject(new CommandError(`${command} could not be started: ${error.message}`, "")));
    child.on("close", (code, signal) => {
      const output = lines.join("\n");
      if (code === 0) resolve(output);
      else reject(new CommandError(`${command} ended with ${signal ?? code}`, output));
    });
  });
}

/**
 * Runs a program that has the terminal for itself, and resolves to its exit code (128 + n for signal n, as a shell
 * does). When its time is over it is asked to end, and ten seconds later made to. SIGTERM is passed on to it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, { env, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
    const timers = [
      setTimeout(() => child.kill("SIGTERM"), timeoutMs),
      setTimeout(() => child.kill("SIGKILL"), timeoutMs + 10_000),
    ];
    const passOn = () => child.kill("SIGTERM");
    process.on("SIGTERM", passOn);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGTERM", passOn);
      for (const timer of timers) clearTimeout(timer);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
