/** The last output of a terminal, for a window that connects later. */

/** In UTF-16 code units; a screenful is a few thousand. */
const maxLength = 256 * 1024;

export class Scrollback {
  #chunks: string[] = [];
  #length = 0;

  add(data: string): void {
    this.#chunks.push(data);
    this.#length += data.length;
    // Cut rarely, because joining on every chunk would copy everything each time.
    if (this.#length > 2 * maxLength) this.#join();
  }

  /** At most 256 KB. It is cut at a line start, so that it can't begin with half an escape sequence. */
  get text(): string {
    this.#join();
    return this.#chunks[0] ?? "";
  }

  #join(): void {
    const all = this.#chunks.join("");
    const tail = all.slice(-maxLength);
    const text = tail.length < all.length ? tail.slice(tail.indexOf("\n") + 1) : tail;
    this.#chunks = [text];
    this.#length = text.length;
  }
}
