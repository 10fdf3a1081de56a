/** Writes a recording while it happens, beside what is recorded and never in its way. */
import { createWriteStream, type WriteStream } from "node:fs";
import type { Entry, Header } from "./entry.js";
import { formatEntry, formatHeader } from "./format.js";

/** What came is written so often: a write for each message would cost more than passing the message on. */
const writeEveryMs = 50;
/** A disk that falls so far behind will not catch up. */
const maxUnwrittenBytes = 256 * 1024 * 1024;

/**
 * An open recording.
 *
 * @example
 * const recorder = await Recorder.open("session.jsonl", header, (words) => console.error(words));
 * recorder.add(entry);
 * await recorder.close();
 */
export class Recorder {
  readonly #stream: WriteStream;
  readonly #onFailure: (error: Error) => void;
  #waiting: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  private constructor(stream: WriteStream, onFailure: (error: Error) => void) {
    this.#stream = stream;
    this.#onFailure = onFailure;
    stream.on("error", (error) => this.#fail(error));
  }

  /**
   * Makes the file, readable by the user alone: it holds what was selected, proposed and read. A file that is there is
   * not touched; the promise rejects then. `onFailure` is told once when writing ends early; what was written stays.
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

  /** Returns at once; it is in the file 50 ms later, or with {@link close}. */
  add(entry: Entry): void {
    if (this.#hasFailed) return;
    this.#timer ??= setTimeout(() => this.#write(), writeEveryMs);
    this.#waiting.push(entry);
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
    const entries = this.#waiting;
    this.#waiting = [];
    if (entries.length === 0 || this.#hasFailed) return;
    if (this.#stream.writableLength > maxUnwrittenBytes) {
      this.#fail(new Error("the disk takes it too slowly"));
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
