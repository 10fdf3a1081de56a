/**
 * The permission mode in which Claude Code asks before it edits. In other modes the editor gets no proposals.
 * Its name depends on the release, and a release rejects names it doesn't have.
 */
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import { neutralDirectory, neutralEnvironment } from "../programs/neutral.js";
import { workspaceAt } from "../programs/workspace-files.js";

const timeoutMs = 5000;

/**
 * Returns the arguments that select the mode, read from the output of `--help`. Empty when the help lists no modes.
 *
 * @example
 * askingModeIn(help); // ["--permission-mode", "manual"]
 */
export function askingModeIn(help: string): string[] {
  const [, choices = ""] = /--permission-mode\b([\s\S]*?)(?:\n\s+-|$)/.exec(help) ?? [];
  const mode = ["manual", "default"].find((name) => choices.includes(`"${name}"`));
  return mode === undefined ? [] : ["--permission-mode", mode];
}

/**
 * Runs the program with `--help`, outside the folder it will later start in, so that the folder's files can't change what
 * runs. Returns no arguments when the program doesn't answer.
 *
 * @example
 * const mode = await askingMode((args) => ({ file: "/usr/bin/claude", args: [...args] }), { cwd, env }, signal);
 */
export async function askingMode(
  start: (args: readonly string[]) => { readonly file: string; readonly args: string[] },
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
  signal: AbortSignal,
): Promise<string[]> {
  const { file, args } = start(["--help"]);
  try {
    const neutral = await neutralEnvironment(env, workspaceAt(cwd, env.HOME || homedir()));
    const options = { cwd: neutralDirectory(env), env: neutral, timeout: timeoutMs, signal };
    const running = promisify(execFile)(file, args, options);
    running.child.stdin?.end(); // A program that reads its input must not wait for it.
    return askingModeIn((await running).stdout);
  } catch {
    return [];
  }
}
