/** A report for people: grouped by section, at most 80 columns wide. */
import { styleText } from "node:util";
import { bySection, type CheckResult, type Report, type Status, toMend } from "../report.js";
import { plain } from "../show.js";

const columns = 80;

/**
 * How a report is written as text.
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

/** How many columns a text takes; wide signs of East Asia and emoji take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text)
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
        sign,
      )
        ? 2
        : 1;
  return width;
}

/** Cuts a text into lines at spaces, and inside a word only where it is longer than a line. */
function wrap(text: string, firstWidth: number, width = firstWidth): string[] {
  const lines: string[] = [];
  let line = "";
  const room = () => (lines.length === 0 ? firstWidth : width);
  for (const word of text.split(" ")) {
    const candidate = line === "" ? word : `${line} ${word}`;
    if (widthOf(candidate) <= room()) {
      line = candidate;
      continue;
    }
    if (line !== "" || widthOf(word) <= width) lines.push(line);
    line = "";
    for (const sign of word) {
      if (widthOf(line + sign) > room()) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  return [...lines, line];
}

/** A label and the text after it; further lines are set in by `indent`. */
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
 * The report as text. Failing checks show what was expected and what was seen.
 *
 * @example
 * console.log(formatText(report, { color: process.stdout.isTTY }));
 */
export function formatText(report: Report, options: TextOptions = {}): string {
  const paint: Paint = (style, text) => (options.color ? styleText(style, text, { validateStream: false }) : text);
  const { port, lockFile, ideName } = report.target;
  const title = plain(`${ideName ?? "Endpoint"} on port ${port}${lockFile === undefined ? "" : ` (${lockFile})`}`);
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
  const mending = toMend(report.results).flatMap(({ why, names }) => ["", ...hanging(`${why} `, names.join(" "), 2)]);
  return [...wrap(title, columns), ...sections, ...mending, "", sum.join(", "), ""].join("\n");
}
