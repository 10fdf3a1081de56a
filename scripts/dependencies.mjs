/**
 * Writes docs/dependencies.md: all third-party packages that are shipped, with their licences and the packages that need
 * them.
 *
 *   node scripts/dependencies.mjs             writes the page
 *   node scripts/dependencies.mjs --check     fails when the page is out of date, a version isn't pinned, a licence isn't
 *                                             allowed, or a package has no checksum
 *   npm run sbom                              a software bill of materials, CycloneDX, as sbom.cdx.json
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.mjs";
import { readWorkspaces } from "./import-graph.mjs";

const page = join(root, "docs/dependencies.md");
/** Licences that only require their notice. */
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

/** Returns a package's licence. The lock file omits licences in the old format, which are in the package itself. */
function licenceOf(path, { license }) {
  if (license) return license;
  try {
    const manifest = readJson(join(root, path, "package.json"));
    const old = manifest.licenses?.[0]?.type ?? manifest.license?.type ?? manifest.license;
    return old ?? "none";
  } catch {
    return "none"; // Not installed, because it is for another platform.
  }
}

/** Returns all packages that are installed for users. */
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

/** Returns the workspaces that need each third-party package, by the dependencies that `namesOf` selects. */
function workspacesByDependency(namesOf) {
  const by = new Map();
  for (const workspace of readWorkspaces(root))
    for (const name of Object.keys(namesOf(workspace)).filter((each) => !each.startsWith("@tandem-ide/")))
      by.set(name, [...(by.get(name) ?? []), workspace.folder.split("/").at(-1)]);
  return by;
}

/** The workspaces with a page, whose devDependencies are bundled. */
const withPage = new Set(["editors/workbench", "packages/inspector"]);

function bundled() {
  const { packages } = readJson(join(root, "package-lock.json"));
  const by = workspacesByDependency(({ folder, manifest }) =>
    withPage.has(folder) ? (manifest.devDependencies ?? {}) : {},
  );
  return [...by]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folders]) => {
      const path = `node_modules/${name}`;
      const { version } = packages[path];
      return { name, version, licence: licenceOf(path, packages[path]), hasChecksum: true, folders };
    });
}

function problemsOf(all) {
  const out = [];
  for (const { folder, manifest } of [
    ...readWorkspaces(root),
    { folder: ".", manifest: readJson(join(root, "package.json")) },
  ])
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"])
      for (const [name, version] of Object.entries(manifest[kind] ?? {}))
        if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          out.push(`${folder}: the version of ${name} isn't exact: ${version}`);
  for (const { name, licence, hasChecksum } of all) {
    if (!allowed.has(licence)) out.push(`${name}: the licence ${licence} isn't allowed`);
    if (!hasChecksum) out.push(`${name} has no checksum in the lock file`);
  }
  return out;
}

function table(titles, rows) {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((cells) => cells[index].length)));
  const line = widths.map((width) => "-".repeat(width));
  const format = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`;
  return [titles, line, ...rows].map(format);
}

function write(all) {
  const by = workspacesByDependency(({ manifest }) => ({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  const unique = [...new Map(all.map((each) => [`${each.name} ${each.version}`, each])).values()];
  unique.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
  const direct = unique.filter(({ name }) => by.has(name));
  const rest = unique.filter(({ name }) => !by.has(name));
  const counts = new Map();
  for (const { licence } of unique) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const licences = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  return [
    "# Dependencies",
    "",
    `Tandem ships ${unique.length} third-party packages: ${licences.join(", ")}.`,
    "",
    "`node scripts/dependencies.mjs` writes this page. `npm test` fails if it is out of date, if a version isn't pinned",
    "exactly, or if a licence requires more than including its notice. `npm run sbom` writes a software bill of materials",
    "(CycloneDX), and `npm audit` asks the registry for known vulnerabilities.",
    "",
    "The endpoint that an editor loads (`@tandem-ide/server`) only needs those for `server` or `protocol`.",
    "",
    "## Direct dependencies",
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
    "## Indirect dependencies",
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
  const wrong = problemsOf([...all, ...bundled()]);
  if (readFileSync(page, "utf8") !== content)
    wrong.push("docs/dependencies.md is out of date: run node scripts/dependencies.mjs");
  for (const problem of wrong) console.error(problem);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else writeFileSync(page, content);
