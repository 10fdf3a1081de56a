/** Collects what a kernel publishes while it runs a cell: pure, and bounded whatever comes. */
import { BoundedOutputs } from "./bounded-outputs.js";
import { cutMiddle } from "./cut.js";
import type { MimeBundle, NotebookOutput, StreamName } from "./nbformat.js";
import { OpenLine } from "./open-line.js";

/** What a kernel publishes about a run, as far as it makes outputs. */
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
  /** Another content for what was shown with this id. */
  | { readonly type: "update"; readonly data: MimeBundle; readonly metadata: MimeBundle; readonly displayId: string }
  | {
      readonly type: "error";
      readonly name: string;
      readonly value: string;
      readonly traceback: readonly string[];
    }
  /** With `wait` the outputs go when the next one comes. */
  | { readonly type: "clear"; readonly wait: boolean };

export interface OutputLimits {
  /** How many characters of text are kept, half from the beginning and half from the end. */
  readonly characters: number;
  readonly images: number;
  /** How much base64 of all images together. */
  readonly imageCharacters: number;
}

/** For the answer to `executeCode`. */
export const answerLimits: OutputLimits = { characters: 100_000, images: 20, imageCharacters: 20_000_000 };

/** For a notebook, where outputs are looked at and saved. */
export const notebookLimits: OutputLimits = { characters: 2_000_000, images: 200, imageCharacters: 100_000_000 };

/** An output is never free: a loop that shows a million empty ones is cut too. */
const leastLength = 50;

export class OutputCollector {
  readonly #limits: OutputLimits;
  readonly #reduce: (data: MimeBundle) => MimeBundle;
  #outputs: BoundedOutputs;
  #open: { readonly stream: StreamName; readonly line: OpenLine } | undefined;
  #images = 0;
  #imageCharacters = 0;
  #clearsAtNext = false;

  /** @param reduce what to keep of a bundle; by default all of it. */
  constructor(limits: OutputLimits, reduce: (data: MimeBundle) => MimeBundle = (data) => data) {
    this.#limits = limits;
    this.#reduce = reduce;
    this.#outputs = new BoundedOutputs(limits.characters);
  }

  /** The outputs until now. One that did not change since the last call is the same object. */
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

  /** What comes next does not continue the line. */
  #endLine(): void {
    const { stream, line } = this.#open ?? {};
    this.#open = undefined;
    if (stream !== undefined && line !== undefined && line.text !== "") this.#outputs.appendText(stream, line.text);
  }

  #addOutput(event: Extract<OutputEvent, { type: "display" | "result" | "error" }>): void {
    if (event.type === "error") {
      const longest = this.#limits.characters;
      const traceback = cutMiddle(event.traceback.join("\n"), longest).split("\n");
      const evalue = cutMiddle(event.value, longest);
      const output = { output_type: "error" as const, ename: event.name, evalue, traceback };
      this.#outputs.appendOutput(output, leastLength + sizeOf(output));
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
    // For each that it replaces: what goes makes room for what comes, and where none is shown nothing comes.
    this.#outputs.replace(displayId, (old) => {
      if (old.output_type !== "display_data" && old.output_type !== "execute_result") return undefined;
      this.#forget(old.data);
      const { data, length } = this.#admit(wanted);
      return { output: { ...old, data, metadata }, length };
    });
  }

  /** The bundle as far as it may stay, and what it counts for. */
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
      const why = `there are too many images, or too large ones`;
      data["text/plain"] ??= `[${type} of ${Math.ceil(size / 1000)} kB left out: ${why}]`;
    }
    for (const [type, content] of Object.entries(data)) {
      if (isImage(type) || sizeOf(content) <= this.#limits.characters) continue;
      if (type === "text/plain" && typeof content === "string")
        data[type] = cutMiddle(content, this.#limits.characters / 2);
      else delete data[type];
    }
    const length = Object.entries(data).reduce((sum, [type, part]) => sum + (isImage(type) ? 0 : sizeOf(part)), 0);
    return { data, length: leastLength + length };
  }

  /** The images of a bundle that goes. */
  #forget(data: MimeBundle): void {
    for (const [type, content] of Object.entries(data)) {
      if (!isImage(type)) continue;
      this.#images--;
      this.#imageCharacters -= sizeOf(content);
    }
  }
}

/** SVG is text, and counts as that. */
function isImage(type: string): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}

function sizeOf(content: unknown): number {
  return typeof content === "string" ? content.length : (JSON.stringify(content)?.length ?? 0);
}
