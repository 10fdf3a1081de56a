/** Builds what the tests load into VS Code: the extension, and the companion that moves the hand. */
import { cp, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildVscode } from "../../scripts/build-vscode.mjs";

const source = fileURLToPath(new URL("companion", import.meta.url));
export const companionFolder = fileURLToPath(new URL("../../node_modules/.cache/tandem-companion", import.meta.url));

export async function setup(): Promise<void> {
  await buildVscode();
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
