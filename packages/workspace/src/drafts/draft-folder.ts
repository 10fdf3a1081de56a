/**
 * The folder that drafts are stored in, readable only by its user. File names are generated here and contain the owning
 * process, nothing from the draft, so no workspace can redirect a write.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { tilde } from "@tandem-ide/base/node";
import { ownerName } from "./owner.js";

/** Every name ends with this, even during a write, because packages/server hides such files from clients. */
const extension = ".draft";
const namePattern = /^([a-z0-9-]+)\.[0-9a-f]{16}\.draft$/;
/** Takes the place of the owner in the name of a draft that no running process owns. */
const noOwner = "left";
const partialPrefix = "new-";
const isWindows = process.platform === "win32";

export interface DraftFile {
  readonly name: string;
  /** The process that updates it, or did. Undefined once that process has released it. */
  readonly owner: string | undefined;
  readonly bytes: number;
  readonly changedAt: number;
}

export class DraftFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  newName(): string {
    return `${ownerName()}.${randomBytes(8).toString("hex")}${extension}`;
  }

  /** Creates the folder, or checks that it belongs to this user and that nobody else can read it. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const found = await lstat(this.path);
    const isOurs = process.getuid === undefined || found.uid === process.getuid();
    if (!found.isDirectory() || !isOurs) throw new Error(`${tilde(this.path)} isn't a folder that you own`);
    if (!isWindows && (found.mode & 0o077) !== 0) await chmod(this.path, 0o700);
  }

  /** Lists the drafts, newest first. Ignores other files. */
  async list(): Promise<DraftFile[]> {
    const names = await readdir(this.path).catch(() => []);
    const files = await Promise.all(names.map((name) => this.#factsOf(name)));
    return files.filter((file) => file !== undefined).sort((a, b) => b.changedAt - a.changedAt);
  }

  /** Writes the whole draft or nothing: half the text could later be mistaken for all of it. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const temporary = join(this.path, `${partialPrefix}${name}`);
    try {
      await rm(temporary, { force: true });
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await rename(temporary, join(this.path, name));
        // Guards against a power cut. Done after the rename, because syncing is slow and the process may be killed
        // during it.
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Returns undefined when the draft is gone, isn't a regular file, or is larger than `maxBytes`. */
  async read(name: string, maxBytes: number): Promise<Buffer | undefined> {
    if (!namePattern.test(name)) return undefined;
    // Opening a pipe would block, and a symbolic link could point anywhere.
    const flags = isWindows ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(join(this.path, name), flags).catch(() => undefined);
    if (!file) return undefined;
    try {
      const found = await file.stat();
      return found.isFile() && found.size <= maxBytes ? await file.readFile() : undefined;
    } finally {
      await file.close();
    }
  }

  async remove(name: string): Promise<void> {
    if (namePattern.test(name) || name.startsWith(partialPrefix)) await rm(join(this.path, name), { force: true });
  }

  /** Removes the owner from the draft's name, so that the user is offered the draft. Returns the new name. */
  async release(name: string): Promise<string> {
    const released = `${noOwner}${name.slice(name.indexOf("."))}`;
    await rename(join(this.path, name), join(this.path, released));
    return released;
  }

  async #factsOf(name: string): Promise<DraftFile | undefined> {
    const [, owner] = namePattern.exec(name.startsWith(partialPrefix) ? name.slice(partialPrefix.length) : name) ?? [];
    const found = await lstat(join(this.path, name)).catch(() => undefined);
    if (owner === undefined || !found?.isFile()) return undefined;
    return { name, owner: owner === noOwner ? undefined : owner, bytes: found.size, changedAt: found.mtimeMs };
  }

  /** True for a file whose process was killed during the write. */
  static isPartial({ name }: DraftFile): boolean {
    return name.startsWith(partialPrefix);
  }
}
