/**
 * The mode in which Claude Code asks before it edits: without it no proposal comes to the editor.
 * What the mode is called depends on the release, and a release refuses a name that it does not know.
 */
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import { neutralDirectory, neutralEnvironment } from "../programs/neutral.js";
import { workspaceAt } from "../programs/workspace-files.js";

const patienceMs = 5000;

/**
 * The arguments for the mode that asks, by what `--help` says; none where it says nothing of modes.
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
 * Asks the program itself, away from the folder that it will be started in: its files have no say in what is run for an
 * answer. One that does not answer is started as it is.
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
    const place = { cwd: neutralDirectory(env), env: neutral };
    const running = promisify(execFile)(file, args, { ...place, timeout: patienceMs, signal });
    running.child.stdin?.end(); // Whoever reads it gets no answer.
    return askingModeIn((await running).stdout);
  } catch {
    return [];
  }
}
