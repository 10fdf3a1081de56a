/**
 * `npm run package:obsidian [folder]`: builds the plugin in editors/obsidian/plugin/tandem-ide or in the given folder, and
 * checks the rules of Obsidian's plugin list. Users copy the folder to `.obsidian/plugins/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildObsidian, pluginFolder } from "./build-obsidian.mjs";
import { root } from "./command.mjs";

/** A larger bundle, compressed, contains something that doesn't belong there. */
const maxBytes = 300 * 1024;

/** Code that Obsidian's reviewers reject, because its API has better alternatives. */
const unwanted = [/\.(innerHTML|outerHTML)\s*=[^=]/, /\binsertAdjacentHTML\b/, /\beval\(/, /sourceMappingURL/];

const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Returns the problems of the manifest and related files. */
function checkManifest(folder) {
  const manifest = read(join(folder, "manifest.json"));
  const versions = read(join(root, "editors/obsidian/versions.json"));
  const { version } = read(join(root, "editors/obsidian/package.json"));
  const problems = [];
  const need = (isMet, problem) => {
    if (!isMet) problems.push(problem);
  };
  for (const key of ["id", "name", "version", "minAppVersion", "description", "author"])
    need(typeof manifest[key] === "string" && manifest[key] !== "", `manifest.json needs "${key}"`);
  need(
    /^[a-z-]+$/.test(manifest.id) && !/obsidian|plugin$/.test(manifest.id),
    'the id must be lowercase and not contain "obsidian"',
  );
  need(!/obsidian|plugin$/i.test(manifest.name), 'the name must not contain "Obsidian"');
  need(!/obsidian|this plugin/i.test(manifest.description), "the description must not mention Obsidian");
  need(
    /[.?!)]$/.test(manifest.description) && manifest.description.length <= 250,
    "the description must be a sentence of at most 250 characters",
  );
  need(manifest.isDesktopOnly === true, "isDesktopOnly must be true because the plugin needs Node");
  need(manifest.version === version, "the versions in manifest.json and package.json differ");
  need(versions[version] === manifest.minAppVersion, "versions.json must contain the version with its minAppVersion");
  return problems;
}

/**
 * Builds and checks the plugin.
 *
 * @param {string} folder
 * @returns {Promise<{ folder: string, bytes: number, compressed: number }>}
 */
export async function packageObsidian(folder = pluginFolder) {
  const { id } = read(join(root, "editors/obsidian/manifest.json"));
  // This is checked before writing, because a folder with another name may contain other files.
  if (basename(folder) !== id) throw new Error(`The folder must be named ${id} like the plugin: ${folder}`);
  await buildObsidian(folder);
  const code = readFileSync(join(folder, "main.js"), "utf8");
  const compressed = gzipSync(code, { level: 9 }).length;
  const problems = checkManifest(folder);
  for (const pattern of unwanted) if (pattern.test(code)) problems.push(`main.js contains ${pattern}`);
  if (compressed > maxBytes) problems.push(`main.js has ${compressed} bytes compressed, more than ${maxBytes}`);
  const userFiles = ["data.json", ".hotreload"];
  const names = readdirSync(folder).filter((name) => !userFiles.includes(name));
  const files = names.sort().join(" ");
  if (files !== "LICENSE README.md main.js manifest.json styles.css") problems.push(`unexpected files: ${files}`);
  if (problems.length > 0) throw new Error(`The plugin breaks the rules of Obsidian's list:\n${problems.join("\n")}`);
  return { folder, bytes: Buffer.byteLength(code), compressed };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    const [given] = process.argv.slice(2);
    const { folder, compressed } = await packageObsidian(given === undefined ? undefined : resolve(given));
    console.log(
      `${folder}: main.js has ${Math.round(compressed / 1024)} KB compressed. Copy the folder to .obsidian/plugins.`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
