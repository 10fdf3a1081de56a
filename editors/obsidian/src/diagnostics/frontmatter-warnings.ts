/** Properties at the top of a note that are no YAML: Obsidian then has none of them, and says so only there. */
import { type Diagnostic, messageOf } from "@tandem/base";
import { getFrontMatterInfo, parseYaml } from "obsidian";
import { propertyOf } from "../unknown-values.js";

/** Parsers of YAML count lines from 1 in their words, or tell a place from 0 beside them. */
function lineOf(error: unknown): number | undefined {
  const start: unknown = Reflect.get(Object(propertyOf(error, "linePos") ?? []), 0);
  const told = propertyOf(start, "line");
  if (typeof told === "number") return told - 1;
  const mark = propertyOf(propertyOf(error, "mark"), "line");
  if (typeof mark === "number") return mark;
  const inWords = /line (\d+)/.exec(messageOf(error))?.[1];
  return inWords === undefined ? undefined : Number(inWords) - 1;
}

/** The warnings for the text of one note. */
export function frontmatterWarnings(text: string): readonly Diagnostic[] {
  const { exists, frontmatter, from } = getFrontMatterInfo(text);
  if (!exists || frontmatter.trim() === "") return [];
  try {
    parseYaml(frontmatter);
    return [];
  } catch (error) {
    const lines = text.split("\n");
    const first = text.slice(0, from).split("\n").length - 1;
    const count = frontmatter.split("\n").length;
    const line = Math.min(first + Math.max(0, Math.min(lineOf(error) ?? 0, count - 1)), lines.length - 1);
    const why = messageOf(error).split("\n")[0] ?? "";
    return [
      {
        message: `The properties of this note are no valid YAML, so Obsidian ignores them: ${why}`,
        severity: "Warning",
        range: { start: { line, character: 0 }, end: { line, character: lines[line]?.length ?? 0 } },
        source: "Obsidian",
        code: "broken-frontmatter",
      },
    ];
  }
}
