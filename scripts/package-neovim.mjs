/**
 * `npm run package:neovim`: builds the parts that make editors/neovim a complete plugin. With a folder
 * (`npm run package:neovim -- ~/.local/share/nvim/site/pack/tandem/start/tandem`) it also copies the plugin there, independent
 * of this repository.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildSidecar } from "./build-sidecar.mjs";
import { CommandError, root } from "./command.mjs";
import { createDisplay } from "./display.mjs";
import { neovimCommand } from "./neovim.mjs";
import { checkNode, explain, installPackages } from "./setup.mjs";

const plugin = join(root, "editors/neovim");
/** The files of the plugin, without the TypeScript sources. */
const parts = ["lua", "plugin", "doc", "sidecar", "README.md"];

/** Writes the index for `:help tandem`. Plugin managers do this only for a plugin that is a whole repository. */
async function writeHelpTags(folder) {
  const command = neovimCommand();
  if (!command) return false;
  await promisify(execFile)(command, ["--headless", "-u", "NONE", "-i", "NONE", "+helptags doc", "+qall"], {
    cwd: folder,
    timeout: 20_000,
  });
  return true;
}

/** Checks that the folder is empty or already contains this plugin. */
async function checkTarget(folder) {
  const isFree = !existsSync(folder) || (await readdir(folder)).length === 0;
  if (isFree || existsSync(join(folder, "lua/tandem/sidecar.lua"))) return;
  throw new CommandError(`${folder} contains other files. Choose an empty or new folder.`, "");
}

/** Copies the plugin next to the folder and renames it into place, because a Neovim may be starting. */
async function copyPlugin(folder) {
  const fresh = join(dirname(folder), `.${basename(folder)}-new-${process.pid}`);
  const old = `${fresh}-old`;
  await mkdir(fresh, { recursive: true });
  try {
    for (const part of parts) await cp(join(plugin, part), join(fresh, part), { recursive: true });
    await cp(join(root, "LICENSE"), join(fresh, "LICENSE"));
    if (existsSync(folder)) await rename(folder, old);
    await rename(fresh, folder);
  } finally {
    for (const leftover of [fresh, old]) await rm(leftover, { recursive: true, force: true });
  }
}

checkNode();
const display = createDisplay(process.stderr);
const [given] = process.argv.slice(2);
// A relative path starts in the folder that npm was called in, not in the repository.
const target = given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given);
try {
  if (target !== undefined) await checkTarget(target);
  await installPackages(display);
  await display.step("Bundle the sidecar", buildSidecar);
  const hasTags = await display.step("Write the help tags", () => writeHelpTags(plugin));
  if (!hasTags) display.line("Can't find nvim on PATH. For :help tandem, run :helptags ALL in Neovim once.");
  if (target !== undefined) await display.step(`Copy the plugin to ${target}`, () => copyPlugin(target));
  display.line(`The plugin is in ${target ?? plugin}`);
} catch (error) {
  explain(display, error);
  process.exit(1);
}
