/** Wraps words for the screen, whoever wrote them. */
import { Help } from "commander";
import stringWidth from "string-width";
import { wrapWords } from "./wrap-words.js";

/** Counts columns instead of characters: a wide sign takes two. */
class WideHelp extends Help {
  override displayWidth(text: string): number {
    return stringWidth(text);
  }
}

/** The lines of a text, each indented. A word that is longer than a line, such as a path, stays whole to be copied. */
export function wrap(text: string, columns: number, indent = ""): string[] {
  return wrapWords(text, columns, indent, new WideHelp());
}
