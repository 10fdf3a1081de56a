/** Keeps the end of a server's output, to explain why the server or a kernel exited. */
const maxLength = 16_000;

/** Matches a line of the server or of a traceback. Kernels write to the same stream, but their lines start differently. */
const serverLine = /^\[[A-Z] \d{4}-|^\s/;

export class LogTail {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-maxLength);
  }

  /** Returns the last lines that aren't empty. */
  last(count: number): string {
    return this.#lines().slice(-count).join("\n");
  }

  /** Returns the last lines of a kernel, or of the server if there are none. */
  lastOfKernel(count: number): string {
    const lines = this.#lines().filter((line) => !serverLine.test(line));
    return lines.length === 0 ? this.last(count) : lines.slice(-count).join("\n");
  }

  includes(text: string): boolean {
    return this.#text.includes(text);
  }

  #lines(): string[] {
    const lines = this.#text.split("\n").map((line) => line.trimEnd());
    return lines.filter((line) => line !== "");
  }
}
