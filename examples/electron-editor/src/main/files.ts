/** The files of the open folder: reads, saves and lists them, and reports changes on disk. */
import { type FSWatcher, watch } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { restoreText, toEditorText } from "@tandem-ide/base/text";
import { listFolder, readTextFile, replaceFile, UnfinishedWrites } from "@tandem-ide/server/files";
import type { FilesChange, SaveOutcome, TreeEntry } from "../shared.js";

const maxBytes = 64 * 1024 * 1024;
/** Several changes within this time are reported as one. */
const settleMs = 50;

export class Files {
  readonly #notify: (change: FilesChange) => void;
  readonly #saved: (path: string) => void;
  /** If this program is killed during a save, the next start of any editor with Tandem cleans up. */
  readonly #unfinished = new UnfinishedWrites();
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** For each open file, the content on disk that windows last got, with line endings and byte-order mark. */
  readonly #lastRead = new Map<string, string>();
  /** All folders that have been open, because their files may still need saving. */
  readonly #allowed = new Set<string>();
  #folders: readonly string[] = [];

  /** `saved` is called after the user saved a file here. */
  constructor(notify: (change: FilesChange) => void, saved: (path: string) => void) {
    this.#notify = notify;
    this.#saved = saved;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders];
    for (const folder of folders) this.#allowed.add(folder);
    this.#notify({ kind: "folders", folders: this.#folders });
  }

  async list(folder: string): Promise<TreeEntry[]> {
    this.#check(folder);
    this.#watch(folder);
    const root = this.#folders.find((each) => isInside(each, folder)) ?? folder;
    const entries = await listFolder(folder, root);
    return entries.map(({ name, path, isFolder }) => ({ name, path, isFolder }));
  }

  async read(path: string): Promise<string> {
    this.#check(path);
    // Before reading, so that no change is missed.
    this.#watch(dirname(path));
    const text = await this.#onDisk(path);
    // Another window may have an older text and still needs the notification.
    if (!this.#lastRead.has(path)) this.#lastRead.set(path, text);
    return toEditorText(text);
  }

  /** Saves unless the file differs from the text that the window last saw (`seen`). */
  async save(path: string, text: string, seen: string | undefined): Promise<SaveOutcome> {
    this.#check(path);
    // The real path, so that a link stays a link.
    const target = await realpath(path).catch(() => path);
    const current = () => this.#onDisk(target).catch(() => undefined);
    const content = restoreText(text, (await current()) ?? this.#lastRead.get(path) ?? "");
    const mayReplace = async () => {
      if (seen === undefined) return true;
      const now = await current();
      return now !== undefined && toEditorText(now) === seen;
    };
    await mkdir(dirname(target), { recursive: true });
    const options = { mayReplace, unfinished: this.#unfinished };
    if (!(await replaceFile(target, content, options))) return "changed on disk";
    this.#saved(path);
    return "saved";
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#watchers.clear();
    this.#timers.clear();
  }

  /** A page that requests files outside the open folders may be compromised. */
  #check(path: string): void {
    const isAllowed = isAbsolute(path) && [...this.#allowed].some((folder) => isInside(folder, path));
    if (!isAllowed) throw new Error(`${path} isn't in the open folder. Open its folder first.`);
  }

  async #onDisk(path: string): Promise<string> {
    const found = await readTextFile(path, maxBytes);
    if (found.kind === "text") return found.text;
    throw new Error(found.kind === "missing" ? `${path} no longer exists` : `${path}: ${found.why}`);
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#folderChanged(folder, name));
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder is gone or the system is out of watches: the tree doesn't update.
    }
  }

  #folderChanged(folder: string, name: string | null): void {
    this.#schedule(folder, () => this.#notify({ kind: "folder", path: folder }));
    for (const path of name === null ? this.#lastRead.keys() : [join(folder, name)])
      if (this.#lastRead.has(path)) this.#schedule(path, () => void this.#compare(path));
  }

  async #compare(path: string): Promise<void> {
    const now = await this.#onDisk(path).catch(() => undefined);
    if (now === undefined || now === this.#lastRead.get(path)) return;
    this.#lastRead.set(path, now);
    this.#notify({ kind: "file", path });
  }

  #schedule(key: string, task: () => void): void {
    if (this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      task();
    }, settleMs);
    this.#timers.set(key, timer);
  }
}
