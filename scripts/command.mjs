/** Runs programs for the scripts, and collects their output to show it when they fail. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository. Commands run there by default. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A program failed or couldn't be started. */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {string} output the program's output
   */
  constructor(message, output) {
    super(message);
    this.name = "CommandError";
    this.output = output;
  }
}

/**
 * Runs a program without a terminal and resolves to its output. Rejects with a `CommandError` when it fails.
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
    child.on("error", (error) => reject(new CommandError(`Can't start ${command}: ${error.message}`, "")));
    child.on("close", (code, signal) => {
      const output = lines.join("\n");
      if (code === 0) resolve(output);
      else reject(new CommandError(`${command} exited with ${signal ?? code}`, output));
    });
  });
}

/**
 * Runs a program in the terminal and resolves to its exit code, which is 128 + n for signal n, as in a shell. After the
 * timeout it gets SIGTERM, and ten seconds later SIGKILL.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, timeoutMs: number, output?: number }} options `output` is a file instead of the terminal
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, { env, timeoutMs, output }) {
  return new Promise((resolve, reject) => {
    const stdio = output === undefined ? "inherit" : ["ignore", output, output];
    const child = spawn(command, args, { cwd: root, env, stdio });
    const timers = [
      setTimeout(() => child.kill("SIGTERM"), timeoutMs),
      setTimeout(() => child.kill("SIGKILL"), timeoutMs + 10_000),
    ];
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
