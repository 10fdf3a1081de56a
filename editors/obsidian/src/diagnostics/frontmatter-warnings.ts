/** Warns about properties that aren't valid YAML, which Obsidian ignores. */
import { type Diagnostic, messageOf } from "@tandem-ide/base";
import { getFrontMatterInfo, parseYaml } from "obsidian";
import { propertyOf } from "../untyped-values.js";

/** Returns the line of a YAML error, from 0. Parsers report it in different ways. */
function lineOf(error: unknown): number | undefined {
  const start: unknown = Reflect.get(Object(propertyOf(error, "linePos") ?? []), 0);
  const line = propertyOf(start, "line");
  if (typeof line === "number") return line - 1;
  const mark = propertyOf(propertyOf(error, "mark"), "line");
  if (typeof mark === "number") return mark;
  const inMessage = /line (\d+)/.exec(messageOf(error))?.[1];
  return inMessage === undefined ? undefined : Number(inMessage) - 1;
}

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
        message: `The properties of this note aren't valid YAML, so Obsidian ignores them: ${why}`,
        severity: "Warning",
        range: { start: { line, character: 0 }, end: { line, character: lines[line]?.length ?? 0 } },
        source: "Obsidian",
        code: "broken-frontmatter",
      },
    ];
  }
}
