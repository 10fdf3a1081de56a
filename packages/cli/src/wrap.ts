import { Help } from "commander";
import stringWidth from "string-width";
import { wrapByLength } from "./wrap-by-length.js";

/** Counts columns instead of characters: a wide character takes two. */
class WideHelp extends Help {
  override displayWidth(text: string): number {
    return stringWidth(text);
  }
}

/** Like `wrapByLength`, for text that may contain wide characters. */
export function wrap(text: string, columns: number, indent = ""): string[] {
  return wrapByLength(text, columns, indent, new WideHelp());
}
