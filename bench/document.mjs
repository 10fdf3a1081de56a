/**
 * Stores the results and updates docs/performance.md. bench/results.json is in the repository: the page shows its figures, a
 * run of one subject keeps the others, and its diff shows the cost of a commit.
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

/** Replaces the rows of the measured subjects. Returns all rows in the order of the subjects. */
export function merge(kept, measured) {
  const renewed = new Set(measured.map(({ subject }) => subject));
  const all = [...kept.filter(({ subject }) => !renewed.has(subject)), ...measured];
  return subjects.flatMap(({ name }) => all.filter(({ subject }) => subject === name));
}

/** Replaces the text between the markers of this name. */
export function redraw(text, name, content) {
  const [begin, end] = [`<!-- ${name} begins -->`, `<!-- ${name} ends -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md needs the markers "${begin}" and "${end}"`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** Returns the subjects that can be plotted: those with a floor or an alternative. */
export function drawn(rows) {
  return subjects
    .map(({ name, title }) => ({
      name,
      title,
      rows: rows.filter((row) => row.subject === name && (row.floor !== undefined || row.alternative !== undefined)),
    }))
    .filter((each) => each.rows.length > 0);
}

/** Stores the measured rows and updates the page and its plots. */
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
  const biome = fileURLToPath(at("node_modules/@biomejs/biome/bin/biome"));
  execFileSync(process.execPath, [biome, "format", "--write", fileURLToPath(page)], {
    cwd: fileURLToPath(at(".")),
    stdio: "ignore",
  });
}
