/**
 * `npm run package:obsidian [folder]`: writes the plugin into editors/obsidian/plugin/tandem, or into the given folder, and checks
 * what Obsidian's list of community plugins would refuse. The folder is what a user copies into `.obsidian/plugins/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildObsidian, pluginFolder } from "./build-obsidian.mjs";
import { root } from "./command.mjs";

/** Larger than this, compressed, it holds something that it should not. */
const maxBytes = 300 * 1024;

/** What reviewers look for in a bundle: each has a better way in Obsidian's interface. */
const unwanted = [/\.(innerHTML|outerHTML)\s*=[^=]/, /\binsertAdjacentHTML\b/, /\beval\(/, /sourceMappingURL/];

const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** What is wrong with the manifest and what must agree with it, a sentence each. */
function checkManifest(folder) {
  const manifest = read(join(folder, "manifest.json"));
  const versions = read(join(root, "editors/obsidian/versions.json"));
  const { version } = read(join(root, "editors/obsidian/package.json"));
  const problems = [];
  const need = (isRight, words) => {
    if (!isRight) problems.push(words);
  };
  for (const key of ["id", "name", "version", "minAppVersion", "description", "author"])
    need(typeof manifest[key] === "string" && manifest[key] !== "", `manifest.json needs "${key}"`);
  need(
    /^[a-z-]+$/.test(manifest.id) && !/obsidian|plugin$/.test(manifest.id),
    "the id must be small letters, and not Obsidian's",
  );
  need(!/obsidian|plugin$/i.test(manifest.name), "the name must not have Obsidian's name in it");
  need(!/obsidian|this plugin/i.test(manifest.description), "the description must not name Obsidian");
  need(
    /[.?!)]$/.test(manifest.description) && manifest.description.length <= 250,
    "the description must be a sentence of 250 characters",
  );
  need(manifest.isDesktopOnly === true, "it needs Node, so it must be for the desktop only");
  need(manifest.version === version, "the versions in manifest.json and package.json differ");
  need(versions[version] === manifest.minAppVersion, "versions.json must name the version with its minAppVersion");
  return problems;
}

/**
 * Builds and checks.
 *
 * @param {string} folder
 * @returns {Promise<{ folder: string, bytes: number, compressed: number }>}
 */
export async function packageObsidian(folder = pluginFolder) {
  const { id } = read(join(root, "editors/obsidian/manifest.json"));
  // Before anything is written: a folder with another name is somebody's own.
  if (basename(folder) !== id) throw new Error(`The folder must be called ${id}, as the plugin: ${folder}`);
  await buildObsidian(folder);
  const code = readFileSync(join(folder, "main.js"), "utf8");
  const compressed = gzipSync(code, { level: 9 }).length;
  const problems = checkManifest(folder);
  for (const pattern of unwanted) if (pattern.test(code)) problems.push(`main.js has ${pattern}`);
  if (compressed > maxBytes) problems.push(`main.js has ${compressed} bytes compressed, more than ${maxBytes}`);
  const users = ["data.json", ".hotreload"];
  const names = readdirSync(folder).filter((name) => !users.includes(name));
  const files = names.sort().join(" ");
  if (files !== "LICENSE README.md main.js manifest.json styles.css") problems.push(`it holds other files: ${files}`);
  if (problems.length > 0) throw new Error(`The plugin is not fit for the list:\n${problems.join("\n")}`);
  return { folder, bytes: Buffer.byteLength(code), compressed };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    const [given] = process.argv.slice(2);
    const { folder, compressed } = await packageObsidian(given === undefined ? undefined : resolve(given));
    console.log(
      `${folder}: main.js has ${Math.round(compressed / 1024)} KB compressed. Copy it into .obsidian/plugins.`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
