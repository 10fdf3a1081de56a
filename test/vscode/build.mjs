/**
 * Builds what the tests load into VS Code: the packaged extension, as VS Code installs it for users, and the companion
 * extension that does what the driver asks.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { packageVscode } from "../../scripts/package-vscode.mjs";
import { vscodeCommand } from "../../scripts/vscode.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const source = fileURLToPath(new URL("companion", import.meta.url));
const made = fileURLToPath(new URL("../../node_modules/.cache/tandem-vscode", import.meta.url));
export const companionFolder = join(made, "companion");
/** The folder that VS Code gives the extension. */
export const extensionFolder = `tandem-ide.tandem-vscode-${version}`;
/** The extension, as `--install-extension` has unpacked it. */
export const installedExtension = join(made, "extensions", extensionFolder);

async function installExtension() {
  const [node = "", ...main] = vscodeCommand() ?? [];
  // Tests that need it are skipped with a message.
  if (node === "") return;
  const { file } = await packageVscode();
  await rm(join(made, "extensions"), { recursive: true, force: true });
  const folders = ["--extensions-dir", join(made, "extensions"), "--server-data-dir", join(made, "data")];
  await promisify(execFile)(node, [...main, "--install-extension", file, ...folders, "--accept-server-license-terms"]);
}

async function buildCompanion() {
  await mkdir(companionFolder, { recursive: true });
  await cp(`${source}/package.json`, `${companionFolder}/package.json`);
  await build({
    entryPoints: [`${source}/companion.ts`],
    outfile: `${companionFolder}/companion.cjs`,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
  });
}

/** Builds both, unless `npm test` has done that for several runs at once. */
export async function setup() {
  if (process.env.TANDEM_BUILT === "true") return;
  await Promise.all([installExtension(), buildCompanion()]);
}
