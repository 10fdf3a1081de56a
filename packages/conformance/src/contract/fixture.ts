/** The temporary directories that an editor is launched with. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LenientLockFile, lockDirectoryName, parseLockFile, portOfLockFile } from "@tandem-ide/protocol";
import type { LaunchOptions } from "./options.js";

/** A lock and the port in its file name. */
export interface FoundLock {
  readonly port: number;
  readonly lock: LenientLockFile;
}

/** A temporary directory with a workspace, a config directory and a home directory. */
export class Fixture implements LaunchOptions {
  readonly root: string;
  /** The only folder that is open at the start. */
  readonly folder: string;
  readonly configDir: string;
  readonly home: string;

  private constructor(root: string) {
    this.root = root;
    this.folder = join(root, "workspace");
    this.configDir = join(root, "config");
    this.home = join(root, "home");
  }

  static async make(): Promise<Fixture> {
    // The real path, because the temporary directory is a link on some systems.
    const fixture = new Fixture(await mkdtemp(join(await realpath(tmpdir()), "tandem-contract-")));
    for (const directory of [fixture.folder, fixture.configDir, fixture.home]) await mkdir(directory);
    return fixture;
  }

  get folders(): readonly string[] {
    return [this.folder];
  }

  /** Returns the current locks. */
  async locks(): Promise<FoundLock[]> {
    const directory = join(this.configDir, lockDirectoryName);
    const names = await readdir(directory).catch(() => []);
    const found: FoundLock[] = [];
    for (const name of names) {
      const port = portOfLockFile(name);
      if (port === undefined) continue;
      // It may be removed after it was listed.
      const content = await readFile(join(directory, name), "utf8").catch(() => undefined);
      if (content !== undefined) found.push({ port, lock: parseLockFile(content) ?? {} });
    }
    return found;
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
