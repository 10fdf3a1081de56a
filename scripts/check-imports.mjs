/**
 * Holds the directions of imports, so that the layers stay layers:
 *
 * - a workspace imports only those of the layers below its own (an editor's tests run the contract test,
 *   and the tests of the contract test and of the doctor start one);
 * - every package that a file imports is declared by its own package.json (tests may use devDependencies, the root's too;
 *   a page in src/page is bundled, so its own package's devDependencies will do);
 * - packages/protocol and packages/base (but for its src/node) run anywhere, so they import nothing of Node;
 * - no relative import leaves its package (a test may reach the helpers in test/);
 * - the hub of packages/server has no wire: it imports nothing but packages/base and itself, and an agent imports no other;
 * - the files of a package do not import each other in a circle.
 *
 *   node scripts/check-imports.mjs [root]
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { root as ownRoot } from "./command.mjs";
import { findCycles, readWorkspaces, resolveRelative } from "./import-graph.mjs";

/** Bottom first. `editors/*` is every editor; one editor does not import another. */
const layers = [
  ["packages/base"],
  ["packages/protocol"],
  ["packages/client", "packages/server", "packages/workspace"],
  ["packages/page-door"],
  ["packages/conformance", "packages/doctor", "packages/inspector", "editors/*"],
  ["packages/cli", "examples/*"],
];
/** What editors have in common, so each may import it. */
const sharedByEditors = "editors/codemirror";
/** Holds the contract test, which the tests of every editor run. */
const contractTest = "packages/conformance";
/** Their own tests start a real editor. */
const testedWithEditors = [contractTest, "packages/doctor", "packages/inspector"];
/** What every agent stands on. */
const hub = "packages/server/src/hub/";
const agents = "packages/server/src/agents/";
/** Libraries that the hub may use: rules in the form of .gitignore. */
const hubLibraries = ["@tandem/base", "ignore"];
/** Imports nothing of Node. */
const runsAnywhere = (path) =>
  path.startsWith("packages/protocol/") ||
  (path.startsWith("packages/base/") && !path.startsWith("packages/base/src/node/"));

const isEditor = (folder) => folder.startsWith("editors/");
const layerOf = (folder) =>
  layers.findIndex((layer) => layer.includes(folder.replace(/^(editors|examples)\/.*/, "$1/*")));

function mayImport(from, to, isTest) {
  if (isEditor(from) && to === sharedByEditors) return true;
  if (isTest && isEditor(from) && to === contractTest) return true;
  if (isTest && testedWithEditors.includes(from) && isEditor(to)) return true;
  return layerOf(to) < layerOf(from);
}

function allowedFor(folder) {
  const below = layers.slice(0, Math.max(layerOf(folder), 0)).flat();
  if (isEditor(folder) && folder !== sharedByEditors) below.push(sharedByEditors);
  return below.length > 0 ? below.join(", ") : "no other workspace";
}

/** The agent that a file belongs to; undefined for what all agents share. */
function agentOf(path) {
  const [name, ...rest] = path.startsWith(agents) ? path.slice(agents.length).split("/") : [];
  return rest.length > 0 ? name : undefined;
}

/** Why a file may not import another of its package, or undefined. */
function whyNotWithin(path, target) {
  if (path.startsWith(hub) && !target.startsWith(hub)) return "the hub knows no wire and nobody who uses it";
  const [from, to] = [agentOf(path), agentOf(target)];
  return from && to && from !== to ? "an agent knows no other agent" : undefined;
}

/** `@scope/name/deep/file` is of the package `@scope/name`. */
function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function declared({ manifest }) {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  const names = new Set(Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }));
  if (manifest.engines?.vscode) names.add("vscode"); // VS Code gives this module to its extensions.
  if (manifest.main?.endsWith("main.cjs")) names.add("electron"); // Electron gives this module to the application that it runs.
  if (manifest.devDependencies?.obsidian) {
    // Obsidian gives these to its plugins.
    for (const name of Object.keys(manifest.devDependencies))
      if (/^(obsidian|@codemirror\/.*)$/.test(name)) names.add(name);
  }
  return names;
}

/**
 * @param {string} root
 * @returns {string[]} what is wrong, a sentence each
 */
function checkImports(root) {
  const workspaces = readWorkspaces(root);
  const folderOfName = new Map(workspaces.map(({ manifest, folder }) => [manifest.name, folder]));
  const development = new Set(
    Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies ?? {}),
  );
  const problems = [];

  for (const workspace of workspaces) {
    const { folder, files } = workspace;
    const dependencies = declared(workspace);
    const graph = new Map();
    if (layerOf(folder) < 0) problems.push(`${folder} has no layer: give it one in scripts/check-imports.mjs`);

    for (const { path, isTest, isBundled, imports } of files) {
      graph.set(path, []);
      for (const { specifier, line } of imports) {
        const wrong = (why) => problems.push(`${path}:${line} imports "${specifier}": ${why}`);
        if (specifier.startsWith(".")) {
          const target = resolveRelative(root, path, specifier);
          const why = isTest ? undefined : whyNotWithin(path, target);
          if (why) wrong(why);
          if (target.startsWith(`${folder}/`)) graph.get(path).push(target);
          else if (!isTest) wrong(`that is outside of ${folder}. Import the other package by its name`);
          else if (!target.startsWith("test/")) wrong(`a test may leave ${folder} for the helpers in test/ only`);
          continue;
        }
        if (isBuiltin(specifier)) {
          if (runsAnywhere(path) && !isTest) wrong(`${folder} runs anywhere, so it may use nothing of Node`);
          continue;
        }
        const name = packageOf(specifier);
        if (!isTest && path.startsWith(hub) && !hubLibraries.includes(name)) wrong("the hub knows no wire");
        const target = folderOfName.get(name);
        if (target === folder) {
          if (!isTest) wrong("that is this package itself. Use a relative path");
        } else if (target !== undefined && !mayImport(folder, target, isTest)) {
          wrong(`${folder} may import ${allowedFor(folder)}`);
        } else if (
          !dependencies.has(name) &&
          !(isTest && development.has(name)) &&
          !((isTest || isBundled) && name in (workspace.manifest.devDependencies ?? {}))
        ) {
          wrong(`add ${name} to the dependencies of ${folder}/package.json`);
        }
      }
    }
    for (const cycle of findCycles(graph)) problems.push(`${cycle.join(" → ")} → ${cycle[0]}: imports in a circle`);
  }
  return problems;
}

const problems = checkImports(resolve(process.argv[2] ?? ownRoot));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
