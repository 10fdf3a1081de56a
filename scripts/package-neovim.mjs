/**
 * `npm run package:neovim`: makes the folder editors/neovim a complete plugin, whatever is missing for that. With a folder
 * (`npm run package:neovim -- ~/.local/share/nvim/site/pack/tandem/start/tandem`) it also puts the plugin there, and what
 * is there then needs nothing of this repository.
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
/** What Neovim reads; the TypeScript stays here. */
const parts = ["lua", "plugin", "doc", "sidecar", "README.md"];

/** `:help tandem` needs an index. Plugin managers make one, but only for a plugin that is a whole repository. */
async function writeHelpTags(folder) {
  const command = neovimCommand();
  if (!command) return false;
  await promisify(execFile)(command, ["--headless", "-u", "NONE", "-i", "NONE", "+helptags doc", "+qall"], {
    cwd: folder,
    timeout: 20_000,
  });
  return true;
}

/** Only a folder that is empty, or that holds this plugin already, is written to. */
async function checkTarget(folder) {
  const isFree = !existsSync(folder) || (await readdir(folder)).length === 0;
  if (isFree || existsSync(join(folder, "lua/tandem/sidecar.lua"))) return;
  const advice = "Name a folder of the plugin's own, which need not exist yet.";
  throw new CommandError(`${folder} has other things in it. ${advice}`, "");
}

/** Copies the plugin: first beside its place, then in one step into it, because a Neovim may be starting just now. */
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
// npm runs scripts in the package's folder; the user means the one that npm was called in.
const target = given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given);
try {
  if (target !== undefined) await checkTarget(target);
  await installPackages(display);
  await display.step("Bundle the sidecar", buildSidecar);
  const hasTags = await display.step("Write the help tags", () => writeHelpTags(plugin));
  if (!hasTags) display.line("There is no nvim on the PATH: run :helptags ALL in Neovim once, for :help tandem.");
  if (target !== undefined) await display.step(`Copy the plugin to ${target}`, () => copyPlugin(target));
  display.line(`The plugin is ${target ?? plugin}`);
} catch (error) {
  explain(display, error);
  process.exit(1);
}
