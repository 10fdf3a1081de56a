/**
 * Version managers put programs on PATH that start another one: which one, files of the working directory say. asdf and
 * rustup take even a path from there, so such a program runs what the folder wants.
 */
import { open, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { toRealPath } from "./workspace-files.js";

/** Programs that are called by many names. */
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

/** Where they keep them: `~/.asdf/shims`, `~/.pyenv/shims`, `~/.local/share/mise/shims`. */
const folderOfShims = "shims";

/** A script that hands on: `exec "/home/me/.pyenv/libexec/pyenv" exec …`, `exec mise x -- …`. */
const handsOn =
  /\b(asdf|direnv|goenv|jenv|mise|nodenv|phpenv|plenv|proto|pyenv|rbenv|rtx|swiftenv|tfenv|volta|devbox|nix-shell)(\.exe)?["']?\s+(exec|x|run|env|--run)\b/;

const headBytes = 4096;

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** rustup makes hard links where it may not make symbolic ones. */
async function isHardLinkTo(path: string, manager: string): Promise<boolean> {
  try {
    const [own, other] = await Promise.all([stat(path), stat(join(dirname(path), manager))]);
    return own.ino === other.ino && own.dev === other.dev && own.ino !== 0;
  } catch {
    return false;
  }
}

/**
 * True for a program of a version manager.
 *
 * @example
 * await isShim("/home/me/.cargo/bin/rust-analyzer"); // true where rustup put it there
 */
export async function isShim(path: string): Promise<boolean> {
  const real = await toRealPath(path);
  if ([path, real].some((each) => dirname(each).split(sep).includes(folderOfShims))) return true;
  const plainName = basename(real).replace(/\.(exe|cmd|bat)$/i, "");
  if (managers.includes(plainName)) return true;
  const homes = [path, join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))];
  for (const home of homes)
    for (const manager of managers) if (manager !== plainName && (await isHardLinkTo(home, manager))) return true;
  const head = await headOf(real).catch(() => "");
  return head.startsWith("#!") && handsOn.test(head);
}
