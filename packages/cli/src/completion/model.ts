/**
 * Everything that shells can complete, read from the command tree.
 *
 * Written by hand instead of with @bomb.sh/tab 0.0.22, which never lets the shell complete files or folders, whose bash
 * script needs the bash-completion package and evaluates the typed text, and which starts Node at every Tab.
 */
import type { Argument, Command, Option } from "commander";

/** Possible values: fixed words, files, folders, or anything. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" | "folders" | "unknown" };

export interface OptionModel {
  /** `--help` and `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Set for an option that takes a value. */
  readonly takes?: Values;
  readonly isRepeatable: boolean;
}

export interface ArgumentModel {
  readonly name: string;
  readonly takes: Values;
  readonly isVariadic: boolean;
}

export interface CommandModel {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionModel[];
  readonly arguments: readonly ArgumentModel[];
}

export interface CompletionModel extends CommandModel {
  readonly commands: readonly CommandModel[];
  /** The command that runs if none is named. */
  readonly defaultCommand: string;
}

/** Derives the possible values from the placeholder in angle brackets. */
function valuesFor(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices) return { kind: "words", words: choices };
  if (/^(dir|folder)s?$/.test(placeholder)) return { kind: "folders" };
  if (/^file$/.test(placeholder)) return { kind: "files" };
  return { kind: "unknown" };
}

function optionModel(option: Option): OptionModel {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const [, placeholder = ""] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const takesValue = option.required || option.optional;
  return {
    names,
    description: option.description,
    ...(takesValue && { takes: valuesFor(placeholder, option.argChoices) }),
    isRepeatable: option.variadic || option.description.includes("repeatable"),
  };
}

function argumentModel(argument: Argument): ArgumentModel {
  return {
    name: argument.name(),
    takes: valuesFor(argument.name(), argument.argChoices),
    isVariadic: argument.variadic,
  };
}

function commandModel(command: Command): CommandModel {
  return {
    name: command.name(),
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(optionModel),
    arguments: command.registeredArguments.map(argumentModel),
  };
}

/** Returns the whole tree. `tandem help` completes the names of the other commands. */
export function completionModel(program: Command, defaultCommand: string): CompletionModel {
  const commands = program.createHelp().visibleCommands(program).map(commandModel);
  const words = commands.map(({ name }) => name);
  return {
    ...commandModel(program),
    commands: commands.map((command) =>
      command.name === "help"
        ? { ...command, arguments: [{ name: "command", takes: { kind: "words", words }, isVariadic: false }] }
        : command,
    ),
    defaultCommand,
  };
}
