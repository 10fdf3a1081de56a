/**
 * The permission mode in which Claude Code asks before it edits. It isn't the default, and in other modes edits aren't
 * sent to the editor for review.
 */
import { homedir } from "node:os";
import { resolve as resolvePath } from "node:path";
import { askingModeIn } from "@tandem-ide/workspace/claude";
import { neutralDirectory, neutralEnvironment, workspaceAt } from "@tandem-ide/workspace/programs";
import type { Context } from "../context.js";

const helpTimeoutMs = 5000;
/** Far longer than any help text. */
const maxHelpLength = 1_000_000;

/** Options that choose a mode, or start something that can't ask or doesn't edit. */
const modeOptions = new Set([
  "--permission-mode",
  "--dangerously-skip-permissions",
  "--print",
  "--bg",
  "--background",
  "--cloud",
  "--desktop",
  "--help",
  "--version",
]);
/** Short options can be combined, as in `-cp`. */
const shortModeOption = /^-[a-z]*[phv]/i;

/** Returns the subcommands in the help text. They don't accept session options. */
function commandsIn(help: string): Set<string> {
  const [, list = ""] = /^Commands:\n([\s\S]*)/m.exec(help) ?? [];
  return new Set([...list.matchAll(/^ {2}([a-z][\w|-]*)/gm)].flatMap(([, names = ""]) => names.split("|")));
}

/**
 * Returns the arguments to put before the user's, based on Claude Code's help text. Returns none if the user's arguments
 * already choose a mode.
 *
 * @example
 * reviewModeFor(["--resume"], help); // ["--permission-mode", "manual"]
 */
export function reviewModeFor(args: readonly string[], help: string): string[] {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  const choosesMode = options.some((word) => modeOptions.has(word.replace(/=.*$/s, "")) || shortModeOption.test(word));
  const commands = commandsIn(help);
  // Mistaking an option's value for a command only means that no mode is added.
  if (choosesMode || options.some((word) => commands.has(word))) return [];
  return askingModeIn(help);
}

/** Returns the program's help text, or an empty text if it fails or takes too long. */
async function helpOf(command: string, { env, cwd, lifecycle }: Context): Promise<string> {
  const { spawn } = await import("cross-spawn");
  // Runs outside the folder, so that the folder's files can't influence what is run.
  const options = {
    cwd: neutralDirectory(env),
    env: await neutralEnvironment(env, workspaceAt(cwd, env.HOME || homedir())),
  };
  const program = /[\\/]/.test(command) ? resolvePath(cwd, command) : command;
  return await new Promise((resolve) => {
    const child = spawn(program, ["--help"], {
      ...options,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: helpTimeoutMs,
      killSignal: "SIGKILL",
      signal: lifecycle.signal,
    });
    let help = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (help.length < maxHelpLength) help += text;
    });
    child.on("error", () => resolve("")); // The actual start reports the error.
    child.on("close", (code) => resolve(code === 0 ? help : ""));
  });
}

/** The name of the mode depends on the release, and Claude Code refuses an unknown name. */
export async function reviewMode(command: string, args: readonly string[], context: Context): Promise<string[]> {
  return reviewModeFor(args, await helpOf(command, context));
}
