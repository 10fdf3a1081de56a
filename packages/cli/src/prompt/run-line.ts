/** Runs one line that was typed at a prompt. */
import { messageOf } from "@tandem-ide/base";
import { nearest } from "../suggest.js";
import { visible, visibleName } from "../visible.js";

/** An error whose message can have several lines and is already safe to print. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** A command that can be typed, with `C` as its context. */
export interface LineCommand<C> {
  /** Placeholder for the arguments. */
  readonly args: string;
  readonly help: string;
  /** Returns the lines to print. Throws errors with messages for the user. */
  readonly run: (rest: string, context: C) => readonly string[] | Promise<readonly string[]>;
}

export type LineCommands<C> = Readonly<Record<string, LineCommand<C>>>;

/** Returns the list that `help` prints. */
export function helpOf<C>(commands: LineCommands<C>): string[] {
  return Object.entries(commands).map(([name, { args, help }]) => `  ${`${name} ${args}`.padEnd(22)}${help}`);
}

/** Splits a line into the command's name and the rest. */
export function splitLine(line: string): { readonly name: string; readonly rest: string } {
  const [, name = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  return { name, rest };
}

/** Runs a line and returns the lines to print. */
export async function runLine<C>(line: string, context: C, commands: LineCommands<C>): Promise<readonly string[]> {
  const { name, rest } = splitLine(line);
  if (name === "") return [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = nearest(name, Object.keys(commands));
    return [`Unknown command: ${visible(name)}.${meant ? ` Did you mean ${meant}?` : ""} Type help to list commands.`];
  }
  try {
    return await command.run(rest, context);
  } catch (error) {
    return [error instanceof Refusal ? error.message : visibleName(messageOf(error))];
  }
}
