/**
 * A list of outputs whose size has a bound: beginning and end are kept, and what lay between is counted and dropped as
 * it comes. A cell that prints a hundred megabytes costs no more memory than one that prints a page.
 */
import { copyOf, cutNote, endOfHead, startOfTail, withLineEnd } from "./cut.js";
import type { NotebookOutput, StreamName, StreamOutput } from "./nbformat.js";

interface TextPiece {
  readonly stream: StreamName;
  chunks: string[];
  length: number;
  /** What the chunks were last told as, so that an output that did not change is the same object. */
  told?: StreamOutput | undefined;
}

interface RichPiece {
  readonly stream?: undefined;
  output: NotebookOutput;
  readonly displayId: string | undefined;
  length: number;
}

type Piece = TextPiece | RichPiece;

export class BoundedOutputs {
  readonly #half: number;
  #head: Piece[] = [];
  #headLength = 0;
  #tail: Piece[] = [];
  #tailLength = 0;
  /** How many at the tail's front do not count any more. */
  #gone = 0;
  #isHeadFull = false;
  #cutCharacters = 0;
  #cutOutputs = 0;

  /** @param limit how many characters are kept, half of them from the beginning and half from the end. */
  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2);
  }

  appendText(stream: StreamName, text: string): void {
    let start = 0;
    if (!this.#isHeadFull) {
      start = endOfHead(text, this.#half - this.#headLength, this.#headLength > 0);
      if (start > 0) this.#headLength += addText(this.#head, stream, copyOf(text, 0, start));
      if (start === text.length) return;
      this.#isHeadFull = true;
    }
    const kept = Math.max(start, startOfTail(text, this.#half));
    this.#cutCharacters += kept - start;
    if (kept > start) this.#dropTail();
    this.#tailLength += addText(this.#tail, stream, copyOf(text, kept));
    this.#trim();
  }

  /** @param length what it counts for: its characters, images aside. */
  appendOutput(output: NotebookOutput, length: number, displayId?: string): void {
    const piece: RichPiece = { output, displayId, length };
    if (!this.#isHeadFull && this.#headLength + length <= this.#half) {
      this.#head.push(piece);
      this.#headLength += length;
      return;
    }
    this.#isHeadFull = true;
    this.#tail.push(piece);
    this.#tailLength += length;
    this.#trim();
  }

  /** Puts another output in place of each that has this display id. */
  replace(
    displayId: string,
    make: (old: NotebookOutput) => { readonly output: NotebookOutput; readonly length: number } | undefined,
  ): void {
    for (const pieces of [this.#head, this.#tail.slice(this.#gone)])
      for (const piece of pieces) {
        if (piece.stream !== undefined || piece.displayId !== displayId) continue;
        const made = make(piece.output);
        if (made === undefined) continue;
        if (pieces === this.#head) this.#headLength += made.length - piece.length;
        else this.#tailLength += made.length - piece.length;
        piece.output = made.output;
        piece.length = made.length;
      }
    this.#trim();
  }

  /** The outputs now; `open` is a line that is not finished yet. An output that did not change is the same object. */
  list(open?: { readonly stream: StreamName; readonly text: string }): NotebookOutput[] {
    const list = this.#head.map(toOutput);
    if (this.#cutCharacters + this.#cutOutputs > 0) {
      // The note stands where the text was cut; in a stream when it was cut there.
      const next = this.#tail[this.#gone]?.stream ?? "stdout";
      joinText(list, next, `${cutNote(this.#cutCharacters, this.#cutOutputs)}\n`, true);
    }
    for (const piece of this.#tail.slice(this.#gone)) {
      const last = list.at(-1);
      const continues = last?.output_type === "stream" && last.name === piece.stream;
      if (piece.stream !== undefined && continues) joinText(list, piece.stream, piece.chunks.join(""));
      else list.push(toOutput(piece));
    }
    if (open !== undefined && open.text !== "") joinText(list, open.stream, open.text);
    return list;
  }

  #dropTail(): void {
    for (const piece of this.#tail.slice(this.#gone))
      if (piece.stream === undefined) this.#cutOutputs++;
      else this.#cutCharacters += piece.length;
    this.#tail = [];
    this.#gone = 0;
    this.#tailLength = 0;
  }

  #trim(): void {
    while (this.#tailLength > this.#half) {
      const first = this.#tail[this.#gone];
      if (first === undefined) break;
      const excess = this.#tailLength - this.#half;
      if (first.stream === undefined || first.length <= excess) {
        this.#gone++;
        this.#tailLength -= first.length;
        if (first.stream === undefined) this.#cutOutputs++;
        else this.#cutCharacters += first.length;
      } else {
        const cut = shorten(first, excess);
        this.#tailLength -= cut;
        this.#cutCharacters += cut;
      }
    }
    // Not each time: all that is kept would be moved each time.
    if (this.#gone <= this.#tail.length / 2) return;
    this.#tail = this.#tail.slice(this.#gone);
    this.#gone = 0;
  }
}

function addText(pieces: Piece[], stream: StreamName, text: string): number {
  const last = pieces.at(-1);
  if (last?.stream === stream) {
    const end = last.chunks.length - 1;
    const chunk = last.chunks[end] ?? "";
    // Few large chunks instead of many small ones: what is in front has to go as fast as this comes.
    if (chunk.length < 4_000) last.chunks[Math.max(end, 0)] = chunk + text;
    else last.chunks.push(text);
    last.length += text.length;
    last.told = undefined;
  } else pieces.push({ stream, chunks: [text], length: text.length });
  return text.length;
}

/** Drops at least `excess` characters from the front, and says how many. */
function shorten(piece: TextPiece, excess: number): number {
  let cut = 0;
  let whole = 0;
  for (const chunk of piece.chunks) {
    if (cut + chunk.length > excess) break;
    cut += chunk.length;
    whole++;
  }
  if (whole > 0) piece.chunks.splice(0, whole);
  const first = piece.chunks[0];
  if (cut < excess && first !== undefined) {
    const start = startOfTail(first, first.length - (excess - cut));
    piece.chunks[0] = copyOf(first, start);
    cut += start;
  }
  piece.length -= cut;
  piece.told = undefined;
  return cut;
}

function toOutput(piece: Piece): NotebookOutput {
  if (piece.stream === undefined) return piece.output;
  if (piece.chunks.length > 1) piece.chunks = [piece.chunks.join("")];
  piece.told ??= { output_type: "stream", name: piece.stream, text: piece.chunks[0] ?? "" };
  return piece.told;
}

/** Adds to the list's last output when that is the same stream, else as one of its own. */
function joinText(list: NotebookOutput[], name: StreamName, text: string, onNewLine = false): void {
  const last = list.at(-1);
  if (last?.output_type === "stream" && last.name === name)
    list[list.length - 1] = { ...last, text: (onNewLine ? withLineEnd(last.text) : last.text) + text };
  else list.push({ output_type: "stream", name, text });
}
