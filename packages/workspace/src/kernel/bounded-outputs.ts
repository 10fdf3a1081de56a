/**
 * A list of outputs with a limited size: it keeps the beginning and the end, and counts and drops the output in between. A
 * cell that prints a hundred megabytes needs no more memory than one that prints a page.
 */
import { copyOf, cutNote, endOfHead, startOfTail, withLineEnd } from "./cut.js";
import type { NotebookOutput, StreamName, StreamOutput } from "./nbformat.js";

interface TextPiece {
  readonly stream: StreamName;
  chunks: string[];
  length: number;
  /** The last output made of the chunks, so that an unchanged output stays the same object. */
  output?: StreamOutput | undefined;
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
  /** The number of dropped pieces at the start of the tail. */
  #dropped = 0;
  #isHeadFull = false;
  #cutCharacters = 0;
  #cutOutputs = 0;

  /** @param limit the number of characters to keep, half of them from the beginning and half from the end. */
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

  /** @param length its length in characters, not counting images. */
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

  /** Replaces each output that has this display id. */
  replace(
    displayId: string,
    make: (old: NotebookOutput) => { readonly output: NotebookOutput; readonly length: number } | undefined,
  ): void {
    for (const pieces of [this.#head, this.#tail.slice(this.#dropped)])
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

  /** Returns the outputs. `open` is an unfinished line. An unchanged output is the same object as before. */
  list(open?: { readonly stream: StreamName; readonly text: string }): NotebookOutput[] {
    const list = this.#head.map(toOutput);
    if (this.#cutCharacters + this.#cutOutputs > 0) {
      // The note goes where the text was cut, inside a stream if that was cut.
      const next = this.#tail[this.#dropped]?.stream ?? "stdout";
      joinText(list, next, `${cutNote(this.#cutCharacters, this.#cutOutputs)}\n`, true);
    }
    for (const piece of this.#tail.slice(this.#dropped)) {
      const last = list.at(-1);
      const continues = last?.output_type === "stream" && last.name === piece.stream;
      if (piece.stream !== undefined && continues) joinText(list, piece.stream, piece.chunks.join(""));
      else list.push(toOutput(piece));
    }
    if (open !== undefined && open.text !== "") joinText(list, open.stream, open.text);
    return list;
  }

  #dropTail(): void {
    for (const piece of this.#tail.slice(this.#dropped))
      if (piece.stream === undefined) this.#cutOutputs++;
      else this.#cutCharacters += piece.length;
    this.#tail = [];
    this.#dropped = 0;
    this.#tailLength = 0;
  }

  #trim(): void {
    while (this.#tailLength > this.#half) {
      const first = this.#tail[this.#dropped];
      if (first === undefined) break;
      const excess = this.#tailLength - this.#half;
      if (first.stream === undefined || first.length <= excess) {
        this.#dropped++;
        this.#tailLength -= first.length;
        if (first.stream === undefined) this.#cutOutputs++;
        else this.#cutCharacters += first.length;
      } else {
        const cut = shorten(first, excess);
        this.#tailLength -= cut;
        this.#cutCharacters += cut;
      }
    }
    // Doesn't do this every time, because it moves all remaining pieces.
    if (this.#dropped <= this.#tail.length / 2) return;
    this.#tail = this.#tail.slice(this.#dropped);
    this.#dropped = 0;
  }
}

function addText(pieces: Piece[], stream: StreamName, text: string): number {
  const last = pieces.at(-1);
  if (last?.stream === stream) {
    const end = last.chunks.length - 1;
    const chunk = last.chunks[end] ?? "";
    // Keeps few large chunks instead of many small ones, so that dropping the oldest is as fast as adding.
    if (chunk.length < 4_000) last.chunks[Math.max(end, 0)] = chunk + text;
    else last.chunks.push(text);
    last.length += text.length;
    last.output = undefined;
  } else pieces.push({ stream, chunks: [text], length: text.length });
  return text.length;
}

/** Drops at least `excess` characters from the front. Returns how many. */
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
  piece.output = undefined;
  return cut;
}

function toOutput(piece: Piece): NotebookOutput {
  if (piece.stream === undefined) return piece.output;
  if (piece.chunks.length > 1) piece.chunks = [piece.chunks.join("")];
  piece.output ??= { output_type: "stream", name: piece.stream, text: piece.chunks[0] ?? "" };
  return piece.output;
}

/** Appends to the list's last output if it is the same stream, or else adds an output. */
function joinText(list: NotebookOutput[], name: StreamName, text: string, onNewLine = false): void {
  const last = list.at(-1);
  if (last?.output_type === "stream" && last.name === name)
    list[list.length - 1] = { ...last, text: (onNewLine ? withLineEnd(last.text) : last.text) + text };
  else list.push({ output_type: "stream", name, text });
}
