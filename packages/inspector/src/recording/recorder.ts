/** Writes a recording during a session, without slowing it down. */
import { createWriteStream, type WriteStream } from "node:fs";
import type { Entry, Header } from "./entry.js";
import { formatEntry, formatHeader } from "./format.js";

/** Entries are written in batches, because a write for each one would cost more than relaying it. */
const writeEveryMs = 50;
/** A disk this far behind won't catch up. */
const maxUnwrittenBytes = 256 * 1024 * 1024;

/**
 * An open recording.
 *
 * @example
 * const recorder = await Recorder.open("session.jsonl", header, ({ message }) => console.error(message));
 * recorder.add(entry);
 * await recorder.close();
 */
export class Recorder {
  readonly #stream: WriteStream;
  readonly #onFailure: (error: Error) => void;
  #unwritten: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  private constructor(stream: WriteStream, onFailure: (error: Error) => void) {
    this.#stream = stream;
    this.#onFailure = onFailure;
    stream.on("error", (error) => this.#fail(error));
  }

  /**
   * Creates the file, readable only by the user because it contains their text. Rejects if the file exists. `onFailure`
   * is called once if writing fails; everything written so far is kept.
   */
  static async open(path: string, header: Header, onFailure: (error: Error) => void): Promise<Recorder> {
    const stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await new Promise<void>((resolve, reject) => {
      stream.once("open", () => resolve());
      stream.once("error", reject);
    });
    stream.write(formatHeader(header));
    return new Recorder(stream, onFailure);
  }

  /** Returns immediately. The entry is written within 50 ms, or by {@link close}. */
  add(entry: Entry): void {
    if (this.#hasFailed) return;
    this.#timer ??= setTimeout(() => this.#write(), writeEveryMs);
    this.#unwritten.push(entry);
  }

  /** Resolves when everything is in the file. */
  async close(): Promise<void> {
    this.#write();
    if (this.#stream.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#stream.once("close", () => resolve());
      this.#stream.end();
    });
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#unwritten;
    this.#unwritten = [];
    if (entries.length === 0 || this.#hasFailed) return;
    if (this.#stream.writableLength > maxUnwrittenBytes) {
      this.#fail(new Error("the disk is too slow"));
      this.#stream.destroy();
      return;
    }
    this.#stream.write(entries.map(formatEntry).join(""));
  }

  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(error);
  }
}
