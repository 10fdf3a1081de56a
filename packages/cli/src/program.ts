/** The command tree. */
import { Command, CommanderError } from "commander";
import { addCall } from "./commands/call.js";
import { addChanges } from "./commands/changes.js";
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
    .description("Connect any editor to Claude Code.")
    .usage("[folders…]\n       tandem <command> [options]")
    .version(context.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    // Options after a command belong to it, so that `tandem claude` can pass them on.
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ helpWidth: context.out.columns, subcommandTerm: (command) => command.name() })
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
    addChanges,
    addEnv,
    addClaude,
    addCompletion,
  ])
    add(program, context);
  for (const command of program.commands) command.showHelpAfterError(`Usage: tandem ${command.name()} --help`);
  const parts = {
    examples: [
      ["tandem", "open the current folder in the browser"],
      ["tandem ~/engine", "open another folder"],
      ["tandem claude", "start Claude Code, connected to this folder's editor"],
      ["tandem ls", "list running editors"],
      ["tandem doctor", "find out why Claude Code doesn't connect"],
      ["tandem inspect", "show the messages between editor and Claude Code"],
      ["tandem replay session.jsonl", "replay a recording"],
      ["tandem changes", "review what agents changed on disk, and keep or undo it"],
      ["tandem call getOpenEditors", "call a tool, as Claude Code does"],
      ["tandem listen", "show an editor's notifications"],
      ["tandem conformance 41234", "check the endpoint on this port"],
    ],
    exits: [
      [0, "success"],
      [1, "no usable editor, a tool error, or a failed check"],
      [2, "invalid usage, or couldn't start"],
      [3, "connection lost, or timed out"],
      [70, "internal error"],
      ["128 + n", "shut down cleanly after signal n"],
    ],
  } satisfies HelpParts;
  return program.addHelpText("after", helpText(context.out.columns, parts));
}

/** commander answers `help nope` with the general help and doesn't mention `nope`. */
function checkHelp(program: Command, [first, wanted]: readonly string[]): void {
  if (first !== "help" || wanted === undefined || wanted.startsWith("-")) return;
  const names = [...program.commands.map((command) => command.name()), "help"];
  if (names.includes(wanted)) return;
  const meant = nearest(wanted, names);
  throw new CommandError(exitCodes.cannotStart, `Unknown command: ${wanted}.`, [
    meant === undefined ? "List the commands: tandem --help" : `Did you mean: tandem help ${meant}`,
  ]);
}

/** Runs one command line. When it resolves, the exit code has been set on the context. */
export async function run(args: readonly string[], context: Context): Promise<void> {
  try {
    const program = createProgram(context);
    checkHelp(program, args);
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // commander has already printed the help or the usage error.
    if (error instanceof CommanderError) context.exitWith(error.exitCode === 0 ? exitCodes.ok : exitCodes.cannotStart);
    else if (!context.lifecycle.signal.aborted) context.exitWith(reportError(context.err, error));
  }
}
