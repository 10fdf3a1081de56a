/**
 * The unfinished last line of a stream, as a terminal shows it: after a carriage return or a backspace, text is overwritten.
 * So a progress bar is one line instead of a hundred.
 */

/** A longer line isn't a progress bar. It is passed on in parts. */
const maxLineLength = 100_000;

const movesBack = /[\r\b]/;
const escapeCode = "\u001b";

export class OpenLine {
  #text = "";
  #cursor = 0;

  get text(): string {
    return this.#text;
  }

  /** Adds text. Returns the lines that it completes, with their line breaks. */
  write(text: string): string {
    if (this.#cursor === this.#text.length && !movesBack.test(text)) return this.#append(text);
    let finished = "";
    for (const part of text.split(/([\r\n\b])/)) {
      if (part === "\r") this.#cursor = 0;
      else if (part === "\b") this.#cursor = Math.max(0, this.#cursor - 1);
      else if (part === "\n") {
        finished += `${this.#text}\n`;
        this.#text = "";
        this.#cursor = 0;
      } else if (part !== "") finished += this.#put(part);
    }
    return finished;
  }

  #append(text: string): string {
    const end = text.lastIndexOf("\n") + 1;
    const finished = end === 0 ? "" : this.#text + text.slice(0, end);
    this.#text = end === 0 ? this.#text + text : text.slice(end);
    this.#cursor = this.#text.length;
    return finished + this.#passOnIfLong();
  }

  #put(part: string): string {
    const before = this.#text.slice(0, this.#cursor);
    const behind = this.#text.slice(this.#cursor);
    // Colour codes have no width, so positions are unknown. Then the new text replaces the rest of the line.
    const rest = behind.includes(escapeCode) || part.includes(escapeCode) ? "" : behind.slice(part.length);
    this.#text = before + part + rest;
    this.#cursor = before.length + part.length;
    return this.#passOnIfLong();
  }

  #passOnIfLong(): string {
    if (this.#text.length <= maxLineLength) return "";
    const long = this.#text;
    this.#text = "";
    this.#cursor = 0;
    return long;
  }
}
