/**
 * The line that a program is still writing, as a terminal would show it: a carriage return or a backspace goes back, and
 * what follows overwrites. So a progress bar is the one line that it is on a screen, and not a hundred.
 */

/** A line that grows past this is no progress bar: it is passed on in parts. */
const longestLine = 100_000;

const movesBack = /[\r\b]/;
const escapeCode = "\u001b";

export class OpenLine {
  #text = "";
  #cursor = 0;

  /** What stands on the line now. */
  get text(): string {
    return this.#text;
  }

  /** Takes what was written, and returns what is finished by it: whole lines with their ends. */
  write(text: string): string {
    if (this.#cursor === this.#text.length && !movesBack.test(text)) return this.#writeOn(text);
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

  #writeOn(text: string): string {
    const end = text.lastIndexOf("\n") + 1;
    const finished = end === 0 ? "" : this.#text + text.slice(0, end);
    this.#text = end === 0 ? this.#text + text : text.slice(end);
    this.#cursor = this.#text.length;
    return finished + this.#passOnIfLong();
  }

  #put(part: string): string {
    const before = this.#text.slice(0, this.#cursor);
    const behind = this.#text.slice(this.#cursor);
    // Colour codes have no width, so what stands where cannot be told: then the new text takes the place of all of it.
    const rest = behind.includes(escapeCode) || part.includes(escapeCode) ? "" : behind.slice(part.length);
    this.#text = before + part + rest;
    this.#cursor = before.length + part.length;
    return this.#passOnIfLong();
  }

  #passOnIfLong(): string {
    if (this.#text.length <= longestLine) return "";
    const long = this.#text;
    this.#text = "";
    this.#cursor = 0;
    return long;
  }
}
