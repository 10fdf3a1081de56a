/** Wraps words for the screen, with the wrapping that the help texts use already. */
import { Help } from "commander";
import stringWidth from "string-width";

/** Counts columns instead of characters: a wide sign takes two. */
class WideHelp extends Help {
  override displayWidth(text: string): number {
    return stringWidth(text);
  }
}

/** The lines of a text, each indented. A word that is longer than a line, such as a path, stays whole to be copied. */
export function wrap(text: string, columns: number, indent = ""): string[] {
  return new WideHelp()
    .boxWrap(text, columns - indent.length)
    .split("\n")
    .map((line) => indent + line);
}
