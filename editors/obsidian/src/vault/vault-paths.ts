/** Converts between vault paths and absolute paths. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isInside } from "@tandem-ide/base/node";

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Obsidian's paths are relative to the vault with `/` as the separator. The endpoint's are absolute. */
export class VaultPaths {
  /** The vault's folder as Obsidian reports it. */
  readonly folder: string;
  readonly #real: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#real = realOrSame(folder);
  }

  absolute(vaultPath: string): string {
    // A file outside the vault.
    if (isAbsolute(vaultPath) && vaultPath !== "/") return vaultPath;
    // The real path, as in a terminal in the vault and in the lock file (LCK-08).
    return join(this.#real, vaultPath);
  }

  /** Returns the path in the vault, `/` for the vault itself, or undefined outside it. */
  inVault(path: string): string | undefined {
    for (const folder of [this.folder, this.#real])
      if (isInside(folder, path)) return relative(folder, path).split(sep).join("/") || "/";
    return undefined;
  }
}
