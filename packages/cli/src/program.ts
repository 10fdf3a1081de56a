/** The tree of commands. */
import { Command, CommanderError } from "commander";
import { addCall } from "./commands/call.js";
import { addClaude } from "./commands/claude.js";
import { addCompletion } from "./commands/completion.js";
import { addConformance } from "./commands/conformance.js";
import { addDoctor } from "./commands/doctor.js";
import { addEnv } from "./commands/env.js";
import { addInspect } from "./commands/inspect.js";
import { addListen } from "./commands/listen.js";
import { addLs } from "./commands/ls.js";
import { addReplay } from "./commands/replay.js";
import { addServe } from "./commands/serve.js";
import type { Context } from "./context.js";
import { CommandError, exitCodes } from "./exit-codes.js";
import { type HelpParts, helpText } from "./help-text.js";
import { reportError } from "./report-error.js";
import { nearest } from "./suggest.js";

export function createProgram(context: Context): Command {
  const prefix = context.err.colors.bold(context.err.colors.red("tandem:"));
  const program = new Command("tandem")
    .description("Joins any editor to Claude Code.")
    .usage("[folders…]\n       tandem <command> [options]")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    // Options after a command are that command's, so that `tandem claude` can hand them on.
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ helpWidth: context.out.columns })
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => context.err.write(text),
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_all, first) => `${prefix} ${first.toUpperCase()}`)),
    });
  for (const add of [
    addServe,
    addLs,
    addCall,
    addListen,
    addConformance,
    addDoctor,
    addInspect,
    addReplay,
    addEnv,
    addClaude,
    addCompletion,
  ])
    add(program, context);
  for (const command of program.commands)
    command.showHelpAfterError(`See how it is used with: tandem ${command.name()} --help`);
  const parts = {
    examples: [
      ["tandem", "serve the current folder to Claude Code"],
      ["tandem ~/engine", "serve that folder"],
      ["tandem claude", "start Claude Code, joined to this folder's editor"],
      ["tandem ls", "which editors are there, and which would it take?"],
      ["tandem doctor", "why do the two not find each other?"],
      ["tandem inspect", "what do the two say to each other?"],
      ["tandem replay session.jsonl", "play what was recorded again"],
      ["tandem call getOpenEditors", "ask an editor as Claude Code does"],
      ["tandem listen", "see what an editor tells Claude Code"],
      ["tandem conformance 41234", "is the endpoint on that port right?"],
    ],
    exits: [
      [0, "it went well"],
      [1, "the answer is no: no usable editor, a tool's error, a failed check"],
      [2, "wrong usage, or it cannot start"],
      [3, "the connection was lost, or no answer came in time"],
      [70, "a fault in tandem itself"],
      ["128 + n", "ended by signal n, in order"],
    ],
  } satisfies HelpParts;
  return program.addHelpText("after", helpText(parts, context.out.columns));
}

/** commander answers `help nope` with the whole help, and no word about `nope`. */
function checkHelp(program: Command, [first, wanted]: readonly string[]): void {
  if (first !== "help" || wanted === undefined || wanted.startsWith("-")) return;
  const names = [...program.commands.map((command) => command.name()), "help"];
  if (names.includes(wanted)) return;
  const meant = nearest(wanted, names);
  throw new CommandError(exitCodes.cannotStart, `There is no command called ${wanted}.`, [
    meant === undefined ? "See what there is with: tandem --help" : `Did you mean: tandem help ${meant}`,
  ]);
}

/** Runs one command line. Resolves when the command is done; the exit code is then with the context. */
export async function run(args: readonly string[], context: Context): Promise<void> {
  try {
    const program = createProgram(context);
    checkHelp(program, args);
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // commander has printed its own words by now: the help that was asked for, or what is wrong with the arguments.
    if (error instanceof CommanderError) context.exitWith(error.exitCode === 0 ? exitCodes.ok : exitCodes.cannotStart);
    else if (!context.lifecycle.signal.aborted) context.exitWith(await reportError(context.err, error));
  }
}
