/** Formats a report for people: grouped by section, at most 80 columns wide. */
import { styleText } from "node:util";
import { bySection, type CheckResult, fixOrder, type Report, type Status } from "../report.js";
import { escapeInvisible } from "../show.js";

const columns = 80;

/**
 * How to format a report as text.
 *
 * @example
 * formatText(report, { color: process.stdout.isTTY });
 */
export interface TextOptions {
  /** Default: false. */
  readonly color?: boolean;
}

type Style = "green" | "red" | "dim" | "bold";
type Paint = (style: Style, text: string) => string;

const marks: Record<Status, { readonly mark: string; readonly style: Style }> = {
  pass: { mark: "✓", style: "green" },
  fail: { mark: "✗", style: "red" },
  "not-applicable": { mark: "–", style: "dim" },
};

/** Returns how many columns some text takes up; East Asian wide characters and emoji take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text)
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
        char,
      )
        ? 2
        : 1;
  return width;
}

/** Breaks text into lines at spaces, and inside a word only if it is longer than a line. */
function wrap(text: string, firstWidth: number, width = firstWidth): string[] {
  const lines: string[] = [];
  let line = "";
  const limit = () => (lines.length === 0 ? firstWidth : width);
  for (const word of text.split(" ")) {
    const candidate = line === "" ? word : `${line} ${word}`;
    if (widthOf(candidate) <= limit()) {
      line = candidate;
      continue;
    }
    if (line !== "" || widthOf(word) <= width) lines.push(line);
    line = "";
    for (const char of word) {
      if (widthOf(line + char) > limit()) {
        lines.push(line);
        line = "";
      }
      line += char;
    }
  }
  return [...lines, line];
}

/** Formats a label and the text after it, with further lines indented. */
function hanging(label: string, text: string, indent: number, paint = (line: string) => line): string[] {
  const lines = wrap(text, columns - label.length, columns - indent);
  return lines.map((line, index) => (index === 0 ? label : " ".repeat(indent)) + paint(line));
}

function resultLines(result: CheckResult, paint: Paint): string[] {
  const { mark, style } = marks[result.status];
  const [first = "", ...rest] = hanging(`  ${mark} ${result.name}  `, result.title, 4);
  const lines = [first.replace(mark, paint(style, mark)).trimEnd(), ...rest];
  if (result.status === "not-applicable")
    lines.push(...hanging("      ", result.reason ?? "", 6, (line) => paint("dim", line)));
  if (result.status === "fail") {
    lines.push(...hanging("      expected  ", result.expected ?? "", 16));
    lines.push(...hanging("      seen      ", result.seen ?? "", 16, (line) => paint("red", line)));
  }
  return lines;
}

/**
 * Formats the report as text. Failed checks show what was expected and what was seen.
 *
 * @example
 * console.log(formatText(report, { color: process.stdout.isTTY }));
 */
export function formatText(report: Report, options: TextOptions = {}): string {
  const paint: Paint = (style, text) => (options.color ? styleText(style, text, { validateStream: false }) : text);
  const { port, lockFile, ideName } = report.target;
  const title = escapeInvisible(
    `${ideName ?? "Endpoint"} on port ${port}${lockFile === undefined ? "" : ` (${lockFile})`}`,
  );
  const sections = bySection(report.results).flatMap(({ title: heading, results }) => [
    "",
    paint("bold", heading),
    ...results.flatMap((result) => resultLines(result, paint)),
  ]);
  const { pass, fail, notApplicable } = report.counts;
  const failed = `${fail} failed`;
  const sum = [
    `${pass} passed`,
    fail > 0 ? paint("red", failed) : failed,
    `${notApplicable} not applicable`,
    `${(report.durationMs / 1000).toFixed(1)} s`,
  ];
  const toFix = fixOrder(report.results).flatMap(({ why, names }) => ["", ...hanging(`${why} `, names.join(" "), 2)]);
  return [...wrap(title, columns), ...sections, ...toFix, "", sum.join(", "), ""].join("\n");
}
