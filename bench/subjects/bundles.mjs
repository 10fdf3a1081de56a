/** What is shipped: sizes as they travel. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { buildSidecar, sidecarBuild, sidecarFile } from "../../scripts/build-sidecar.mjs";
import { packageObsidian } from "../../scripts/package-obsidian.mjs";
import { packageVscode } from "../../scripts/package-vscode.mjs";
import { eagerFiles, root } from "../bundle.mjs";

const compressed = (...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024;

/** The scripts that the page's HTML names, and what those import at once. */
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

/** What the sidecar needs at the start: the bundle that is shipped, with what is loaded on demand in files of its own. */
async function sidecarStart(outdir) {
  const metafile = (await build({ ...sidecarBuild, outdir, splitting: true, metafile: true, absWorkingDir: root }))
    .metafile;
  const isMain = ({ entryPoint }) => entryPoint?.endsWith("neovim/src/main.ts") ?? false;
  return compressed(...eagerFiles(metafile, isMain).map((name) => resolve(root, name)));
}

export async function measure() {
  const directory = mkdtempSync(join(tmpdir(), "tandem-bench-"));
  try {
    await buildSidecar();
    const { bytes } = await packageVscode();
    const obsidian = await packageObsidian(join(directory, "tandem"));
    return [
      {
        id: "bundle-neovim",
        what: "what Neovim's sidecar needs at the start, compressed",
        unit: "KB",
        ours: await sidecarStart(join(directory, "sidecar")),
      },
      { id: "bundle-neovim-whole", what: "… all of it, as it is shipped", unit: "KB", ours: compressed(sidecarFile) },
      { id: "bundle-vscode", what: "the extension for VS Code, as a file", unit: "KB", ours: bytes / 1024 },
      { id: "bundle-obsidian", what: "Obsidian's main.js, compressed", unit: "KB", ours: obsidian.compressed / 1024 },
      {
        id: "bundle-workbench",
        what: "the workbench's scripts without the terminal, compressed",
        unit: "KB",
        ours: compressed(...pageScripts()),
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
