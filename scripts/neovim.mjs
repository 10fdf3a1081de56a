/**
 * Neovim for tests, from the Debian release that has a recent one, in the cache. Debian 12's is too old. The system stays
 * unchanged: apt's lists, cache and packages are in the cache folder too. Neovim runs with the loader and libraries of its
 * own release.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { run } from "./command.mjs";

/** The Debian releases by Neovim version. The first is the default, TANDEM_NEOVIM selects another. */
const suites = { "0.10": "trixie", 0.12: "forky" };

const wanted = () => process.env.TANDEM_NEOVIM || "0.10";

function suiteOf(version) {
  const suite = suites[version];
  if (!suite) throw new Error(`TANDEM_NEOVIM must be ${Object.keys(suites).join(" or ")}, not ${version}`);
  return suite;
}

const folderOf = (version) => join(cacheFolder(), `neovim-${suiteOf(version)}`);

/** Returns this machine's Debian mirror, from either format of apt's sources. */
function findMirror() {
  const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const parts = "/etc/apt/sources.list.d";
  const files = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [];
  const deb822 = files.filter((file) => file.endsWith(".sources")).map(read);
  const lines = [...files.filter((file) => file.endsWith(".list")).map(read), read("/etc/apt/sources.list")];
  const found =
    deb822.map((text) => /^URIs:\s*(\S*debian\/?)\s*$/m.exec(text)).find(Boolean) ??
    lines.map((text) => /^deb\s+(?:\[[^\]]*\]\s+)?(\S*debian\/?)\s/m.exec(text)).find(Boolean);
  return found?.[1];
}

/** Returns the system's Neovim if it is recent enough. */
function systemNeovim(version) {
  try {
    const first = execFileSync("nvim", ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
    const [, major = 0, minor = 0] = /v(\d+)\.(\d+)/.exec(first) ?? [];
    return Number(major) > 0 || Number(minor) >= Number(version.split(".")[1]) ? "nvim" : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the command that starts Neovim, or undefined when it isn't installed.
 *
 * @param {string} [version] the oldest that will do
 */
export function neovimCommand(version = wanted()) {
  const wrapper = join(folderOf(version), "nvim");
  return existsSync(wrapper) ? wrapper : systemNeovim(version);
}

function wrapper(folder) {
  return `#!/bin/sh
# Starts Neovim with the loader and the libraries of its own release.
root='${folder.replaceAll("'", "'\\''")}'
export VIMRUNTIME="$root/usr/share/nvim/runtime"
for loader in "$root"/usr/lib64/ld-linux-*.so.* "$root"/lib64/ld-linux-*.so.* "$root"/usr/lib/ld-linux-*.so.* "$root"/lib/ld-linux-*.so.*; do
  [ -x "$loader" ] && break
done
libraries=
for each in "$root"/usr/lib/*-linux-gnu* "$root"/lib/*-linux-gnu*; do
  [ -d "$each" ] && libraries="$libraries:$each"
done
exec "$loader" --library-path "\${libraries#:}" --argv0 nvim "$root/usr/bin/nvim" "$@"
`;
}

/** Unpacks a package of a Debian release into a folder, unless `isAlone` with those that it depends on. */
async function unpackDebian(suite, name, temporary, isAlone = false) {
  const mirror = findMirror();
  if (!mirror) throw new Error("There is no Debian mirror in this machine's package sources");
  const apt = join(temporary, "apt");
  for (const folder of ["lists/partial", "cache/archives/partial", "sources"])
    await mkdir(join(apt, folder), { recursive: true });
  await writeFile(join(apt, "status"), "");
  await writeFile(
    join(apt, "sources/suite.sources"),
    `Types: deb\nURIs: ${mirror}\nSuites: ${suite}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`,
  );
  const settings = {
    "Dir::Etc::SourceList": "/dev/null",
    "Dir::Etc::SourceParts": join(apt, "sources"),
    "Dir::State::Lists": join(apt, "lists"),
    "Dir::State::status": join(apt, "status"),
    "Dir::Cache": join(apt, "cache"),
    "APT::Install-Recommends": "0",
    // The folder belongs to the current user, so apt's own download user can't write to it.
    "APT::Sandbox::User": process.env.USER || "root",
    "Debug::NoLocking": "1",
  };
  const options = Object.entries(settings).flatMap(([option, value]) => ["-o", `${option}=${value}`]);
  await run("apt-get", [...options, "-qq", "update"]);
  const archives = join(apt, "cache/archives");
  const download = isAlone ? ["download", name] : ["-y", "--download-only", "install", name];
  await run("apt-get", [...options, "-qq", ...download], { cwd: archives });
  for (const archive of readdirSync(archives).filter((each) => each.endsWith(".deb")))
    await run("dpkg", ["-x", join(archives, archive), temporary]);
  await rm(apt, { recursive: true });
}

/**
 * Puts Neovim into the cache, completely or not at all.
 *
 * @param {string} [version]
 */
export async function installNeovim(version = wanted()) {
  const target = folderOf(version);
  const isInstalled = () => existsSync(join(target, "nvim"));
  if (isInstalled()) return;
  await installIntoCache(target, isInstalled, async (temporary) => {
    await unpackDebian(suiteOf(version), "neovim", temporary);
    await writeFile(join(temporary, "nvim"), wrapper(target), { mode: 0o755 });
  });
}

const toggletermTarget = () => join(cacheFolder(), "neovim-toggleterm");

/** Returns the folder of the plugin toggleterm, or undefined when it isn't installed. */
export function toggletermFolder() {
  const folder = join(toggletermTarget(), "usr/share/neovim-toggleterm");
  return existsSync(join(folder, "lua")) ? folder : undefined;
}

/** Puts the plugin toggleterm into the cache. */
export async function installToggleterm() {
  const isInstalled = () => toggletermFolder() !== undefined;
  if (isInstalled()) return;
  await installIntoCache(toggletermTarget(), isInstalled, (temporary) =>
    unpackDebian("forky", "neovim-toggleterm", temporary, true),
  );
}
