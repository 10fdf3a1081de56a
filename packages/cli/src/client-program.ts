/** Starts a client (Claude Code, or another) from a command, which lives as long as the client does. */
import type { Command } from "commander";
import type { Context } from "./context.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "./exit-codes.js";

/** Why a program did not start, by the system's code for it. */
function cannotStart(command: string, { code, message }: NodeJS.ErrnoException): CommandError {
  const why =
    { ENOENT: "is not to be found", EACCES: "may not be executed" }[code ?? ""] ?? `did not start: ${message}`;
  return new CommandError(exitCodes.cannotStart, `${command} ${why}.`, [
    "Install Claude Code (npm install -g @anthropic-ai/claude-code), or say where it is with",
    "--claude-path <file> or the variable TANDEM_CLAUDE.",
  ]);
}

/** Runs the client in this terminal, with these variables beside ours, and resolves with its exit code. */
export async function runClient(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  context: Context,
): Promise<number> {
  // It finds and quotes for the batch file that npm makes on Windows; elsewhere it is Node's own.
  const { spawn } = await import("cross-spawn");
  return await new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: "inherit", env: { ...context.env, ...variables } });
    context.lifecycle.takeSignals((signal) => {
      // At a terminal Ctrl-C reaches the whole group: handing it on would make two of it.
      if (signal !== "SIGINT" || !context.input.isTTY) child.kill(signal);
    });
    child.on("error", (error) => reject(cannotStart(command, error)));
    child.on("exit", (code, signal) => resolve(signal ? exitCodeOfSignal(signal) : (code ?? exitCodes.fault)));
  });
}

/**
 * The words of a command line before and after `--`. commander hands them over as one list, in which a port or a file
 * before it cannot be told from a program after it.
 */
export function splitAtDashes(command: Command, words: readonly string[]): { own: string[]; client: string[] } {
  let root = command;
  while (root.parent) root = root.parent;
  const raw: readonly string[] = "rawArgs" in root && Array.isArray(root.rawArgs) ? root.rawArgs : [];
  const at = raw.indexOf("--");
  const count = at < 0 ? 0 : raw.length - at - 1;
  return { own: words.slice(0, words.length - count), client: words.slice(words.length - count) };
}
