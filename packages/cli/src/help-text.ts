/**
 * The part of a help text below the options. It contains no wide characters, so help doesn't need to load the table of
 * character widths.
 */
import { wrapByLength } from "./wrap-by-length.js";

type Lines = readonly (readonly [left: number | string, right: string])[];

/** Formats two columns. If they don't fit, the right one goes below the left. */
function twoColumns(lines: Lines, columns: number): string[] {
  const width = Math.max(...lines.map(([left]) => String(left).length));
  const isTooWide = lines.some(([, right]) => width + right.length + 4 > columns);
  return lines.flatMap(([left, right]) =>
    isTooWide
      ? [...wrapByLength(String(left), columns, "  "), ...wrapByLength(right, columns, "      ")]
      : [`  ${String(left).padEnd(width)}  ${right}`],
  );
}

export interface HelpParts {
  /** Paragraphs, wrapped to the screen. */
  readonly notes?: readonly string[];
  readonly list?: { readonly title: string; readonly lines: Lines };
  readonly examples: Lines;
  readonly exits?: Lines;
}

/** Returns the text for commander's `addHelpText("after", …)`. */
export function helpText(columns: number, { notes = [], list, examples, exits }: HelpParts): string {
  const titled = (title: string, lines: Lines) => ["", `${title}:`, ...twoColumns(lines, columns)];
  return [
    ...notes.flatMap((note) => ["", ...wrapByLength(note, columns)]),
    ...(list ? titled(list.title, list.lines) : []),
    ...titled("Examples", examples),
    ...(exits ? titled("Exit codes", exits) : []),
  ].join("\n");
}
