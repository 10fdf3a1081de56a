/** Formats rows for the terminal and Markdown, and checks their limits. */
import { limits } from "./limits.mjs";

/** Formats a figure with its unit and its significant digits. */
export function inUnit(value, unit) {
  if (value === undefined) return "";
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const number = size >= 10_000 ? Math.round(value).toLocaleString("en-US") : value.toFixed(digits);
  return unit ? `${number} ${unit}` : number;
}

/** Returns the ratio to the floor, or undefined without a floor. */
export function ratioOf({ ours, floor }) {
  return floor === undefined ? undefined : ours / floor;
}

/** @returns {"holds" | "missed" | "unsure" | "none"} "unsure" when the limit is inside the ratio's confidence interval. */
export function resultOf(row, limit = limits[row.id]) {
  if (limit === undefined) return "none";
  if (limit.value !== undefined) return row.ours <= limit.value ? "holds" : "missed";
  const ratio = ratioOf(row);
  if (limit.minRatio !== undefined) return ratio >= limit.minRatio ? "holds" : "missed";
  const { low = ratio, high = ratio } = row;
  if (high <= limit.ratio) return "holds";
  return low > limit.ratio ? "missed" : "unsure";
}

/** Describes the limit. */
export function limitText(row, limit = limits[row.id]) {
  if (limit === undefined) return "";
  if (limit.value !== undefined) return `at most ${inUnit(limit.value, row.unit)}`;
  return limit.minRatio === undefined ? `at most ${limit.ratio} ×` : `at least ${limit.minRatio} ×`;
}

const marks = { holds: "✓", missed: "✗", unsure: "?", none: " " };

function cells(row) {
  const ratio = ratioOf(row);
  const besides = (value, words) => (value === undefined ? "" : `${inUnit(value, row.unit)} (${words})`);
  const ratioText = ratio === undefined ? "" : ratio.toFixed(2);
  const interval = row.low === undefined ? "" : ` (${row.low.toFixed(2)} to ${row.high.toFixed(2)})`;
  return {
    what: row.what,
    ours: inUnit(row.ours, row.unit),
    floor: besides(row.floor, row.floorIs),
    ratio: ratioText + interval,
    alternative: besides(row.alternative, row.alternativeIs),
    limit: limitText(row),
    result: marks[resultOf(row)],
  };
}

/** Formats a row for the terminal. */
export function rowForTerminal(row) {
  const { what, ours, floor, ratio, alternative, limit, result } = cells(row);
  const beside = [floor, alternative].filter(Boolean).join(", ");
  const facts = [ours, beside && `beside ${beside}`, ratio && `ratio ${ratio}`, limit].filter(Boolean).join("; ");
  return `${result} ${what}\n    ${facts}`;
}

/** Formats all rows, as a Markdown table for each subject. */
export function markdownTables(rows, subjects) {
  return subjects
    .map(({ name, title }) => ({ title, rows: rows.filter((row) => row.subject === name) }))
    .filter((subject) => subject.rows.length > 0)
    .map(({ title, rows: own }) => {
      const lines = own.map(cells).map(({ what, ours, floor, ratio, alternative, limit, result }) => {
        const promise = [limit, result.trim()].filter(Boolean).join(" ");
        return `| ${[what, ours, floor, ratio, alternative, promise].join(" | ")} |`;
      });
      const head = "| what | Tandem | the floor | ratio | the alternative | promise |";
      return [`### ${title}`, "", head, "| --- | --- | --- | --- | --- | --- |", ...lines].join("\n");
    })
    .join("\n\n");
}

/** Returns the last lines of `--check` and its exit code. */
export function summary(rows) {
  const of = (wanted) => rows.filter((row) => resultOf(row) === wanted);
  const [held, missed, unsure] = ["holds", "missed", "unsure"].map(of);
  const list = (label, found) => found.map((row) => `${label}: ${row.what}, ${limitText(row)}`);
  const lines = [
    ...list("missed", missed),
    ...list("too noisy to tell", unsure),
    `${held.length} of ${held.length + missed.length + unsure.length} promises hold`,
  ];
  return { lines, exitCode: missed.length > 0 ? 1 : unsure.length > 0 ? 2 : 0 };
}
