/**
 * Reads the imports of all files. Uses Vite's TypeScript parser, because a bundler's graph (esbuild's metafile) omits
 * type-only imports, and the rules apply to types too.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { parseSync, Visitor } from "vite";

/**
 * @typedef {{ specifier: string, line: number }} Import
 * @typedef {{ path: string, isTest: boolean, isBundled: boolean, imports: Import[] }} SourceFile path is from the root, with `/`
 * @typedef {{ folder: string, manifest: Record<string, any>, files: SourceFile[] }} Workspace
 */

const isSource = /\.([cm]?tsx?|mjs)$/;
const isTestFile = /\.test\.[cm]?tsx?$/;
const notSource = new Set(["node_modules", "dist", "fixtures"]);

/**
 * Returns every workspace in packages/, editors/ and examples/ with the imports of its files.
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
      files: readFolder(root, folder),
    }));
}

/**
 * Returns the test files that import one of the changed files, directly or indirectly. Ignores programs that a test starts.
 *
 * @param {string} root
 * @param {readonly string[]} changed paths from the root, with `/`
 * @returns {string[]}
 */
export function testsReaching(root, changed) {
  const workspaces = readWorkspaces(root);
  const others = ["test", "docs", "scripts", "bench"].filter((folder) => existsSync(join(root, folder)));
  const files = [...workspaces.flatMap((each) => each.files), ...others.flatMap((folder) => readFolder(root, folder))];
  const importers = new Map();
  for (const { path, imports } of files)
    for (const { specifier } of imports) {
      const target = specifier.startsWith(".")
        ? resolveRelative(root, path, specifier)
        : resolveWorkspace(workspaces, specifier);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => isTestFile.test(file) && existsSync(join(root, file))).sort();
}

/** Resolves `@tandem-ide/name/entry` to the source file that the package exports. */
function resolveWorkspace(workspaces, specifier) {
  for (const { folder, manifest } of workspaces) {
    if (specifier !== manifest.name && !specifier.startsWith(`${manifest.name}/`)) continue;
    const source = manifest.exports?.[`.${specifier.slice(manifest.name.length)}`]?.["@tandem-ide/source"];
    if (source) return posix.join(folder, source);
  }
  return undefined;
}

function readFolder(root, folder) {
  return [...sourceFiles(join(root, folder))].map((file) => readSource(root, folder, file));
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !notSource.has(entry.name)) yield* sourceFiles(path);
    else if (entry.isFile() && isSource.test(entry.name)) yield path;
  }
}

function readSource(root, folder, file) {
  const path = relative(root, file).split(sep).join("/");
  const inside = path.slice(folder.length + 1);
  // Only src is shipped. The rules for tests apply to build scripts and configuration outside of it.
  const isTest = !inside.startsWith("src/") || inside.startsWith("src/testing/") || isTestFile.test(inside);
  // A page is bundled with its imports, so these needn't be installed.
  const isBundled = inside.startsWith("src/page/");
  return { path, isTest, isBundled, imports: readImports(path, readFileSync(file, "utf8")) };
}

/** Returns all imports with their lines, except for computed ones: `import(name)`. */
function readImports(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Can't parse ${path}: ${errors[0].message}`);
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
 * Resolves a relative import to a path from the root with `/`. `./a.js` is `a.ts` if that exists.
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
 * Returns the import cycles, each as a list of files.
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
