/** Collects the outputs of a run within fixed limits. */
import { BoundedOutputs } from "./bounded-outputs.js";
import { cutMiddle } from "./cut.js";
import type { MimeBundle, NotebookOutput, StreamName } from "./nbformat.js";
import { OpenLine } from "./open-line.js";

/** A kernel's message that affects outputs. */
export type OutputEvent =
  | { readonly type: "stream"; readonly name: StreamName; readonly text: string }
  | { readonly type: "display"; readonly data: MimeBundle; readonly metadata: MimeBundle; readonly displayId?: string }
  | {
      readonly type: "result";
      readonly data: MimeBundle;
      readonly metadata: MimeBundle;
      readonly executionCount: number | null;
      readonly displayId?: string;
    }
  /** Replaces the content of the outputs with this id. */
  | { readonly type: "update"; readonly data: MimeBundle; readonly metadata: MimeBundle; readonly displayId: string }
  | {
      readonly type: "error";
      readonly name: string;
      readonly value: string;
      readonly traceback: readonly string[];
    }
  /** With `wait`, the outputs are cleared when the next one arrives. */
  | { readonly type: "clear"; readonly wait: boolean };

export interface OutputLimits {
  /** The number of text characters to keep, half from the beginning and half from the end. */
  readonly characters: number;
  readonly images: number;
  /** The total length of all images in base64. */
  readonly imageCharacters: number;
}

/** For the result of `executeCode`. */
export const answerLimits: OutputLimits = { characters: 100_000, images: 20, imageCharacters: 20_000_000 };

/** For a notebook, where outputs are shown and saved. */
export const notebookLimits: OutputLimits = { characters: 2_000_000, images: 200, imageCharacters: 100_000_000 };

/** Every output counts as at least this long, so that a million empty ones are cut too. */
const minLength = 50;

export class OutputCollector {
  readonly #limits: OutputLimits;
  readonly #reduce: (data: MimeBundle) => MimeBundle;
  #outputs: BoundedOutputs;
  #open: { readonly stream: StreamName; readonly line: OpenLine } | undefined;
  #images = 0;
  #imageCharacters = 0;
  #clearsAtNext = false;

  /** @param reduce selects what to keep of a bundle. Keeps everything by default. */
  constructor(limits: OutputLimits, reduce: (data: MimeBundle) => MimeBundle = (data) => data) {
    this.#limits = limits;
    this.#reduce = reduce;
    this.#outputs = new BoundedOutputs(limits.characters);
  }

  /** Returns the outputs so far. An unchanged output is the same object as in the last call. */
  list(): readonly NotebookOutput[] {
    return this.#outputs.list(this.#open && { stream: this.#open.stream, text: this.#open.line.text });
  }

  add(event: OutputEvent): void {
    if (event.type === "clear") {
      if (event.wait) this.#clearsAtNext = true;
      else this.#clear();
      return;
    }
    if (this.#clearsAtNext && event.type !== "update") this.#clear();
    if (event.type === "stream") this.#addText(event.name, event.text);
    else if (event.type === "update") this.#update(event);
    else {
      this.#endLine();
      this.#addOutput(event);
    }
  }

  #clear(): void {
    this.#outputs = new BoundedOutputs(this.#limits.characters);
    this.#open = undefined;
    this.#clearsAtNext = false;
    this.#images = 0;
    this.#imageCharacters = 0;
  }

  #addText(stream: StreamName, text: string): void {
    if (this.#open?.stream !== stream) this.#endLine();
    this.#open ??= { stream, line: new OpenLine() };
    const finished = this.#open.line.write(text);
    if (finished !== "") this.#outputs.appendText(stream, finished);
  }

  /** Ends the open line, because the next output doesn't continue it. */
  #endLine(): void {
    const { stream, line } = this.#open ?? {};
    this.#open = undefined;
    if (stream !== undefined && line !== undefined && line.text !== "") this.#outputs.appendText(stream, line.text);
  }

  #addOutput(event: Extract<OutputEvent, { type: "display" | "result" | "error" }>): void {
    if (event.type === "error") {
      const maxLength = this.#limits.characters;
      const traceback = cutMiddle(event.traceback.join("\n"), maxLength).split("\n");
      const evalue = cutMiddle(event.value, maxLength);
      const output = { output_type: "error" as const, ename: event.name, evalue, traceback };
      this.#outputs.appendOutput(output, minLength + sizeOf(output));
      return;
    }
    const { metadata, displayId } = event;
    const { data, length } = this.#admit(event.data);
    this.#outputs.appendOutput(
      event.type === "display"
        ? { output_type: "display_data", data, metadata }
        : { output_type: "execute_result", execution_count: event.executionCount, data, metadata },
      length,
      displayId,
    );
  }

  #update({ displayId, data: wanted, metadata }: Extract<OutputEvent, { type: "update" }>): void {
    // The limits apply to each replaced output separately, after the old one's images stop counting.
    this.#outputs.replace(displayId, (old) => {
      if (old.output_type !== "display_data" && old.output_type !== "execute_result") return undefined;
      this.#forget(old.data);
      const { data, length } = this.#admit(wanted);
      return { output: { ...old, data, metadata }, length };
    });
  }

  /** Returns the part of a bundle that fits the limits, and its length. */
  #admit(bundle: MimeBundle): { data: MimeBundle; length: number } {
    const data: Record<string, unknown> = { ...this.#reduce(bundle) };
    for (const [type, content] of Object.entries(data)) {
      if (!isImage(type)) continue;
      const size = sizeOf(content);
      if (this.#images < this.#limits.images && this.#imageCharacters + size <= this.#limits.imageCharacters) {
        this.#images++;
        this.#imageCharacters += size;
        continue;
      }
      delete data[type];
      data["text/plain"] ??=
        `[${type} of ${Math.ceil(size / 1000)} kB omitted: there are too many images, or they are too large]`;
    }
    for (const [type, content] of Object.entries(data)) {
      if (isImage(type) || sizeOf(content) <= this.#limits.characters) continue;
      if (type === "text/plain" && typeof content === "string")
        data[type] = cutMiddle(content, this.#limits.characters / 2);
      else delete data[type];
    }
    const length = Object.entries(data).reduce((sum, [type, part]) => sum + (isImage(type) ? 0 : sizeOf(part)), 0);
    return { data, length: minLength + length };
  }

  /** Stops counting the images of a removed bundle. */
  #forget(data: MimeBundle): void {
    for (const [type, content] of Object.entries(data)) {
      if (!isImage(type)) continue;
      this.#images--;
      this.#imageCharacters -= sizeOf(content);
    }
  }
}

/** SVG counts as text. */
function isImage(type: string): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}

function sizeOf(content: unknown): number {
  return typeof content === "string" ? content.length : (JSON.stringify(content)?.length ?? 0);
}
