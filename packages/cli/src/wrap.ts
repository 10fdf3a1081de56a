/** Wraps words for the screen, with the wrapping that the help texts use already. */
import { Help } from "commander";

/** The lines of a text, each indented. A word that is longer than a line, such as a path, stays whole to be copied. */
export function wrap(text: string, columns: number, indent = ""): string[] {
  return new Help()
    .boxWrap(text, columns - indent.length)
    .split("\n")
    .map((line) => indent + line);
}
