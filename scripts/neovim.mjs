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

/**
 * Puts Neovim into the cache, completely or not at all.
 *
 * @param {string} [version]
 */
export async function installNeovim(version = wanted()) {
  const target = folderOf(version);
  const isInstalled = () => existsSync(join(target, "nvim"));
  if (isInstalled()) return;
  const mirror = findMirror();
  if (!mirror) throw new Error("There is no Debian mirror in this machine's package sources");
  await installIntoCache(target, isInstalled, async (temporary) => {
    const apt = join(temporary, "apt");
    for (const folder of ["lists/partial", "cache/archives/partial", "sources"])
      await mkdir(join(apt, folder), { recursive: true });
    await writeFile(join(apt, "status"), "");
    await writeFile(
      join(apt, "sources/suite.sources"),
      `Types: deb\nURIs: ${mirror}\nSuites: ${suiteOf(version)}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`,
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
    const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
    await run("apt-get", [...options, "-qq", "update"]);
    await run("apt-get", [...options, "-qq", "-y", "--download-only", "install", "neovim"]);
    const archives = join(apt, "cache/archives");
    for (const name of readdirSync(archives).filter((each) => each.endsWith(".deb")))
      await run("dpkg", ["-x", join(archives, name), temporary]);
    await rm(apt, { recursive: true });
    await writeFile(join(temporary, "nvim"), wrapper(target), { mode: 0o755 });
  });
}
