/** An open file: its text, the last known content on disk, and whether the two differ. */
import { mkdir, realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Update } from "@codemirror/collab";
import type { Text } from "@codemirror/state";
import { restoreText, toEditorText } from "@tandem-ide/base/text";
import {
  describeFileError,
  type ReplaceOptions,
  readTextFile,
  replaceFile,
  type UnfinishedWrites,
} from "@tandem-ide/server/files";
import { hashOf } from "@tandem-ide/workspace/drafts";
import { SharedText, toText } from "./shared-text.js";

const maxBytes = 64 * 1024 * 1024;

/** Returns a file's text, or undefined if the file is missing or isn't text. */
export async function textOnDisk(path: string): Promise<string | undefined> {
  const file = await readTextFile(path, maxBytes);
  return file.kind === "text" ? file.text : undefined;
}

async function read(path: string): Promise<string | undefined> {
  const file = await readTextFile(path, maxBytes);
  if (file.kind === "unfit") throw new Error(`${basename(path)} couldn't be opened: ${file.why}`);
  return file.kind === "text" ? file.text : undefined;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

async function write(path: string, content: string, options: ReplaceOptions): Promise<boolean> {
  try {
    // The user wants the file to exist, so a missing folder is created again.
    await mkdir(dirname(path), { recursive: true });
    return await replaceFile(path, content, options);
  } catch (error) {
    throw new Error(`${basename(path)} couldn't be saved: ${describeFileError(error)}. Your changes are still here.`);
  }
}

export interface DocumentEvents {
  updated(version: number, updates: readonly Update[]): void;
  /** One of `isDirty`, `isChangedOnDisk` and `isDeleted` may have changed. */
  stateChanged(): void;
}

export class FileDocument {
  readonly path: string;
  readonly shared: SharedText;
  readonly #events: DocumentEvents;
  readonly #unfinished: UnfinishedWrites;
  /** The last known content on disk, to the byte: saving keeps its line endings and byte-order mark. */
  #onDisk: string;
  #base: string | undefined;
  #saved: Text;
  #isDirty = false;
  #isChangedOnDisk = false;
  #isDeleted = false;
  /** Reads and writes take turns, so that a save isn't mistaken for another program's change. */
  #turn: Promise<unknown> = Promise.resolve();
  /** A disk check that has not started yet. */
  #nextCheck: Promise<void> | undefined;

  private constructor(path: string, content: string, events: DocumentEvents, unfinished: UnfinishedWrites) {
    this.path = path;
    this.#onDisk = content;
    this.#events = events;
    this.#unfinished = unfinished;
    // One `Text` for both, because comparing skips the parts that they share.
    this.#saved = toText(toEditorText(content));
    this.shared = new SharedText(this.#saved, (version, updates) => {
      this.#events.updated(version, updates);
      this.#refreshState();
    });
  }

  /** Reads the file. With `allowMissing` it may be gone, because there is unsaved text to restore. */
  static async open(
    path: string,
    events: DocumentEvents,
    unfinished: UnfinishedWrites,
    allowMissing = false,
  ): Promise<FileDocument> {
    const content = await read(path);
    if (content === undefined && !allowMissing) throw new Error(`${basename(path)} no longer exists`);
    return new FileDocument(path, content ?? "", events, unfinished);
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** There are unsaved changes, and the file on disk is not the one they were made to. */
  get isChangedOnDisk(): boolean {
    return this.#isChangedOnDisk;
  }

  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** The content that saving would write now, to the byte. */
  get content(): string {
    return restoreText(this.shared.text.toString(), this.#onDisk);
  }

  /** The hash of the content on disk that the unsaved changes were made to. */
  get base(): string {
    this.#base ??= hashOf(this.#onDisk);
    return this.#base;
  }

  get lineCount(): number {
    return this.shared.text.lines;
  }

  /** Resolves when pending reads and writes are done. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Saves the text, unless another program changed the file and `overwrite` is false. */
  save(overwrite: boolean): Promise<"saved" | "changed-on-disk"> {
    return this.#inTurn(async () => {
      const mayReplace = async () => overwrite || (await this.#isUnchangedOnDisk());
      const text = this.shared.text;
      const { content } = this;
      // Saving through a link writes the file it points to.
      const target = await realpath(this.path).catch(() => this.path);
      const options = { mayReplace, unfinished: this.#unfinished };
      if (!(await mayReplace()) || !(await write(target, content, options))) {
        this.#set({ isChangedOnDisk: true });
        return "changed-on-disk";
      }
      this.#markSaved(content, text);
      return "saved";
    });
  }

  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const onDisk = await read(this.path);
      if (onDisk === undefined) throw new Error(`${basename(this.path)} no longer exists`);
      this.#load(onDisk);
    });
  }

  /**
   * Restores a draft as unsaved changes without touching the file. If the file is no longer the draft's base, it is a
   * conflict like any other.
   */
  restore(draft: { readonly text: string; readonly base?: string | undefined }): Promise<void> {
    return this.#inTurn(async () => {
      const onDisk = await read(this.path);
      if (this.#isDirty)
        throw new Error(`${basename(this.path)} has other unsaved changes. Save them or close the file first.`);
      if (onDisk !== undefined) this.#load(onDisk);
      const isSameBase = onDisk !== undefined && hashOf(onDisk) === draft.base;
      // Pretends that this is on disk: the real content then counts as a conflict, and saving keeps the draft's line endings.
      if (!isSameBase) this.#setOnDisk(draft.text);
      this.shared.replace(toEditorText(draft.text));
      if (!isSameBase && this.#isDirty)
        this.#set({ isChangedOnDisk: onDisk !== undefined, isDeleted: onDisk === undefined });
    });
  }

  /** Checks the file for changes. A clean document follows them, a dirty one only notes them. */
  checkDisk(): Promise<void> {
    // One check that has not started is enough: in a busy folder they would pile up before a save.
    this.#nextCheck ??= this.#inTurn(async () => {
      this.#nextCheck = undefined;
      let onDisk: string | undefined;
      try {
        onDisk = await read(this.path);
      } catch {
        return; // Not text or not readable right now: keep the document.
      }
      if (onDisk === undefined) this.#set({ isDeleted: true });
      else if (toEditorText(onDisk) === this.shared.text.toString()) this.#markSaved(onDisk, this.shared.text);
      else if (onDisk === this.#onDisk) this.#set({ isDeleted: false, isChangedOnDisk: false });
      else if (this.#isDirty) this.#set({ isDeleted: false, isChangedOnDisk: true });
      else this.#load(onDisk);
    });
    return this.#nextCheck;
  }

  /** No other program has written the file. A missing file counts as unchanged. */
  async #isUnchangedOnDisk(): Promise<boolean> {
    const onDisk = await textOnDisk(this.path);
    return onDisk === undefined ? !(await isFile(this.path)) : onDisk === this.#onDisk;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  #load(content: string): void {
    const text = toEditorText(content);
    const saved = toText(text);
    // Set before the text changes, so that the document isn't dirty even for a moment.
    this.#saved = saved;
    this.shared.replace(text);
    this.#markSaved(content, saved);
  }

  #setOnDisk(content: string): void {
    this.#onDisk = content;
    this.#base = undefined;
  }

  #markSaved(content: string, saved: Text): void {
    this.#setOnDisk(content);
    this.#saved = saved;
    this.#set({ isChangedOnDisk: false, isDeleted: false });
    this.#refreshState();
  }

  #refreshState(): void {
    const isDirty = !this.shared.text.eq(this.#saved);
    if (isDirty === this.#isDirty) return;
    this.#isDirty = isDirty;
    this.#events.stateChanged();
  }

  #set(state: { isChangedOnDisk?: boolean; isDeleted?: boolean }): void {
    const { isChangedOnDisk = this.#isChangedOnDisk, isDeleted = this.#isDeleted } = state;
    if (isChangedOnDisk === this.#isChangedOnDisk && isDeleted === this.#isDeleted) return;
    this.#isChangedOnDisk = isChangedOnDisk;
    this.#isDeleted = isDeleted;
    this.#events.stateChanged();
  }
}
