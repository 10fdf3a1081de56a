/** Runs a client (Claude Code or another) for a command, which ends when the client does. */
import type { Command } from "commander";
import type { Context } from "./context.js";
import { CommandError, exitCodeOfSignal, exitCodes } from "./exit-codes.js";

/** Returns the error for a program that did not start. */
export function spawnError(
  program: string,
  { code, message }: NodeJS.ErrnoException,
  advice: readonly string[],
): CommandError {
  const problem =
    { ENOENT: `Can't find ${program}.`, EACCES: `${program} isn't executable.` }[code ?? ""] ??
    `Can't start ${program}: ${message}.`;
  return new CommandError(exitCodes.cannotStart, problem, advice);
}

const installAdvice = [
  "Install Claude Code (npm install -g @anthropic-ai/claude-code), or set its path with",
  "--claude-path <file> or the environment variable TANDEM_CLAUDE.",
];

/** Runs the client in this terminal with these variables added, and resolves with its exit code. */
export async function runClient(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  context: Context,
): Promise<number> {
  // Runs npm's batch files on Windows; elsewhere it is Node's own spawn.
  const { spawn } = await import("cross-spawn");
  return await new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: "inherit", env: { ...context.env, ...variables } });
    context.lifecycle.takeSignals((signal) => {
      // At a terminal Ctrl-C reaches the whole process group, so the client already gets it.
      if (signal !== "SIGINT" || !context.input.isTTY) child.kill(signal);
    });
    child.on("error", (error) => reject(spawnError(command, error, installAdvice)));
    child.on("exit", (code, signal) => resolve(signal ? exitCodeOfSignal(signal) : (code ?? exitCodes.fault)));
  });
}

/** Splits arguments at `--`, because commander passes those before and after it as one list. */
export function splitAtDashes(command: Command, args: readonly string[]): { own: string[]; client: string[] } {
  let root = command;
  while (root.parent) root = root.parent;
  const raw: readonly string[] = "rawArgs" in root && Array.isArray(root.rawArgs) ? root.rawArgs : [];
  const at = raw.indexOf("--");
  const count = at < 0 ? 0 : raw.length - at - 1;
  return { own: args.slice(0, args.length - count), client: args.slice(args.length - count) };
}
