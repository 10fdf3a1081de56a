/**
 * Checks the rules for imports:
 *
 * - a workspace imports only workspaces in lower layers (except that tests of editors run the contract test, and tests of the
 *   contract test, the doctor and the inspector start editors);
 * - every imported package is declared in the workspace's package.json (tests may use devDependencies, including the root's,
 *   and a page in src/page is bundled, so its devDependencies are sufficient);
 * - packages/protocol and packages/base (except src/node) run anywhere, so they don't import Node modules;
 * - no relative import leaves its package (except that tests may import helpers in test/);
 * - the hub of packages/server imports only packages/base and itself, and an agent doesn't import another agent;
 * - files don't import each other in cycles.
 *
 *   node scripts/check-imports.mjs [root]
 */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root as ownRoot } from "./command.mjs";
import { findCycles, readWorkspaces, resolveRelative } from "./import-graph.mjs";

/** The lowest layer first. `editors/*` stands for every editor. Editors don't import each other. */
const layers = [
  ["packages/base"],
  ["packages/protocol"],
  ["packages/client", "packages/server", "packages/workspace"],
  ["packages/changes", "packages/page-server"],
  ["packages/conformance", "packages/doctor", "packages/inspector", "editors/*"],
  ["packages/cli", "examples/*"],
];
/** Every editor may import this one. */
const sharedByEditors = "editors/codemirror";
/** Contains the contract test, which the tests of every editor run. */
const contractTest = "packages/conformance";
/** Their tests start a real editor. */
const testedWithEditors = [contractTest, "packages/doctor", "packages/inspector"];
const hub = "packages/server/src/hub/";
const agents = "packages/server/src/agents/";
/** The packages that the hub may import. `ignore` implements .gitignore rules. */
const hubLibraries = ["@tandem-ide/base", "ignore"];
/** Code that must not import Node modules. */
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

/** Returns the agent of a file, or undefined for files that all agents share. */
function agentOf(path) {
  const [name, ...rest] = path.startsWith(agents) ? path.slice(agents.length).split("/") : [];
  return rest.length > 0 ? name : undefined;
}

/** Returns why a file may not import another one of its package, or undefined. */
function problemWithin(path, target) {
  if (path.startsWith(hub) && !target.startsWith(hub)) return "the hub may only import files of the hub";
  const [from, to] = [agentOf(path), agentOf(target)];
  return from && to && from !== to ? "an agent may not import another agent" : undefined;
}

/** Returns the package of an import: `@scope/name` for `@scope/name/deep/file`. */
function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function declared({ manifest }) {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  const names = new Set(Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }));
  if (manifest.engines?.vscode) names.add("vscode"); // Provided by VS Code.
  if (manifest.main?.endsWith("main.cjs")) names.add("electron"); // Provided by Electron.
  if (manifest.devDependencies?.obsidian) {
    // Provided by Obsidian.
    for (const name of Object.keys(manifest.devDependencies))
      if (/^(obsidian|@codemirror\/.*)$/.test(name)) names.add(name);
  }
  return names;
}

/**
 * @param {string} root
 * @returns {string[]} the problems
 */
export function checkImports(root) {
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
    if (layerOf(folder) < 0) problems.push(`${folder} has no layer. Add it in scripts/check-imports.mjs`);

    for (const { path, isTest, isBundled, imports } of files) {
      graph.set(path, []);
      for (const { specifier, line } of imports) {
        const wrong = (why) => problems.push(`${path}:${line} imports "${specifier}": ${why}`);
        if (specifier.startsWith(".")) {
          const target = resolveRelative(root, path, specifier);
          const why = isTest ? undefined : problemWithin(path, target);
          if (why) wrong(why);
          if (target.startsWith(`${folder}/`)) graph.get(path).push(target);
          else if (!isTest) wrong(`it is outside ${folder}. Import the other package by its name`);
          else if (!target.startsWith("test/")) wrong(`outside ${folder}, a test may only import helpers in test/`);
          continue;
        }
        if (isBuiltin(specifier)) {
          if (runsAnywhere(path) && !isTest) wrong(`${folder} runs anywhere, so it may not import Node modules`);
          continue;
        }
        const name = packageOf(specifier);
        if (!isTest && path.startsWith(hub) && !hubLibraries.includes(name))
          wrong(`the hub may only import ${hubLibraries.join(" and ")}`);
        const target = folderOfName.get(name);
        if (target === folder) {
          if (!isTest) wrong("it is the same package. Use a relative path");
        } else if (target !== undefined && !mayImport(folder, target, isTest)) {
          wrong(`${folder} may only import ${allowedFor(folder)}`);
        } else if (
          !dependencies.has(name) &&
          !(isTest && development.has(name)) &&
          !((isTest || isBundled) && name in (workspace.manifest.devDependencies ?? {}))
        ) {
          wrong(`add ${name} to the dependencies of ${folder}/package.json`);
        }
      }
    }
    for (const cycle of findCycles(graph)) problems.push(`${cycle.join(" → ")} → ${cycle[0]}: import cycle`);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkImports(resolve(process.argv[2] ?? ownRoot));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
