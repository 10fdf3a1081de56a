/**
 * Makes what the tests load into VS Code: the packed extension as VS Code itself installs it, and the companion that moves
 * the hand. So every test is one of what users get.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { packageVscode } from "../../scripts/package-vscode.mjs";
import { vscodeCommand } from "../../scripts/vscode.mjs";

const source = fileURLToPath(new URL("companion", import.meta.url));
const made = fileURLToPath(new URL("../../node_modules/.cache/tandem-vscode", import.meta.url));
export const companionFolder = join(made, "companion");
/** The extension, as `--install-extension` has unpacked it. */
export const installedExtension = join(made, "extensions", "tandem.tandem-vscode-0.1.0");

async function installExtension(): Promise<void> {
  const [node = "", ...main] = vscodeCommand() ?? [];
  // The tests that need it are skipped, and say so.
  if (node === "") return;
  const { file } = await packageVscode();
  await rm(join(made, "extensions"), { recursive: true, force: true });
  const places = ["--extensions-dir", join(made, "extensions"), "--server-data-dir", join(made, "data")];
  await promisify(execFile)(node, [...main, "--install-extension", file, ...places, "--accept-server-license-terms"]);
}

async function buildCompanion(): Promise<void> {
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

export async function setup(): Promise<void> {
  await Promise.all([installExtension(), buildCompanion()]);
}
