import { Help } from "commander";

/** Wraps and indents text. Keeps long words such as paths whole so that they can be copied. */
export function wrapByLength(text: string, columns: number, indent = "", help = new Help()): string[] {
  return help
    .boxWrap(text, columns - indent.length)
    .split("\n")
    .map((line) => indent + line);
}
