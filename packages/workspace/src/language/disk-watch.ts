/**
 * Reports changed files below a folder. Linux has no recursive watch, and Node's emulation watches every single file,
 * including `node_modules`, so each folder is watched separately there. macOS and Windows have a native one. (The workbench
 * has `SharedWatches` for the folders it shows, and the endpoint has `FolderWatches` to invalidate its lists.)
 */
import { type FSWatcher, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { type LogSink, messageOf, systemErrorCode } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import { eventsDelivered } from "./waiting.js";

/** A change to a file or folder. */
export interface DiskChange {
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** Folders with dependencies, caches and build output, which nobody edits. */
export const ignoredFolders: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "dist",
  "target",
  ".venv",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".cache",
  ".next",
]);

/** Only direct entries of this folder are reported: installing a package can fix an import. */
const packages = "node_modules";

/** At most this many files of a new package are reported. */
const maxPackageFiles = 1000;

/** Changes are batched for this time, in ms, because a build or a checkout writes many files at once. */
const batchMs = 50;

const hasRecursiveWatch = process.platform === "darwin" || process.platform === "win32";

function isIgnoredIn(folder: string, path: string): boolean {
  const parts = relative(folder, path).split(sep);
  const at = parts.findIndex((part) => ignoredFolders.has(part));
  return at >= 0 && !(parts[at] === packages && parts.length <= at + 2);
}

export interface DiskWatchOptions {
  readonly folder: string;
  readonly maxFolders: number;
  readonly log: LogSink;
  readonly onChanges: (changes: readonly DiskChange[]) => void;
}

export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Events that haven't been reported yet. True if the file was created or deleted. */
  readonly #raw = new Map<string, boolean>();
  #reporting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isFull = false;
  /** Resolves when all initial folders are watched. */
  readonly ready: Promise<void>;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    if (hasRecursiveWatch) this.#watch(options.folder, true);
    this.ready = hasRecursiveWatch ? Promise.resolve() : this.#walk(options.folder);
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** Resolves when all changes from before this call have been reported. */
  async settle(): Promise<void> {
    await eventsDelivered();
    await this.#report();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#raw.clear();
  }

  /** Watches a folder and its subfolders. Calls `found` with their files. */
  async #walk(folder: string, found?: (path: string) => void): Promise<void> {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    // Starts watching before reading, so that no new file is missed in between.
    if (!this.#watch(folder, false)) return;
    let entries: { readonly name: string; isDirectory(): boolean }[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch {
      return this.#unwatch(folder); // Deleted already, or not readable.
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) found?.(path);
      else if (entry.name === packages) this.#watch(path, false);
      else if (!ignoredFolders.has(entry.name)) await this.#walk(path, found);
    }
  }

  #watch(folder: string, recursive: boolean): boolean {
    const { maxFolders, log } = this.#options;
    if (this.#isFull) return false;
    if (this.#watchers.size >= maxFolders) {
      this.#isFull = true;
      log({ level: "warn", message: `Watching only the first ${maxFolders} folders of ${this.#options.folder}` });
      return false;
    }
    try {
      // The watch isn't persistent, because it must not keep the process alive.
      const watcher = watch(folder, { recursive, persistent: false }, (type, name) => {
        if (name !== null) this.#add(join(folder, name), type === "rename");
      });
      watcher.on("error", () => this.#unwatch(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (systemErrorCode(error) === "ENOSPC") {
        this.#isFull = true;
        const message = `The system's limit on file watches was reached (fs.inotify.max_user_watches). Some changes in ${this.#options.folder} are only noticed when a client asks about the file`;
        log({ level: "warn", message });
      } else log({ level: "debug", message: `Can't watch ${folder}: ${messageOf(error)}` });
      return false;
    }
  }

  #unwatch(folder: string): void {
    for (const [path, watcher] of this.#watchers)
      if (isInside(folder, path)) {
        watcher.close();
        this.#watchers.delete(path);
      }
  }

  #add(path: string, isRename: boolean): void {
    if (this.#isClosed || isIgnoredIn(this.#options.folder, path)) return;
    this.#raw.set(path, isRename || (this.#raw.get(path) ?? false));
    this.#timer ??= setTimeout(() => void this.#report(), batchMs);
  }

  /** Reports one batch at a time, so that the latest state of a file is reported last. */
  #report(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reporting = this.#reporting.then(async () => {
      if (this.#raw.size === 0) return;
      const raw = [...this.#raw];
      this.#raw.clear();
      const changes = (await Promise.all(raw.map(([path, isRename]) => this.#changesOf(path, isRename)))).flat();
      if (!this.#isClosed && changes.length > 0) this.#options.onChanges(changes);
    });
    return this.#reporting;
  }

  async #changesOf(path: string, isRename: boolean): Promise<DiskChange[]> {
    const stats = await lstat(path).catch(() => undefined);
    if (!stats) {
      this.#unwatch(path);
      return [{ path, kind: "deleted" }];
    }
    const isPackage = basename(dirname(path)) === packages;
    if (isPackage && isRename && stats.isDirectory()) return this.#packageChanges(path);
    if (!stats.isDirectory() || isPackage) return [{ path, kind: isRename ? "created" : "changed" }];
    if (basename(path) === packages) {
      this.#unwatch(path);
      this.#watch(path, false);
      return [{ path, kind: "created" }];
    }
    // Files may have been created in a new folder before it was watched.
    const changes: DiskChange[] = [];
    if (isRename && !hasRecursiveWatch) {
      this.#unwatch(path);
      await this.#walk(path, (file) => changes.push({ path: file, kind: "created" }));
    }
    return changes;
  }

  /** A package may have been replaced by another version, so its importable files are reported as changed. */
  async #packageChanges(path: string): Promise<DiskChange[]> {
    const files = await readdir(path, { recursive: true }).catch(() => []);
    const imported = files.filter((name) => /(\.d\.[cm]?ts|package\.json)$/.test(name)).slice(0, maxPackageFiles);
    const changed = imported.map((name): DiskChange => ({ path: join(path, name), kind: "changed" }));
    return [{ path, kind: "created" }, ...changed];
  }
}
