/**
 * Builds the workbench's page (vite), unless nothing that goes into it has changed since the last time.
 *
 *   node scripts/build-page.mjs
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError, root, run } from "./command.mjs";

const workbench = join(root, "editors/workbench");
const stampFile = join(workbench, "dist/page.stamp");
const inputs = [
  "package-lock.json",
  "editors/workbench/vite.config.ts",
  "editors/workbench/src/messages.ts",
  "editors/workbench/src/messages-notebook.ts",
  "editors/workbench/src/page",
  "editors/codemirror/src",
  "packages/protocol/src",
  "packages/server/src/text",
  "packages/workspace/src/kernel",
  "packages/workspace/src/notebook",
];

function* filesOf(path) {
  const entries = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

function stampOfInputs() {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const path = join(root, input);
    const files = /\.\w+$/.test(input) ? [path] : [...filesOf(path)].sort();
    for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** True when the page is there and is made of what is there now. */
export function isPageBuilt() {
  if (!existsSync(join(workbench, "dist/page/index.html")) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, "utf8") === stampOfInputs();
}

/** Builds the page where it is missing or old. */
export async function buildPage() {
  if (isPageBuilt()) return;
  const stamp = stampOfInputs();
  // As a program of its own: in this process it would see the environment of whoever runs the tests.
  const env = { ...process.env, NODE_ENV: "production" };
  const vite = join(root, "node_modules/vite/bin/vite.js");
  await run(process.execPath, [vite, "build", "--config", join(workbench, "vite.config.ts"), "--logLevel", "error"], {
    env,
  });
  writeFileSync(stampFile, stamp);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await buildPage();
  } catch (error) {
    console.error(error instanceof CommandError && error.output !== "" ? error.output : error);
    process.exitCode = 1;
  }
}
