/** The files that a server is kept in step with: the editor's texts while they are open, and else what is on disk. */

import { type LogSink, messageOf } from "@tandem/base";
import { mayHaveChanged, readDiskText, type Stamp } from "./disk-text.js";
import { languageIdFor } from "./language-ids.js";
import type { SentDocument, ServerDocuments } from "./server-documents.js";
import type { Limits, OpenText } from "./types.js";

interface Followed {
  /** Of the text that was read last; none for the editor's. */
  stamp?: Stamp;
  isSaidTooBig?: boolean;
}

export interface FollowedFilesOptions {
  readonly documents: ServerDocuments;
  readonly languages: readonly string[];
  readonly limits: Limits;
  readonly log: LogSink;
  /** The text that the editor has of a file, unsaved changes included. */
  readonly editorText: (path: string) => OpenText | undefined;
  readonly onSent: (document: SentDocument) => void;
  /** The server does not have this one any more. */
  readonly onDropped: (path: string) => void;
}

export class FollowedFiles {
  readonly #options: FollowedFilesOptions;
  /** The longest unused first. */
  readonly #files = new Map<string, Followed>();
  #inStep: Promise<void> = Promise.resolve();

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

  /** A new server has none of them yet. */
  attach(): void {
    for (const followed of this.#files.values()) delete followed.stamp;
  }

  /** Those that the server has, the last used first. */
  get sent(): readonly SentDocument[] {
    return [...this.#files.keys()].reverse().flatMap((path) => this.#options.documents.get(path) ?? []);
  }

  /**
   * Resolves when the server has been sent every text as it was at the time of the call. The file that is `asked` about
   * is read in any case; of the others, those that look changed.
   *
   * One after another: of two that read a file at the same time the older text might be told last.
   */
  bringInStep(asked: string | undefined): Promise<void> {
    this.#inStep = this.#inStep.then(async () => {
      this.#letGo();
      const { log } = this.#options;
      const bring = (path: string) =>
        this.#bring(path, path === asked).catch((error: unknown) =>
          log({ level: "warn", message: `${path} could not be read: ${messageOf(error)}` }),
        );
      await Promise.all([...this.#files.keys()].map(bring));
    });
    return this.#inStep;
  }

  /** Closes what was not used for longest, when there are too many. What the editor has open stays. */
  #letGo(): void {
    const { limits, editorText } = this.#options;
    const others = [...this.#files.keys()].filter((path) => !editorText(path));
    for (const path of others.slice(0, Math.max(0, others.length - limits.files))) this.#drop(path);
  }

  #drop(path: string): void {
    this.#files.delete(path);
    this.#options.documents.close(path);
    this.#options.onDropped(path);
  }

  async #bring(path: string, isAsked: boolean): Promise<void> {
    const followed = this.#files.get(path);
    if (!followed) return;
    const { editorText, limits, languages } = this.#options;
    if (!editorText(path)) {
      if (!isAsked && followed.stamp && !(await mayHaveChanged(path, followed.stamp))) return;
      const disk = await readDiskText(path, limits.fileBytes);
      // Opened by the editor meanwhile: that counts.
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
    const sent = documents.tell(path, languageId, text);
    if (!sent) return;
    onSent(sent);
    if (!editorText(path)) documents.saved(path);
  }

  #leaveOut(path: string, followed: Followed, bytes: number): void {
    const { documents, limits, log, onDropped } = this.#options;
    if (documents.close(path)) onDropped(path);
    if (followed.isSaidTooBig) return;
    followed.isSaidTooBig = true;
    const message = `${path} has ${bytes} bytes, more than the ${limits.fileBytes} that are sent to a language server: it has no diagnostics`;
    log({ level: "info", message });
  }
}
