/** The download sizes of everything that is shipped. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { buildSidecar, sidecarBuild, sidecarFile } from "../../scripts/build-sidecar.mjs";
import { packageObsidian } from "../../scripts/package-obsidian.mjs";
import { packageVscode } from "../../scripts/package-vscode.mjs";
import { eagerFiles, root } from "../bundle.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";

const compressed = (...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024;

/** Returns the scripts in the page's HTML and their static imports. */
function pageScripts() {
  const folder = join(root, "editors/workbench/dist/page");
  const names = readdirSync(join(folder, "assets"));
  const found = new Set();
  const visit = (name) => {
    if (found.has(name) || !names.includes(name)) return;
    found.add(name);
    const code = readFileSync(join(folder, "assets", name), "utf8");
    for (const [, other] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) visit(other);
  };
  const html = readFileSync(join(folder, "index.html"), "utf8");
  for (const [, name] of html.matchAll(/assets\/([^"]+\.js)"/g)) visit(name);
  return [...found].map((name) => join(folder, "assets", name));
}

/** Returns the size that the sidecar loads at startup: the shipped bundle without the code that is loaded on demand. */
async function sidecarStart(outdir) {
  const { metafile } = await build({ ...sidecarBuild, outdir, splitting: true, metafile: true, absWorkingDir: root });
  const isMain = ({ entryPoint }) => entryPoint?.endsWith("neovim/src/main.ts") ?? false;
  return compressed(...eagerFiles(metafile, isMain).map((name) => resolve(root, name)));
}

export async function measure() {
  const directory = temporaryDirectory();
  await buildSidecar();
  const { bytes } = await packageVscode();
  const obsidian = await packageObsidian(join(directory, "tandem-ide"));
  const row = (name, what, ours) => ({ id: `bundle-${name}`, what, unit: "KB", ours });
  const start = await sidecarStart(join(directory, "sidecar"));
  return [
    row("neovim", "Neovim's sidecar at startup, compressed", start),
    row("neovim-whole", "… all of it, as shipped", compressed(sidecarFile)),
    row("vscode", "VS Code's extension, as a file", bytes / 1024),
    row("obsidian", "Obsidian's main.js, compressed", obsidian.compressed / 1024),
    row("workbench", "the workbench's scripts without the terminal, compressed", compressed(...pageScripts())),
  ];
}
