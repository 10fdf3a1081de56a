/** Formats an examination as text, with the most likely cause in the first line. */
import { type Advice, type Examination, type Finding, overview, type Severity } from "@tandem-ide/doctor";
import stringWidth from "string-width";
import type { Output } from "../output.js";
import { visible, visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

type Screen = Pick<Output, "colors" | "columns">;

const indent = "  ";

function clean(text: string): string {
  return visibleLine(text, 1000);
}

function mark(severity: Severity, { colors }: Screen): string {
  if (severity === "fault") return colors.red("✗");
  return severity === "warning" ? colors.yellow("!") : colors.dim("·");
}

/** Wraps the text, with a mark before the first line. */
function marked(symbol: string, text: string, { columns }: Screen, paint: (line: string) => string): string[] {
  const [first = "", ...others] = wrap(text, columns - indent.length);
  const hanging = " ".repeat(stringWidth(symbol) + 1);
  return [`${symbol} ${paint(first)}`, ...others.map((line) => hanging + paint(line))];
}

/** A command is never wrapped, so that it can be copied. If it doesn't fit next to the text, it goes below. */
function adviceLines({ words, command }: Advice, screen: Screen): string[] {
  const { colors, columns } = screen;
  const text = clean(words);
  if (command === undefined) return marked(`${indent}→`, text, { ...screen, columns: columns - 2 }, String);
  // Keeps repeated spaces in a path.
  const typed = visible(command).replace(/\n/g, " ");
  const isShort = stringWidth(`${indent}→ ${text} ${typed}`) <= columns;
  if (isShort) return [`${indent}→ ${text} ${colors.cyan(typed)}`];
  return [
    ...marked(`${indent}→`, text, { ...screen, columns: columns - 2 }, String),
    `${indent}    ${colors.cyan(typed)}`,
  ];
}

function findingLines({ severity, title, detail, advice }: Finding, isWhole: boolean, screen: Screen): string[] {
  const { colors, columns } = screen;
  const isNote = severity === "note";
  if (!isWhole) return marked(mark(severity, screen), clean(title), screen, colors.dim);
  return [
    ...marked(mark(severity, screen), clean(title), screen, isNote ? String : colors.bold),
    ...wrap(clean(detail), columns, indent).map((line) => (isNote ? colors.dim(line) : line)),
    ...advice.flatMap((one) => adviceLines(one, screen)),
  ];
}

function overviewLines({ facts }: Examination, { colors, columns }: Screen): string[] {
  const rows = overview(facts);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.flatMap(([name, value]) =>
    wrap(clean(value), columns - width - 2).map((line, index) => `${(index === 0 ? name : "").padEnd(width)}  ${line}`),
  );
  return lines.map((line) => colors.dim(line.trimEnd()));
}

/** Returns the lines, wrapped to the screen except for long words. */
export function formatExamination(examination: Examination, screen: Screen): string[] {
  const { findings, isHealthy, summary } = examination;
  const { colors } = screen;
  // If there is a fault, notes get only one line each.
  const whole = findings.filter(({ severity }) => isHealthy || severity !== "note");
  const short = findings.filter((finding) => !whole.includes(finding));
  const blocks = whole.map((finding) => findingLines(finding, true, screen));
  blocks.push(short.flatMap((finding) => findingLines(finding, false, screen)));
  if (isHealthy) blocks.unshift(marked(colors.green("✓"), clean(summary), screen, colors.bold));
  const fixes = findings.flatMap((finding) => finding.fixes).length;
  const problems = fixes === 1 ? "1 problem" : `${fixes} problems`;
  const hint = fixes === 0 ? [] : [`${problems} can be fixed automatically: ${colors.cyan("tandem doctor --fix")}`];
  return [...blocks, hint, overviewLines(examination, screen)]
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}
