/**
 * Builds the pages of the workbench and the inspector with Vite, if their inputs have changed.
 *
 *   node scripts/build-page.mjs
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError, root, run } from "./command.mjs";

const sharedInputs = [
  "package-lock.json",
  "scripts/page.vite.config.mjs",
  "packages/page-server/src/page",
  "packages/protocol/src",
  "packages/base/src",
];

/** The packages that have a page, with the page's inputs. */
const pages = [
  {
    folder: "editors/workbench",
    inputs: [
      ...sharedInputs,
      "editors/workbench/src/messages.ts",
      "editors/workbench/src/messages-changes.ts",
      "editors/workbench/src/messages-notebook.ts",
      "editors/workbench/src/page",
      "editors/codemirror/src",
      "packages/workspace/src/kernel",
      "packages/workspace/src/notebook",
    ],
  },
  {
    folder: "packages/inspector",
    inputs: [
      ...sharedInputs,
      "packages/inspector/src/page",
      "packages/inspector/src/page-host",
      "packages/inspector/src/reading",
      "packages/inspector/src/recording",
    ],
  },
];

function* filesOf(path) {
  const entries = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

function stampOf({ inputs }) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const path = join(root, input);
    const files = /\.\w+$/.test(input) ? [path] : [...filesOf(path)].sort();
    for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

const stampFileOf = ({ folder }) => join(root, folder, "dist/page.stamp");

function isBuilt(page) {
  const stampFile = stampFileOf(page);
  if (!existsSync(join(root, page.folder, "dist/page/index.html")) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, "utf8") === stampOf(page);
}

/** Builds the pages that are missing or outdated. */
export async function buildPage() {
  // In a separate process, because Vite would read this process's environment.
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const config = join(root, "scripts/page.vite.config.mjs");
  for (const page of pages.filter((each) => !isBuilt(each))) {
    const stamp = stampOf(page);
    const env = { ...process.env, NODE_ENV: "production", TANDEM_PAGE_FOLDER: join(root, page.folder) };
    await run(process.execPath, [vite, "build", "--config", config, "--logLevel", "error"], { env });
    writeFileSync(stampFileOf(page), stamp);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await buildPage();
  } catch (error) {
    console.error(error instanceof CommandError && error.output !== "" ? error.output : error);
    process.exitCode = 1;
  }
}
