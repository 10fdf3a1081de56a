/**
 * Reads which file of which workspace imports what. Parsed with Vite's TypeScript parser, since a bundler's own graph
 * (esbuild's metafile) leaves out type-only imports, and a direction is a direction for types too.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync, Visitor } from "vite";

/**
 * @typedef {{ specifier: string, line: number }} Import
 * @typedef {{ path: string, isTest: boolean, isBundled: boolean, imports: Import[] }} SourceFile path is from the root, with `/`
 * @typedef {{ folder: string, manifest: Record<string, any>, files: SourceFile[] }} Workspace
 */

const isTypeScript = /\.[cm]?tsx?$/;
const notSource = new Set(["node_modules", "dist", "fixtures"]);

/**
 * Every workspace below packages/, editors/ and examples/ with the imports of its TypeScript files.
 *
 * @param {string} root
 * @returns {Workspace[]}
 */
export function readWorkspaces(root) {
  return ["packages", "editors", "examples"]
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
      files: [...typeScriptFiles(join(root, folder))].map((file) => readSource(root, folder, file)),
    }));
}

function* typeScriptFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !notSource.has(entry.name)) yield* typeScriptFiles(path);
    else if (entry.isFile() && isTypeScript.test(entry.name)) yield path;
  }
}

function readSource(root, folder, file) {
  const path = relative(root, file).split(sep).join("/");
  const inside = path.slice(folder.length + 1);
  // What ships is below src; a build script or a configuration beside it is held to a test's rules.
  const isTest = !inside.startsWith("src/") || inside.startsWith("src/testing/") || /\.test\.[cm]?tsx?$/.test(inside);
  // A page is bundled: what it imports is in it, and needs not be installed where it is used.
  const isBundled = inside.startsWith("src/page/");
  return { path, isTest, isBundled, imports: readImports(path, readFileSync(file, "utf8")) };
}

/** All ways to name another module, with the line; `import(name)` with a computed name is not one of them. */
function readImports(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const imports = [];
  const add = (source) => {
    if (typeof source?.value !== "string") return;
    imports.push({ specifier: source.value, line: text.slice(0, source.start).split("\n").length });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
  }).visit(program);
  return imports;
}

/**
 * The file that a relative import means, from the root with `/`: `./a.js` is `a.ts` when there is one.
 *
 * @param {string} root
 * @param {string} importer
 * @param {string} specifier
 */
export function resolveRelative(root, importer, specifier) {
  const target = resolve(root, dirname(importer), specifier);
  const source = target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [source, source.replace(/\.ts$/, ".tsx"), target];
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? target;
  return relative(root, found).split(sep).join("/");
}

/**
 * One cycle for each place where imports run back into themselves, as the files on the way.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const cycles = [];
  const done = new Set();
  const way = [];
  const visit = (file) => {
    const start = way.indexOf(file);
    if (start >= 0) cycles.push(way.slice(start));
    if (start >= 0 || done.has(file)) return;
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
