/**
 * Detects shims: programs that a version manager puts on PATH. Files in the working directory choose the program that a
 * shim starts. asdf and rustup even accept a path, so a shim can run code of the folder.
 */
import { stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { readHead } from "./read-head.js";
import { inRealFolder, toRealPath } from "./workspace-files.js";

/** Programs that are installed under many names. */
const managers = [
  "aqua-proxy",
  "asdf",
  "direnv",
  "hermit",
  "jenv",
  "mise",
  "proto",
  "proto-shim",
  "rtx",
  "rustup",
  "rustup-init",
  "volta",
  "volta-shim",
];

/** Matches a script that starts a manager: `exec "/home/me/.pyenv/libexec/pyenv" exec …`, `exec mise x -- …`. */
const startsManager =
  /\b(asdf|direnv|goenv|jenv|mise|nodenv|phpenv|plenv|proto|pyenv|rbenv|rtx|swiftenv|tfenv|volta|devbox|nix-shell)(\.exe)?["']?\s+(exec|x|run|env|--run)\b/;

/** rustup creates hard links where it can't create symbolic ones. */
async function isHardLinkTo(path: string, manager: string): Promise<boolean> {
  try {
    const [own, other] = await Promise.all([stat(path), stat(join(dirname(path), manager))]);
    return own.ino === other.ino && own.dev === other.dev && own.ino !== 0;
  } catch {
    return false;
  }
}

/**
 * Returns whether a program is a version manager's shim.
 *
 * @example
 * await isShim("/home/me/.cargo/bin/rust-analyzer"); // true where rustup put it there
 */
export async function isShim(path: string): Promise<boolean> {
  const real = await toRealPath(path);
  // `~/.asdf/shims`, `~/.pyenv/shims`, `~/.local/share/mise/shims`
  if ([path, real].some((each) => dirname(each).split(sep).includes("shims"))) return true;
  const name = basename(real).replace(/\.(exe|cmd|bat)$/i, "");
  if (managers.includes(name)) return true;
  for (const each of [path, await inRealFolder(path)])
    for (const manager of managers) if (manager !== name && (await isHardLinkTo(each, manager))) return true;
  const head = await readHead(real, 4096, "latin1");
  return head.startsWith("#!") && startsManager.test(head);
}
