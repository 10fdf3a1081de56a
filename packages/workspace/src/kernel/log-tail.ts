/** The last lines that a server wrote, for the error that tells of its end or of a kernel's. */
const kept = 16_000;

/** A line of the server itself, or of a traceback; kernels, whose lines come by the same way, begin theirs otherwise. */
const ofServer = /^\[[A-Z] \d{4}-|^\s/;

export class LogTail {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-kept);
  }

  /** The last lines that are not empty. */
  last(count: number): string {
    return this.#lines().slice(-count).join("\n");
  }

  /** The last lines that a kernel wrote; where there is none, the server's. */
  lastOfKernel(count: number): string {
    const words = this.#lines().filter((line) => !ofServer.test(line));
    return words.length === 0 ? this.last(count) : words.slice(-count).join("\n");
  }

  includes(text: string): boolean {
    return this.#text.includes(text);
  }

  #lines(): string[] {
    const lines = this.#text.split("\n").map((line) => line.trimEnd());
    return lines.filter((line) => line !== "");
  }
}
