/** Wraps words as commander wraps the help texts. */
import { Help } from "commander";

/** The lines of a text, each indented. A word that is longer than a line, such as a path, stays whole to be copied. */
export function wrapWords(text: string, columns: number, indent = "", help = new Help()): string[] {
  return help
    .boxWrap(text, columns - indent.length)
    .split("\n")
    .map((line) => indent + line);
}
