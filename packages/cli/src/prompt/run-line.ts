/** Runs one line that was typed at a prompt. */
import { messageOf } from "@tandem/base";
import { nearest } from "../suggest.js";
import { visible, visibleName } from "../visible.js";

/** Words of ours for the user, which may have several lines. Names in them are written out already. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** A word that can be typed; `D` is what it works on. */
export interface LineCommand<D> {
  /** What follows the name. */
  readonly takes: string;
  readonly help: string;
  /** Returns what to print. Throws words for the user. */
  readonly run: (rest: string, desk: D) => readonly string[] | Promise<readonly string[]>;
}

export type LineCommands<D> = Readonly<Record<string, LineCommand<D>>>;

/** The list that `help` prints. */
export function helpOf<D>(commands: LineCommands<D>): string[] {
  return Object.entries(commands).map(([name, { takes, help }]) => `  ${`${name} ${takes}`.padEnd(22)}${help}`);
}

/** The command's name, and what follows it. */
export function splitLine(line: string): { readonly word: string; readonly rest: string } {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  return { word, rest };
}

/** What to print after this line. */
export async function runLine<D>(line: string, desk: D, commands: LineCommands<D>): Promise<readonly string[]> {
  const { word, rest } = splitLine(line);
  if (word === "") return [];
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) {
    const meant = nearest(word, Object.keys(commands));
    return [`${visible(word)} is not a command.${meant ? ` Did you mean ${meant}?` : ""} Type help for what there is.`];
  }
  try {
    return await command.run(rest, desk);
  } catch (error) {
    return [error instanceof Refusal ? error.message : visibleName(messageOf(error))];
  }
}
