/** Paths in the vault and on the disk. Pure but for the disk's own notion of where the vault is. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isInside } from "@tandem/base/node";

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Obsidian's paths are relative to the vault with `/` between parts; the endpoint's are absolute. */
export class VaultPaths {
  /** The vault's folder as Obsidian names it. */
  readonly folder: string;
  readonly #real: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#real = realOrSame(folder);
  }

  absolute(vaultPath: string): string {
    // A file that is none of the vault's has no other.
    if (isAbsolute(vaultPath) && vaultPath !== "/") return vaultPath;
    // The real one: it is what a terminal in the vault says, and what the lock names (LCK-08).
    return join(this.#real, vaultPath);
  }

  /** The path in the vault, `/` for the vault itself, undefined for what is outside. */
  inVault(path: string): string | undefined {
    for (const folder of [this.folder, this.#real])
      if (isInside(folder, path)) return relative(folder, path).split(sep).join("/") || "/";
    return undefined;
  }
}
