/**
 * The mode in which Claude Code asks before it edits. It does not start in it by itself, and in any other no edit comes to
 * the editor for review.
 */
import { homedir } from "node:os";
import { resolve as resolvePath } from "node:path";
import { askingModeIn } from "@tandem/workspace/claude";
import { neutralDirectory, neutralEnvironment, workspaceAt } from "@tandem/workspace/programs";
import type { Context } from "../context.js";

const patienceMs = 5000;
/** Far more than any help has. */
const maxHelpLength = 1_000_000;

/** The user has chosen a mode, or starts something in which nobody could answer or nothing is edited. */
const ownWay = new Set([
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
/** Short options may stand together, as in `-cp`. */
const ownShortWay = /^-[a-z]*[phv]/i;

/** The subcommands that `--help` names, which take none of the options of a session. */
function commandsIn(help: string): Set<string> {
  const [, list = ""] = /^Commands:\n([\s\S]*)/m.exec(help) ?? [];
  return new Set([...list.matchAll(/^ {2}([a-z][\w|-]*)/gm)].flatMap(([, names = ""]) => names.split("|")));
}

/**
 * The arguments that go before the user's own, by what the program's help says; none where they chose for themselves.
 *
 * @example
 * reviewModeFor(["--resume"], help); // ["--permission-mode", "manual"]
 */
export function reviewModeFor(args: readonly string[], help: string): string[] {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  const hasOwnWay = options.some((word) => ownWay.has(word.replace(/=.*$/s, "")) || ownShortWay.test(word));
  const commands = commandsIn(help);
  // The word after an option may be its value. Taking that for a command only means that no mode is added.
  if (hasOwnWay || options.some((word) => commands.has(word))) return [];
  return askingModeIn(help);
}

/** What the program says of itself; nothing where it fails, or takes too long. */
async function helpOf(command: string, { env, cwd, lifecycle }: Context): Promise<string> {
  const { spawn } = await import("cross-spawn");
  // Away from the folder, whose files have no say in what is run for an answer.
  const place = {
    cwd: neutralDirectory(env),
    env: await neutralEnvironment(env, workspaceAt(cwd, env.HOME || homedir())),
  };
  const program = /[\\/]/.test(command) ? resolvePath(cwd, command) : command;
  return await new Promise((resolve) => {
    const child = spawn(program, ["--help"], {
      ...place,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: patienceMs,
      killSignal: "SIGKILL",
      signal: lifecycle.signal,
    });
    let help = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (help.length < maxHelpLength) help += text;
    });
    child.on("error", () => resolve("")); // Starting it in earnest says what is wrong.
    child.on("close", (code) => resolve(code === 0 ? help : ""));
  });
}

/** Asks the program what its mode is called, which depends on the release: one refuses a name that it does not know. */
export async function reviewMode(command: string, args: readonly string[], context: Context): Promise<string[]> {
  return reviewModeFor(args, await helpOf(command, context));
}
