/** Rows as people read them, on a terminal and in Markdown, and whether they keep their limits. Pure. */
import { limits } from "./limits.mjs";

/** A figure with its unit, with as many digits as mean something. */
export function inUnit(value, unit) {
  if (value === undefined) return "";
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const number = size >= 10_000 ? Math.round(value).toLocaleString("en-US") : value.toFixed(digits);
  return unit ? `${number} ${unit}` : number;
}

/** Ours as a share of the floor; undefined where there is none. */
export function ratioOf({ ours, floor }) {
  return floor === undefined ? undefined : ours / floor;
}

/** @returns {"holds" | "missed" | "unsure" | "none"} "unsure" where the interval of a ratio has the limit inside. */
export function verdictOf(row, limit = limits[row.id]) {
  if (limit === undefined) return "none";
  if (limit.value !== undefined) return row.ours <= limit.value ? "holds" : "missed";
  const ratio = ratioOf(row);
  if (limit.leastRatio !== undefined) return ratio >= limit.leastRatio ? "holds" : "missed";
  const { low = ratio, high = ratio } = row;
  if (high <= limit.ratio) return "holds";
  return low > limit.ratio ? "missed" : "unsure";
}

/** The limit in words. */
export function limitInWords(row, limit = limits[row.id]) {
  if (limit === undefined) return "";
  if (limit.value !== undefined) return `at most ${inUnit(limit.value, row.unit)}`;
  return limit.leastRatio === undefined ? `at most ${limit.ratio} ×` : `at least ${limit.leastRatio} ×`;
}

const marks = { holds: "✓", missed: "✗", unsure: "?", none: " " };

function cells(row) {
  const ratio = ratioOf(row);
  const besides = (value, words) => (value === undefined ? "" : `${inUnit(value, row.unit)} (${words})`);
  const ratioInWords = ratio === undefined ? "" : ratio.toFixed(2);
  const interval = row.low === undefined ? "" : ` (${row.low.toFixed(2)} to ${row.high.toFixed(2)})`;
  return {
    what: row.what,
    ours: inUnit(row.ours, row.unit),
    floor: besides(row.floor, row.floorIs),
    ratio: ratioInWords + interval,
    alternative: besides(row.alternative, row.alternativeIs),
    limit: limitInWords(row),
    verdict: marks[verdictOf(row)],
  };
}

/** A few lines for a row, for a terminal. */
export function rowForTerminal(row) {
  const { what, ours, floor, ratio, alternative, limit, verdict } = cells(row);
  const beside = [floor, alternative].filter(Boolean).join(", ");
  const words = [ours, beside && `beside ${beside}`, ratio && `ratio ${ratio}`, limit].filter(Boolean).join("; ");
  return `${verdict} ${what}\n    ${words}`;
}

/** All rows, a Markdown table for each subject. */
export function markdownTables(rows, subjects) {
  return subjects
    .map(({ name, title }) => ({ title, rows: rows.filter((row) => row.subject === name) }))
    .filter((subject) => subject.rows.length > 0)
    .map(({ title, rows: own }) => {
      const lines = own.map(cells).map(({ what, ours, floor, ratio, alternative, limit, verdict }) => {
        const kept = [limit, verdict.trim()].filter(Boolean).join(" ");
        return `| ${[what, ours, floor, ratio, alternative, kept].join(" | ")} |`;
      });
      const head = "| what | Tandem | the floor | ratio | written with the SDK, or otherwise | promise |";
      return [`### ${title}`, "", head, "| --- | --- | --- | --- | --- | --- |", ...lines].join("\n");
    })
    .join("\n\n");
}

/** What `--check` says at the end, and whether it fails. */
export function summary(rows) {
  const of = (wanted) => rows.filter((row) => verdictOf(row) === wanted);
  const [held, missed, unsure] = ["holds", "missed", "unsure"].map(of);
  const list = (words, found) => found.map((row) => `${words}: ${row.what}, ${limitInWords(row)}`);
  const lines = [
    ...list("missed", missed),
    ...list("too noisy to tell", unsure),
    `${held.length} of ${held.length + missed.length + unsure.length} promises hold`,
  ];
  return { lines, exitCode: missed.length > 0 ? 1 : unsure.length > 0 ? 2 : 0 };
}
