/** The files of the open folder: reads, saves, lists, and tells what changes on disk. */
import { type FSWatcher, watch } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem/base/node";
import { restoreText, toEditorText } from "@tandem/base/text";
import { listFolder, readTextFile, replaceFile, UnfinishedWrites } from "@tandem/server/files";
import type { FilesChange, SaveOutcome, TreeEntry } from "../shared.js";

const maxBytes = 64 * 1024 * 1024;
/** Several changes at once are told as one. */
const settleMs = 50;

export class Files {
  readonly #tell: (change: FilesChange) => void;
  /** Should this program be killed while it saves, the next start of any editor with Tandem tidies up. */
  readonly #unfinished = new UnfinishedWrites();
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Each file that was read, as it was on disk when windows were told last: with its line ends and byte-order mark. */
  readonly #known = new Map<string, string>();
  /** Folders that were open once: what is shown of them may still be saved. */
  readonly #allowed = new Set<string>();
  #folders: readonly string[] = [];

  constructor(tell: (change: FilesChange) => void) {
    this.#tell = tell;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders];
    for (const folder of folders) this.#allowed.add(folder);
    this.#tell({ kind: "folders", folders: this.#folders });
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
    // Before it is read, so that no change falls between the two.
    this.#watch(dirname(path));
    const text = await this.#onDisk(path);
    // Another window may have an older text, and is yet to be told.
    if (!this.#known.has(path)) this.#known.set(path, text);
    return toEditorText(text);
  }

  /** Each window says what it has seen of the file: what another one saved meanwhile is not written over either. */
  async save(path: string, text: string, seen: string | undefined): Promise<SaveOutcome> {
    this.#check(path);
    // By its real path: a link stays a link.
    const target = await realpath(path).catch(() => path);
    const current = () => this.#onDisk(target).catch(() => undefined);
    const content = restoreText(text, (await current()) ?? this.#known.get(path) ?? "");
    const mayReplace = async () => {
      if (seen === undefined) return true;
      const now = await current();
      return now !== undefined && toEditorText(now) === seen;
    };
    await mkdir(dirname(target), { recursive: true });
    const options = { mayReplace, unfinished: this.#unfinished };
    return (await replaceFile(target, content, options)) ? "saved" : "changed on disk";
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#watchers.clear();
    this.#timers.clear();
  }

  /** The page is asked to show files of the open folders; one that asks for others is not itself any more. */
  #check(path: string): void {
    const isAllowed = isAbsolute(path) && [...this.#allowed].some((folder) => isInside(folder, path));
    if (!isAllowed) throw new Error(`${path} is not in the open folder. Open its folder first.`);
  }

  async #onDisk(path: string): Promise<string> {
    const found = await readTextFile(path, maxBytes);
    if (found.kind === "text") return found.text;
    throw new Error(found.kind === "missing" ? `${path} is not there any more` : `${path}: ${found.why}`);
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => this.#noted(folder, name));
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // Gone, or the system has no more watches: the tree shows what it was when it was read.
    }
  }

  #noted(folder: string, name: string | null): void {
    this.#later(folder, () => this.#tell({ kind: "folder", path: folder }));
    for (const path of name === null ? this.#known.keys() : [join(folder, name)])
      if (this.#known.has(path)) this.#later(path, () => void this.#compare(path));
  }

  async #compare(path: string): Promise<void> {
    const now = await this.#onDisk(path).catch(() => undefined);
    if (now === undefined || now === this.#known.get(path)) return;
    this.#known.set(path, now);
    this.#tell({ kind: "file", path });
  }

  #later(key: string, task: () => void): void {
    if (this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      task();
    }, settleMs);
    this.#timers.set(key, timer);
  }
}
