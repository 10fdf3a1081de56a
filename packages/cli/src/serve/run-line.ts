/** Runs one line that was typed. */
import { messageOf } from "../exit-codes.js";
import { nearest } from "../suggest.js";
import { visible } from "../visible.js";
import { type Desk, lineCommands } from "./line-commands.js";

/** What to print after this line. */
export async function runLine(line: string, desk: Desk): Promise<readonly string[]> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  if (word === "") return [];
  const command = Object.hasOwn(lineCommands, word) ? lineCommands[word] : undefined;
  if (!command) {
    const meant = nearest(word, Object.keys(lineCommands));
    return [`${visible(word)} is not a command.${meant ? ` Did you mean ${meant}?` : ""} Type help for what there is.`];
  }
  try {
    return await command.run(rest, desk);
  } catch (error) {
    return [visible(messageOf(error))];
  }
}
