/** Synchronises files with a server: the editor's texts while they are open, otherwise the files on disk. */
import { type LogSink, messageOf } from "@tandem-ide/base";
import { mayHaveChanged, readDiskText, type Stamp } from "./disk-text.js";
import { languageIdFor } from "./language-ids.js";
import type { SentDocument, ServerDocuments } from "./server-documents.js";
import type { Limits, OpenText } from "./types.js";

interface Followed {
  /** Identifies the text that was read from disk. Undefined for the editor's text. */
  stamp?: Stamp;
  isReportedTooBig?: boolean;
}

export interface FollowedFilesOptions {
  readonly documents: ServerDocuments;
  readonly languages: readonly string[];
  readonly limits: Limits;
  readonly log: LogSink;
  /** Returns the editor's text of a file, including unsaved changes. */
  readonly editorText: (path: string) => OpenText | undefined;
  readonly onSent: (document: SentDocument) => void;
  /** Called when a file was closed in the server. */
  readonly onDropped: (path: string) => void;
}

export class FollowedFiles {
  readonly #options: FollowedFilesOptions;
  /** The least recently used first. */
  readonly #files = new Map<string, Followed>();
  #syncing: Promise<void> = Promise.resolve();

  constructor(options: FollowedFilesOptions) {
    this.#options = options;
  }

  add(path: string): void {
    const followed = this.#files.get(path) ?? {};
    this.#files.delete(path);
    this.#files.set(path, followed);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Resets the state for a new server, which has no files yet. */
  attach(): void {
    for (const followed of this.#files.values()) delete followed.stamp;
  }

  /** The files that the server has, the most recently used first. */
  get sent(): readonly SentDocument[] {
    return [...this.#files.keys()].reverse().flatMap((path) => this.#options.documents.get(path) ?? []);
  }

  /**
   * Resolves when the server has every text as it was at the time of the call. Always reads the file that is `asked` about,
   * and the other files if they seem to have changed.
   *
   * Runs one call at a time. Otherwise, of two calls that read a file, the older text could be sent last.
   */
  sync(asked: string | undefined): Promise<void> {
    this.#syncing = this.#syncing.then(async () => {
      this.#dropUnused();
      const { log } = this.#options;
      const syncFile = (path: string) =>
        this.#syncFile(path, path === asked).catch((error: unknown) =>
          log({ level: "warn", message: `Can't read ${path}: ${messageOf(error)}` }),
        );
      await Promise.all([...this.#files.keys()].map(syncFile));
    });
    return this.#syncing;
  }

  /** Closes the least recently used files when there are too many, except those that are open in the editor. */
  #dropUnused(): void {
    const { limits, editorText } = this.#options;
    const others = [...this.#files.keys()].filter((path) => !editorText(path));
    for (const path of others.slice(0, Math.max(0, others.length - limits.files))) this.#drop(path);
  }

  #drop(path: string): void {
    this.#files.delete(path);
    this.#options.documents.close(path);
    this.#options.onDropped(path);
  }

  async #syncFile(path: string, isAsked: boolean): Promise<void> {
    const followed = this.#files.get(path);
    if (!followed) return;
    const { editorText, limits, languages } = this.#options;
    if (!editorText(path)) {
      if (!isAsked && followed.stamp && !(await mayHaveChanged(path, followed.stamp))) return;
      const disk = await readDiskText(path, limits.fileBytes);
      // The editor's text takes precedence if the editor has opened the file in the meantime.
      if (!editorText(path)) {
        if (disk.kind === "missing") return this.#drop(path);
        if (disk.kind === "too big") return this.#leaveOut(path, followed, disk.bytes);
        followed.stamp = disk.stamp;
        return this.#send(path, languageIdFor(path, languages), disk.text);
      }
    }
    const open = editorText(path);
    if (!open) return;
    delete followed.stamp;
    const text = open.text();
    if (text.length > limits.fileBytes) return this.#leaveOut(path, followed, text.length);
    this.#send(path, open.languageId, text);
  }

  #send(path: string, languageId: string, text: string): void {
    const { documents, editorText, onSent } = this.#options;
    const sent = documents.send(path, languageId, text);
    if (!sent) return;
    onSent(sent);
    if (!editorText(path)) documents.saved(path);
  }

  #leaveOut(path: string, followed: Followed, bytes: number): void {
    const { documents, limits, log, onDropped } = this.#options;
    if (documents.close(path)) onDropped(path);
    if (followed.isReportedTooBig) return;
    followed.isReportedTooBig = true;
    const message = `${path} has no diagnostics because it is too large for language servers: ${bytes} bytes, the limit is ${limits.fileBytes}`;
    log({ level: "info", message });
  }
}
