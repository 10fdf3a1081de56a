/**
 * Neovim itself, for tests: the one of the Debian release that has it, in a folder of the cache. Debian 12's own is too old,
 * and nothing of the system is touched: apt's lists, its cache and the packages have a place of their own. It runs through
 * the loader and the libraries of its own release.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.mjs";
import { run } from "./command.mjs";

/** Debian's releases that tests run: the first by default, the others on demand (TANDEM_NEOVIM). */
const suites = { "0.10": "trixie", 0.12: "forky" };

const wanted = () => process.env.TANDEM_NEOVIM || "0.10";

function suiteOf(version) {
  const suite = suites[version];
  if (!suite) throw new Error(`TANDEM_NEOVIM may be ${Object.keys(suites).join(" or ")}, not ${version}`);
  return suite;
}

const folderOf = (version) => join(cacheFolder(), `neovim-${suiteOf(version)}`);

/** The machine's own mirror and keys, in either form of apt's sources. */
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

/** A Neovim of the system's own that is new enough. */
function ofTheSystem() {
  try {
    const first = execFileSync("nvim", ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
    const [, major = 0, minor = 0] = /v(\d+)\.(\d+)/.exec(first) ?? [];
    return Number(major) > 0 || Number(minor) >= 10 ? "nvim" : undefined;
  } catch {
    return undefined;
  }
}

/** The command that starts Neovim, once it is installed; undefined where there is none. */
export function neovimCommand() {
  const wrapper = join(folderOf(wanted()), "nvim");
  return existsSync(wrapper) ? wrapper : ofTheSystem();
}

function wrapper(folder) {
  return `#!/bin/sh
# Neovim with the loader and the libraries of its own release.
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

/** Puts Neovim into the cache, whole or not at all. */
export async function installNeovim() {
  const version = wanted();
  const target = folderOf(version);
  if (existsSync(join(target, "nvim"))) return;
  const mirror = findMirror();
  if (!mirror) throw new Error("this machine has no Debian mirror among its package sources");
  await mkdir(cacheFolder(), { recursive: true });
  const temporary = await mkdtemp(join(cacheFolder(), "installing-"));
  const apt = join(temporary, "apt");
  try {
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
      // The folder is the caller's own, where the user that apt would take for downloads may not write.
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
    await writeFile(join(temporary, "nvim"), wrapper(target));
    await chmod(join(temporary, "nvim"), 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
