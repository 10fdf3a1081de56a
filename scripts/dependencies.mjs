/**
 * What Tandem ships of others: every package of the lock file that is no development dependency, with its licence and who
 * needs it. Writes docs/dependencies.md.
 *
 *   node scripts/dependencies.mjs             writes the page
 *   node scripts/dependencies.mjs --check     fails when the page is out of date, a version is not pinned exactly, a
 *                                             licence is not among the allowed ones, or a package has no checksum
 *   npm run sbom                              a software bill of materials, CycloneDX, as sbom.cdx.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.mjs";
import { readWorkspaces } from "./import-graph.mjs";

const page = join(root, "docs/dependencies.md");
/** Those that ask for nothing but their notice. */
const allowed = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "0BSD",
  "Unlicense",
  "BlueOak-1.0.0",
]);

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** The lock file leaves out licences in their old form; the package has it. */
function licenceOf(path, { license }) {
  if (license) return license;
  try {
    const manifest = readJson(join(root, path, "package.json"));
    const old = manifest.licenses?.[0]?.type ?? manifest.license?.type ?? manifest.license;
    return old ?? "none";
  } catch {
    return "none"; // Not installed here: for another platform.
  }
}

/** Everything that is installed for a user, the nearest first. */
function shipped() {
  const { packages } = readJson(join(root, "package-lock.json"));
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.dev)
    .map(([path, entry]) => ({
      name: nameOf(path),
      version: entry.version,
      licence: licenceOf(path, entry),
      hasChecksum: entry.integrity !== undefined,
    }));
}

/** Which of our packages ask for it themselves. */
function askedBy() {
  const by = new Map();
  for (const { folder, manifest } of readWorkspaces(root)) {
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!name.startsWith("@tandem/")) by.set(name, [...(by.get(name) ?? []), folder.split("/").at(-1)]);
  }
  return by;
}

/** Those that have a page. What the builds of plugins take in is among their ordinary dependencies. */
const withPage = new Set(["editors/workbench", "packages/inspector"]);

function bundled() {
  const { packages } = readJson(join(root, "package-lock.json"));
  const by = new Map();
  for (const { folder, manifest } of readWorkspaces(root)) {
    for (const name of withPage.has(folder) ? Object.keys(manifest.devDependencies ?? {}) : [])
      if (!name.startsWith("@tandem/")) by.set(name, [...(by.get(name) ?? []), folder.split("/").at(-1)]);
  }
  return [...by]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folders]) => {
      const entry = packages[`node_modules/${name}`];
      return {
        name,
        version: entry.version,
        licence: licenceOf(`node_modules/${name}`, entry),
        hasChecksum: true,
        folders,
      };
    });
}

function faults(all) {
  const out = [];
  for (const { folder, manifest } of [
    ...readWorkspaces(root),
    { folder: ".", manifest: readJson(join(root, "package.json")) },
  ])
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          out.push(`${folder}: ${name} is not pinned exactly: ${version}`);
  for (const { name, licence, hasChecksum } of all) {
    if (!allowed.has(licence)) out.push(`${name}: the licence ${licence} is not among the allowed ones`);
    if (!hasChecksum) out.push(`${name} has no checksum in the lock file`);
  }
  return out;
}

function row(cells, widths) {
  return `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`;
}

function table(titles, rows) {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((cells) => cells[index].length)));
  return [
    row(titles, widths),
    row(
      widths.map((width) => "-".repeat(width)),
      widths,
    ),
    ...rows.map((cells) => row(cells, widths)),
  ];
}

function write(all) {
  const by = askedBy();
  const unique = [...new Map(all.map((each) => [`${each.name} ${each.version}`, each])).values()];
  unique.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
  const direct = unique.filter(({ name }) => by.has(name));
  const rest = unique.filter(({ name }) => !by.has(name));
  const counts = new Map();
  for (const { licence } of unique) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const licences = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  return [
    "# What Tandem ships of others",
    "",
    "Made by `node scripts/dependencies.mjs`; `npm test` fails when it is out of date, when a version is not pinned exactly, or when a",
    `licence is not one that asks for nothing but its notice. In all ${unique.length} packages: ${licences.join(", ")}. \`npm run sbom\``,
    "writes a software bill of materials (CycloneDX), `npm audit` asks the registry for known faults.",
    "",
    "The endpoint that an editor loads (`@tandem/server`) needs only those that name `server` or `protocol`.",
    "",
    "## Asked for by Tandem",
    "",
    ...table(
      ["Package", "Version", "Licence", "For"],
      direct.map(({ name, version, licence }) => [`\`${name}\``, version, licence, by.get(name).join(", ")]),
    ),
    "",
    "## Bundled into pages",
    "",
    ...table(
      ["Package", "Version", "Licence", "For"],
      bundled().map(({ name, version, licence, folders }) => [`\`${name}\``, version, licence, folders.join(", ")]),
    ),
    "",
    "## Needed by those that Tandem asks for",
    "",
    ...table(
      ["Package", "Version", "Licence"],
      rest.map(({ name, version, licence }) => [`\`${name}\``, version, licence]),
    ),
    "",
  ].join("\n");
}

const all = shipped();
const content = write(all);
if (process.argv.includes("--check")) {
  const wrong = faults([...all, ...bundled()]);
  if (readFileSync(page, "utf8") !== content)
    wrong.push("docs/dependencies.md is out of date: run node scripts/dependencies.mjs");
  for (const words of wrong) console.error(words);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else writeFileSync(page, content);
