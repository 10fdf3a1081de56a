/**
 * Builds the extension for VS Code in editors/vscode/extension: the manifest without development fields, the bundles (parts
 * are loaded on demand), translations and images. VS Code can run it from there, and package-vscode.mjs packages it.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./command.mjs";

const source = join(root, "editors/vscode");
export const extensionFolder = join(source, "extension");

/** Excludes parts that are loaded on demand from the main bundle, and rewrites their imports to their files. */
const parts = {
  name: "parts",
  setup(build) {
    build.onResolve({ filter: /-part\.js$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".js")}.cjs`, external: true } : undefined,
    );
  },
};

async function bundle(entry, outfile, plugins = []) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(source, "src", entry)],
    outfile: join(extensionFolder, outfile),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    legalComments: "none",
    conditions: ["@tandem-ide/source"],
    // VS Code provides the first. The others are optional dependencies of ws.
    external: ["vscode", "bufferutil", "utf-8-validate"],
    plugins,
  });
}

/** Writes the manifest for VS Code. */
async function writeManifest() {
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  for (const key of ["private", "type", "dependencies", "devDependencies"]) delete manifest[key];
  delete manifest.engines.node;
  manifest.files = ["*.cjs", "package.nls.json", "l10n", "media", "README.md", "CHANGELOG.md", "LICENSE"];
  await writeFile(join(extensionFolder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Writes every message in the code that uses `vscode.l10n.t`, in VS Code's format for translations. */
async function writeMessages() {
  const files = await readdir(join(source, "src"), { recursive: true });
  const messages = new Set();
  for (const name of files.filter((each) => each.endsWith(".ts") && !each.endsWith(".test.ts")))
    for (const [, text] of (await readFile(join(source, "src", name), "utf8")).matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g))
      messages.add(JSON.parse(text));
  const bundle = Object.fromEntries([...messages].sort().map((text) => [text, text]));
  await mkdir(join(extensionFolder, "l10n"), { recursive: true });
  await writeFile(join(extensionFolder, "l10n/bundle.l10n.json"), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

export async function buildVscode() {
  await rm(extensionFolder, { recursive: true, force: true });
  await mkdir(extensionFolder, { recursive: true });
  const copies = ["package.nls.json", "README.md", "CHANGELOG.md", "media"];
  await Promise.all([
    bundle("extension.ts", "extension.cjs", [parts]),
    bundle("interface/discovery-part.ts", "discovery-part.cjs"),
    bundle("endpoint/endpoint-part.ts", "endpoint-part.cjs"),
    bundle("code/code-part.ts", "code-part.cjs"),
    bundle("changes/changes-part.ts", "changes-part.cjs"),
    bundle("reviews/reviews-part.ts", "reviews-part.cjs"),
    writeManifest(),
    writeMessages(),
    ...copies.map((name) => cp(join(source, name), join(extensionFolder, name), { recursive: true })),
    cp(join(root, "LICENSE"), join(extensionFolder, "LICENSE")),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildVscode();
