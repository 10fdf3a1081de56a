/** The directories that an editor is launched on. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LenientLockFile, lockDirectoryName, parseLockFile, portOfLockFile } from "@tandem/protocol";
import type { LaunchOptions } from "./options.js";

/** A lock and the port that its name tells. */
export interface FoundLock {
  readonly port: number;
  readonly lock: LenientLockFile;
}

/** A temporary directory that holds a workspace, a config directory and a home. */
export class Site implements LaunchOptions {
  readonly root: string;
  /** The one folder that is open at the start. */
  readonly folder: string;
  readonly configDir: string;
  readonly home: string;

  private constructor(root: string) {
    this.root = root;
    this.folder = join(root, "workspace");
    this.configDir = join(root, "config");
    this.home = join(root, "home");
  }

  static async make(): Promise<Site> {
    // The real path: some systems keep their temporary files behind a link.
    const site = new Site(await mkdtemp(join(await realpath(tmpdir()), "tandem-contract-")));
    for (const directory of [site.folder, site.configDir, site.home]) await mkdir(directory);
    return site;
  }

  get folders(): readonly string[] {
    return [this.folder];
  }

  /** The locks that are there now. */
  async locks(): Promise<FoundLock[]> {
    const directory = join(this.configDir, lockDirectoryName);
    const names = await readdir(directory).catch(() => []);
    const found: FoundLock[] = [];
    for (const name of names) {
      const port = portOfLockFile(name);
      if (port === undefined) continue;
      // It may go between the listing and the reading: then it is not there now.
      const content = await readFile(join(directory, name), "utf8").catch(() => undefined);
      if (content !== undefined) found.push({ port, lock: parseLockFile(content) ?? {} });
    }
    return found;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
