/** One open file: its text, what of it is on disk, and whether the two have gone apart. */
import { mkdir, realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Update } from "@codemirror/collab";
import type { Text } from "@codemirror/state";
import { restoreText, toEditorText } from "@tandem/base/text";
import {
  type ReplaceOptions,
  readTextFile,
  replaceFile,
  type UnfinishedWrites,
  whyUnreadable,
} from "@tandem/server/files";
import { hashOf } from "@tandem/workspace/drafts";
import { SharedText, toText } from "./shared-text.js";

/** Past this an editor in a page helps nobody. */
const maxBytes = 64 * 1024 * 1024;

/** A file that cannot be shown as text. */
export class UnfitFile extends Error {}

async function read(path: string): Promise<string | undefined> {
  const file = await readTextFile(path, maxBytes);
  if (file.kind === "unfit") throw new UnfitFile(`${basename(path)} cannot be opened: ${file.why}`);
  return file.kind === "text" ? file.text : undefined;
}

/** Also one that is no text. */
async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}

async function write(path: string, content: string, options: ReplaceOptions): Promise<boolean> {
  try {
    // The user says that the file is to be there, so its folder is made again if it has gone.
    await mkdir(dirname(path), { recursive: true });
    return await replaceFile(path, content, options);
  } catch (error) {
    throw new UnfitFile(`${basename(path)} cannot be saved: ${whyUnreadable(error)}. What you typed is kept here.`);
  }
}

export interface DocumentEvents {
  updated(version: number, updates: readonly Update[]): void;
  /** Dirty, changed on disk or deleted may have changed. */
  stateChanged(): void;
}

export class FileDocument {
  readonly path: string;
  readonly shared: SharedText;
  readonly #events: DocumentEvents;
  readonly #unfinished: UnfinishedWrites;
  /** What is on disk, to the byte, as far as this document has taken notice: saving keeps its line ends and mark. */
  #known: string;
  #base: string | undefined;
  #saved: Text;
  #isDirty = false;
  #isChangedOnDisk = false;
  #isDeleted = false;
  /** Reading and writing take turns: a change that is noticed while a save is under way is that save. */
  #turn: Promise<unknown> = Promise.resolve();
  /** A look at the disk that has not begun. */
  #nextCheck: Promise<void> | undefined;

  private constructor(path: string, content: string, events: DocumentEvents, unfinished: UnfinishedWrites) {
    this.path = path;
    this.#known = content;
    this.#events = events;
    this.#unfinished = unfinished;
    // One text for both: what they share needs no comparing when the user types.
    this.#saved = toText(toEditorText(content));
    this.shared = new SharedText(this.#saved, (version, updates) => {
      this.#events.updated(version, updates);
      this.#refreshState();
    });
  }

  /** Reads the file; throws words for people when it cannot be shown. One that is gone may have unsaved text to restore. */
  static async open(
    path: string,
    events: DocumentEvents,
    unfinished: UnfinishedWrites,
    mayBeGone = false,
  ): Promise<FileDocument> {
    const content = await read(path);
    if (content === undefined && !mayBeGone) throw new UnfitFile(`${basename(path)} is not there any more`);
    return new FileDocument(path, content ?? "", events, unfinished);
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** It has unsaved changes, and what is on disk is not what they were made to. */
  get isChangedOnDisk(): boolean {
    return this.#isChangedOnDisk;
  }

  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** What saving would write now, to the byte. */
  get content(): string {
    return restoreText(this.shared.text.toString(), this.#known);
  }

  /** Tells what on disk the unsaved changes were made to. */
  get base(): string {
    this.#base ??= hashOf(this.#known);
    return this.#base;
  }

  get lineCount(): number {
    return this.shared.text.lines;
  }

  /** Resolves when what is being read or written is done. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Writes the text, unless the file was changed by somebody else and `overwrite` is false. */
  save(overwrite: boolean): Promise<"saved" | "changed-on-disk"> {
    return this.#inTurn(async () => {
      const mayReplace = async () => overwrite || (await this.#isKnownOnDisk());
      const text = this.shared.text;
      const { content } = this;
      // Where the user has a link, the file behind it is meant.
      const target = await realpath(this.path).catch(() => this.path);
      const options = { mayReplace, unfinished: this.#unfinished };
      if (!(await mayReplace()) || !(await write(target, content, options))) {
        this.#set({ isChangedOnDisk: true });
        return "changed-on-disk";
      }
      this.#accept(content, text);
      return "saved";
    });
  }

  /** Drops unsaved changes and takes what is on disk. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const onDisk = await read(this.path);
      if (onDisk === undefined) throw new UnfitFile(`${basename(this.path)} is not there any more`);
      this.#take(onDisk);
    });
  }

  /**
   * Takes text that an earlier run kept as unsaved changes; the file stays as it is. Where the disk has by now another
   * text than the one that they were made to, that is a conflict like any other.
   */
  restore(kept: { readonly text: string; readonly base?: string | undefined }): Promise<void> {
    return this.#inTurn(async () => {
      const onDisk = await read(this.path);
      if (this.#isDirty)
        throw new UnfitFile(
          `${basename(this.path)} has other unsaved changes here. Save them or close the file first.`,
        );
      if (onDisk !== undefined) this.#take(onDisk);
      const isSameBase = onDisk !== undefined && hashOf(onDisk) === kept.base;
      // No file has this text, so the disk is in conflict with it; and saving keeps its line ends and mark.
      if (!isSameBase) this.#know(kept.text);
      this.shared.replace(toEditorText(kept.text));
      if (!isSameBase && this.#isDirty)
        this.#set({ isChangedOnDisk: onDisk !== undefined, isDeleted: onDisk === undefined });
    });
  }

  /** Looks whether the file has changed: a clean document follows it, a dirty one only notes it. */
  checkDisk(): Promise<void> {
    // One that has yet to begin sees all that a second one would: in a busy folder they would pile up before a save.
    this.#nextCheck ??= this.#inTurn(async () => {
      this.#nextCheck = undefined;
      let onDisk: string | undefined;
      try {
        onDisk = await read(this.path);
      } catch {
        return; // Not text for now, or not readable: the document stays as it is.
      }
      if (onDisk === undefined) this.#set({ isDeleted: true });
      else if (toEditorText(onDisk) === this.shared.text.toString()) this.#accept(onDisk, this.shared.text);
      else if (onDisk === this.#known) this.#set({ isDeleted: false, isChangedOnDisk: false });
      else if (this.#isDirty) this.#set({ isDeleted: false, isChangedOnDisk: true });
      else this.#take(onDisk);
    });
    return this.#nextCheck;
  }

  /** Nobody else has written it; one that is not there counts as known. */
  async #isKnownOnDisk(): Promise<boolean> {
    const onDisk = await readTextFile(this.path, maxBytes);
    return onDisk.kind === "text" ? onDisk.text === this.#known : !(await isFile(this.path));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  #take(content: string): void {
    const text = toEditorText(content);
    const saved = toText(text);
    // Before the text changes: what is on disk is no unsaved change, not even for a moment.
    this.#saved = saved;
    this.shared.replace(text);
    this.#accept(content, saved);
  }

  #know(content: string): void {
    this.#known = content;
    this.#base = undefined;
  }

  #accept(content: string, saved: Text): void {
    this.#know(content);
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
