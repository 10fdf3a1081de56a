/**
 * Tells which files below a folder change. Linux has no recursive watch, and Node's imitation of one watches every single
 * file, `node_modules` too: there each folder is watched by itself. macOS and Windows have a real one. (The workbench watches the few folders that
 * it shows: `SharedWatches`. The endpoint's lists only need to know that they are old: `FolderWatches` of the server.)
 */
import { type FSWatcher, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { type LogSink, messageOf, systemErrorCode } from "@tandem/base";
import { isInside } from "@tandem/base/node";
import { eventsDelivered } from "./waiting.js";

/** What became of a file (or folder). */
export interface DiskChange {
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** Folders whose files nobody edits: what others have made, and what builds make. */
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

/** Of this one its own entries are told, not what is below them: a package that is installed mends an import. */
const packages = "node_modules";

/** As many files of a package are told as changed. */
const maxPackageFiles = 1000;

/** Changes are gathered for this long, in ms: a build or a checkout writes many files at once. */
const gatherMs = 50;

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
  /** What the system has told and nobody else knows yet: true when the name came or went. */
  readonly #raw = new Map<string, boolean>();
  #telling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isFull = false;
  /** Resolves when everything is watched that was there at the start. */
  readonly ready: Promise<void>;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    const isRecursive = process.platform === "darwin" || process.platform === "win32";
    if (isRecursive) this.#watch(options.folder, true);
    this.ready = isRecursive ? Promise.resolve() : this.#walk(options.folder);
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** Resolves when everything that was written before this call has been told. */
  async settle(): Promise<void> {
    await eventsDelivered();
    await this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#raw.clear();
  }

  /** Watches a folder and those below it; the files that are found are handed over. */
  async #walk(folder: string, found?: (path: string) => void): Promise<void> {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    // Watched before it is read, so that nothing is made in between unnoticed.
    if (!this.#watch(folder, false)) return;
    let entries: { readonly name: string; isDirectory(): boolean }[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch {
      return this.#unwatch(folder); // Gone again, or not for us to read.
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
      log({ level: "warn", message: `Only the first ${maxFolders} folders of ${this.#options.folder} are watched` });
      return false;
    }
    try {
      // Not persistent: a watch alone keeps no process alive.
      const watcher = watch(folder, { recursive, persistent: false }, (type, name) => {
        if (name !== null) this.#heard(join(folder, name), type === "rename");
      });
      watcher.on("error", () => this.#unwatch(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (systemErrorCode(error) === "ENOSPC") {
        this.#isFull = true;
        const message = `The system allows no more watches (fs.inotify.max_user_watches): changes in parts of ${this.#options.folder} are seen only when a file is asked about`;
        log({ level: "warn", message });
      } else log({ level: "debug", message: `${folder} cannot be watched: ${messageOf(error)}` });
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

  #heard(path: string, cameOrWent: boolean): void {
    if (this.#isClosed || isIgnoredIn(this.#options.folder, path)) return;
    this.#raw.set(path, cameOrWent || (this.#raw.get(path) ?? false));
    this.#timer ??= setTimeout(() => void this.#tell(), gatherMs);
  }

  /** One after another, so that the last state of a file is told last. */
  #tell(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#telling = this.#telling.then(async () => {
      if (this.#raw.size === 0) return;
      const raw = [...this.#raw];
      this.#raw.clear();
      const changes = (await Promise.all(raw.map(([path, cameOrWent]) => this.#explain(path, cameOrWent)))).flat();
      if (!this.#isClosed && changes.length > 0) this.#options.onChanges(changes);
    });
    return this.#telling;
  }

  async #explain(path: string, cameOrWent: boolean): Promise<DiskChange[]> {
    const stats = await lstat(path).catch(() => undefined);
    if (!stats) {
      this.#unwatch(path);
      return [{ path, kind: "deleted" }];
    }
    const isPackage = basename(dirname(path)) === packages;
    if (isPackage && cameOrWent && stats.isDirectory()) return this.#packageCame(path);
    if (!stats.isDirectory() || isPackage) return [{ path, kind: cameOrWent ? "created" : "changed" }];
    if (basename(path) === packages) {
      this.#unwatch(path);
      this.#watch(path, false);
      return [{ path, kind: "created" }];
    }
    // A new folder may have got its files before it was watched.
    const changes: DiskChange[] = [];
    if (cameOrWent && process.platform !== "darwin" && process.platform !== "win32") {
      this.#unwatch(path);
      await this.#walk(path, (file) => changes.push({ path: file, kind: "created" }));
    }
    return changes;
  }

  /** Another version may have come in the place of the one before, so what is imported from it is told as changed. */
  async #packageCame(path: string): Promise<DiskChange[]> {
    const files = await readdir(path, { recursive: true }).catch(() => []);
    const imported = files.filter((name) => /(\.d\.[cm]?ts|package\.json)$/.test(name)).slice(0, maxPackageFiles);
    const changed = imported.map((name): DiskChange => ({ path: join(path, name), kind: "changed" }));
    return [{ path, kind: "created" }, ...changed];
  }
}
