/**
 * The results and what is drawn from them. bench/results.json is kept in the repository: the page shows its figures, a run
 * of one subject leaves the others as they are, and a change of it says what a commit has cost.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { plot } from "./plot.mjs";
import { subjects } from "./subjects.mjs";
import { markdownTables } from "./table.mjs";

const at = (path) => new URL(`../${path}`, import.meta.url);
const results = at("bench/results.json");
const page = at("docs/performance.md");
const pictures = "docs/images/performance";

/** The rows with those of the same subjects replaced, in the order of the subjects. */
export function merge(kept, measured) {
  const renewed = new Set(measured.map(({ subject }) => subject));
  const all = [...kept.filter(({ subject }) => !renewed.has(subject)), ...measured];
  return subjects.flatMap(({ name }) => all.filter(({ subject }) => subject === name));
}

/** The text with what is between the markers of this name replaced. */
export function redraw(text, name, content) {
  const [begin, end] = [`<!-- ${name} begins -->`, `<!-- ${name} ends -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/performance.md has no place for ${name}: it needs "${begin}" and "${end}"`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** The subjects that can be drawn: those with something to stand beside. */
export function drawn(rows) {
  return subjects
    .map(({ name, title }) => ({
      name,
      title,
      rows: rows.filter((row) => row.subject === name && (row.floor !== undefined || row.alternative !== undefined)),
    }))
    .filter((each) => each.rows.length > 0);
}

/** Keeps what was measured, and draws the page anew. */
export function keepResults(measured, now = new Date()) {
  const kept = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")).rows : [];
  const rounded = (value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  const date = now.toISOString().slice(0, 10);
  const dated = measured.map((row) =>
    Object.fromEntries(Object.entries({ ...row, date }).map(([key, value]) => [key, rounded(value)])),
  );
  const rows = merge(kept, dated);
  const machine = { node: process.version, platform: process.platform, cores: cpus().length };
  writeFileSync(results, `${JSON.stringify({ machine, rows }, undefined, 2)}\n`);
  mkdirSync(at(pictures), { recursive: true });
  for (const { name, title, rows: own } of drawn(rows)) writeFileSync(at(`${pictures}/${name}.svg`), plot(title, own));
  const images = drawn(rows).map(({ name, title }) => `![${title}](images/performance/${name}.svg)`);
  const tables = redraw(readFileSync(page, "utf8"), "tables", markdownTables(rows, subjects));
  writeFileSync(page, redraw(tables, "plots", images.join("\n\n")));
  // As the linter wants its tables.
  execFileSync(
    process.execPath,
    [fileURLToPath(at("node_modules/@biomejs/biome/bin/biome")), "format", "--write", fileURLToPath(page)],
    {
      cwd: fileURLToPath(at(".")),
      stdio: "ignore",
    },
  );
}
