/**
 * What stands below the options in a help text. These words are our own and have no wide signs, so every command line
 * is spared the table of widths.
 */
import { wrapWords } from "./wrap-words.js";

type Lines = readonly (readonly [left: number | string, right: string])[];

/** Two columns; where they do not fit, the right one below the left. */
function twoColumns(lines: Lines, columns: number): string[] {
  const width = Math.max(...lines.map(([left]) => String(left).length));
  const isTooWide = lines.some(([, right]) => width + right.length + 4 > columns);
  return lines.flatMap(([left, right]) =>
    isTooWide
      ? [...wrapWords(String(left), columns, "  "), ...wrapWords(right, columns, "      ")]
      : [`  ${String(left).padEnd(width)}  ${right}`],
  );
}

export interface HelpParts {
  /** Paragraphs, wrapped to the screen. */
  readonly notes?: readonly string[];
  /** A list of names, each with what it is. */
  readonly list?: { readonly title: string; readonly lines: Lines };
  /** What to type, and what it does. */
  readonly examples: Lines;
  /** What the exit code says. */
  readonly exits?: Lines;
}

/** The text for commander's `addHelpText("after", …)`. */
export function helpText({ notes = [], list, examples, exits }: HelpParts, columns: number): string {
  const titled = (title: string, lines: Lines) => ["", `${title}:`, ...twoColumns(lines, columns)];
  return [
    ...notes.flatMap((note) => ["", ...wrapWords(note, columns)]),
    ...(list ? titled(list.title, list.lines) : []),
    ...titled("Examples", examples),
    ...(exits ? titled("Exit codes", exits) : []),
  ].join("\n");
}
