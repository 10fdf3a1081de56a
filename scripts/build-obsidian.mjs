/**
 * Builds the plugin for Obsidian in editors/obsidian/plugin/tandem-ide: one bundled file, the manifest and the styles. Users
 * copy this folder to .obsidian/plugins in their vault.
 */
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./command.mjs";

const source = join(root, "editors/obsidian");
/** The folder has the plugin's name, so that it can be copied into a vault. */
export const pluginFolder = join(source, "plugin/tandem-ide");

/** Modules that Obsidian provides. With its own copies, a plugin's extensions wouldn't work in the editor. */
export const givenByObsidian = [
  "obsidian",
  "electron",
  "@codemirror/autocomplete",
  "@codemirror/collab",
  "@codemirror/commands",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/search",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/common",
  "@lezer/highlight",
  "@lezer/lr",
];

/**
 * Removes HTML highlighting from lang-markdown. With its grammars for scripts and styles it is larger than the rest of the
 * plugin.
 */
const withoutHtml = {
  name: "without-html",
  setup(build) {
    build.onResolve({ filter: /^@codemirror\/lang-html$/ }, () => ({ path: "lang-html", namespace: "without-html" }));
    build.onLoad({ filter: /.*/, namespace: "without-html" }, () => ({
      contents: `
        export const html = () => ({ language: { parser: undefined }, support: [] });
        export const htmlCompletionSource = () => null;
      `,
    }));
  },
};

export async function buildObsidian(folder = pluginFolder) {
  const { build } = await import("esbuild");
  const written = `${folder}.${process.pid}`;
  await mkdir(written, { recursive: true });
  await build({
    entryPoints: [join(source, "src/main.ts")],
    outfile: join(written, "main.js"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    // The Electron versions in Obsidian's installers of the last two years.
    target: ["es2022", "chrome120", "node20"],
    legalComments: "none",
    conditions: ["@tandem-ide/source"],
    // The last two are optional dependencies of ws.
    external: [...givenByObsidian, "bufferutil", "utf-8-validate"],
    plugins: [withoutHtml],
    banner: { js: "/* Tandem, bundled. Its source is in the repository. */" },
  });
  const copies = ["manifest.json", "styles.css", "README.md"];
  await Promise.all([
    ...copies.map((name) => cp(join(source, name), join(written, name))),
    cp(join(root, "LICENSE"), join(written, "LICENSE")),
  ]);
  // Each file is renamed into place, because a test may be loading it. Other files in the folder stay, because in a vault
  // they include the user's settings.
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(written)) await rename(join(written, name), join(folder, name));
  await rm(written, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildObsidian();
