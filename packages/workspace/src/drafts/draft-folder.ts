/**
 * The folder of the drafts, for its user's eyes only. Names are made here and tell whose a draft is, never what is in it:
 * nothing of a workspace can lead a write elsewhere.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { tilde } from "@tandem/base/node";
import { ownerName } from "./owner.js";

/** The end of every name, also while it is written: packages/server withholds such files from clients. */
const ending = ".draft";
const named = /^([a-z0-9-]+)\.[0-9a-f]{16}\.draft$/;
/** A draft that no running process answers for. */
const leftBehind = "left";
const writing = "new-";
const isWindows = process.platform === "win32";

export interface DraftFile {
  readonly name: string;
  /** The process that keeps it up to date, or did; undefined where nobody does any more. */
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
    return `${ownerName()}.${randomBytes(8).toString("hex")}${ending}`;
  }

  /** Makes it, or makes sure that it is a folder of this user which nobody else can look into. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const found = await lstat(this.path);
    const isOurs = process.getuid === undefined || found.uid === process.getuid();
    if (!found.isDirectory() || !isOurs) throw new Error(`${tilde(this.path)} is not a folder of yours`);
    if (!isWindows && (found.mode & 0o077) !== 0) await chmod(this.path, 0o700);
  }

  /** What is there, newest first. Whatever else lies there is left out. */
  async list(): Promise<DraftFile[]> {
    const names = await readdir(this.path).catch(() => []);
    const files = await Promise.all(names.map((name) => this.#factsOf(name)));
    return files.filter((file) => file !== undefined).sort((a, b) => b.changedAt - a.changedAt);
  }

  /** The whole of it or nothing: half a text would be taken for all of it one day. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const temporary = join(this.path, `${writing}${name}`);
    try {
      await rm(temporary, { force: true });
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await rename(temporary, join(this.path, name));
        // For a power cut. A busy disk takes its time for that, and a process that is killed meanwhile has its draft already.
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Undefined when it is gone, is no regular file, or is larger than this. */
  async read(name: string, maxBytes: number): Promise<Buffer | undefined> {
    if (!named.test(name)) return undefined;
    // A pipe would be waited for without end, and a link leads elsewhere.
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
    if (named.test(name) || name.startsWith(writing)) await rm(join(this.path, name), { force: true });
  }

  /** Nobody keeps it up to date any more: from now on it is offered. Answers its new name. */
  async leave(name: string): Promise<string> {
    const left = `${leftBehind}${name.slice(name.indexOf("."))}`;
    await rename(join(this.path, name), join(this.path, left));
    return left;
  }

  async #factsOf(name: string): Promise<DraftFile | undefined> {
    const whole = name.startsWith(writing) ? name.slice(writing.length) : name;
    const owner = named.exec(whole)?.[1];
    const found = await lstat(join(this.path, name)).catch(() => undefined);
    if (owner === undefined || !found?.isFile()) return undefined;
    return {
      name,
      owner: owner === leftBehind ? undefined : owner,
      bytes: found.size,
      changedAt: found.mtimeMs,
    };
  }

  /** Written half by a process that was killed. */
  static isHalf({ name }: DraftFile): boolean {
    return name.startsWith(writing);
  }
}
