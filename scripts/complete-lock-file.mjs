/**
 * Completes package-lock.json after `npm install`. Tools with native code have an optional package for each platform.
 * If npm doesn't need one of these here and can't fetch it (a mirror may not have it), it omits it from the lock file,
 * and then `npm ci` rejects the lock file everywhere. This writes the missing entries, using the platform in their
 * names. `--check` only fails when an entry is missing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.mjs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const libraries = new Map([
  ["gnu", "glibc"],
  ["gnueabihf", "glibc"],
  ["musl", "musl"],
  ["musleabihf", "musl"],
]);

/** Returns `{ os: ["linux"], cpu: ["arm"], libc: ["musl"] }` for `@rolldown/binding-linux-arm-musleabihf`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const cpu = words.find((word) => processors.includes(word));
  const os = words.find((word) => systems.includes(word));
  const libc = libraries.get(words.find((word) => libraries.has(word)));
  if (cpu === undefined && os === undefined) throw new Error(`The name ${name} contains no platform`);
  return { cpu: cpu && [cpu], os: os && [os], libc: libc && [libc] };
}

const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = new Map();
for (const [folder, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isThere = [`${folder}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages);
    if (isThere) continue;
    // Only npm can resolve a version range.
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) throw new Error(`${name}@${version} isn't an exact version`);
    const { cpu, libc, os } = platformOf(name);
    // In npm's order, so that npm doesn't rewrite the file. JSON omits undefined members.
    missing.set(`node_modules/${name}`, { version, cpu, dev: entry.dev, libc, optional: true, os });
  }

if (process.argv.includes("--check")) {
  for (const folder of missing.keys()) console.error(`package-lock.json has no entry for ${folder}`);
  if (missing.size > 0) console.error("Add the missing entries with: npm run complete-lock-file");
  process.exitCode = missing.size > 0 ? 1 : 0;
} else if (missing.size > 0) {
  const packages = [...Object.entries(lock.packages), ...missing].sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
  console.log(`${missing.size} entries added`);
}
