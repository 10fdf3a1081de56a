/**
 * What can be completed, read from the tree of commands.
 *
 * By hand, after a look at @bomb.sh/tab 0.0.22: it never lets the shell complete files or folders, which is half of what
 * this command takes; its bash script needs the bash-completion package and evaluates what has been typed; and every
 * press of Tab starts Node.
 */
import type { Argument, Command, Option } from "commander";

/** What may stand somewhere: known words, files, folders, or something that cannot be known. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" | "folders" | "unknown" };

export interface OptionModel {
  /** `--help` and `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Of an option that takes a value. */
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
  /** The command that is meant when none is named. */
  readonly defaultCommand: string;
}

/** The word in angle brackets says what is meant, so it need not be said twice. */
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

/** The whole tree; `tandem help` completes the names of the others. */
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
