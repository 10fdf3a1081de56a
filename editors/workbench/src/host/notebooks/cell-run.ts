/** One run of one cell: what it gives is written into the notebook's text while it comes. */
import type { Clock } from "@tandem/base";
import type { NotebookOutput } from "@tandem/workspace/notebook";
import type { CodeKernel, CodeResult } from "../code-runner.js";
import { type CellPlace, findCell, placeOf } from "./find-cell.js";
import type { NotebookText } from "./notebook-text.js";

/** Outputs are written at most so often, and in a notebook so large that writing takes long, less often. */
const leastPauseMs = 100;
const restFactor = 4;

export class CellRun {
  readonly #text: NotebookText;
  readonly #clock: Clock;
  #place: CellPlace;
  #cellCount: number;
  #isRunning = false;
  #isLost = false;
  #isUnwritten = false;
  #isClosed = false;
  #count: number | null = null;
  #outputs: readonly NotebookOutput[] = [];
  #mayWriteAt = 0;
  #callOff: (() => void) | undefined;

  constructor(text: NotebookText, place: CellPlace, clock: Clock) {
    this.#text = text;
    this.#place = place;
    this.#clock = clock;
    this.#cellCount = text.notebook.cells.length;
  }

  get place(): CellPlace {
    return this.#place;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The cell was deleted while it ran, so that what it gave has no place. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** What it gave last could not be written, because the text was no notebook. */
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  /** Runs the cell's source; `begun` is called when it is its turn. */
  async run(kernel: CodeKernel, signal: AbortSignal, begun: () => void): Promise<CodeResult> {
    const listener = {
      started: () => {
        this.#isRunning = true;
        // What an earlier run gave is not to be taken for this one's.
        this.#write();
        begun();
      },
      executionCount: (count: number) => {
        this.#count = count;
        this.#writeSoon();
      },
      outputs: (outputs: readonly NotebookOutput[]) => {
        this.#outputs = outputs;
        this.#writeSoon();
      },
    };
    try {
      const result = await kernel.run(this.#place.source, { signal, listener });
      this.#outputs = result.outputs;
      this.#count = result.executionCount;
      return result;
    } finally {
      if (this.#isRunning) this.#write();
      this.#callOff?.();
      this.#isRunning = false;
    }
  }

  /** Writes no more: the notebook is closed. */
  close(): void {
    this.#isClosed = true;
    this.#callOff?.();
  }

  #writeSoon(): void {
    const wait = this.#mayWriteAt - this.#clock.now();
    if (wait <= 0) this.#write();
    else this.#callOff ??= this.#clock.after(wait, () => this.#write());
  }

  #write(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#isClosed) return;
    const start = this.#clock.now();
    try {
      this.#writeCell();
      this.#isUnwritten = false;
    } catch {
      // The text is no notebook for now, because somebody edits it as text: the next time it may be one again.
      this.#isUnwritten = true;
    }
    const took = this.#clock.now() - start;
    this.#mayWriteAt = this.#clock.now() + Math.max(leastPauseMs, took * restFactor);
  }

  #writeCell(): void {
    const index = this.#find();
    this.#isLost = index === undefined;
    if (index === undefined) return;
    const outputs = this.#outputs;
    const before = this.#text.notebook.cells[index];
    // Two changes where both are new: one would span what stands between them, which the user may be typing in.
    if (before?.executionCount !== this.#count)
      this.#text.change((notebook) => notebook.setOutputs(index, before?.outputs ?? [], this.#count));
    this.#text.change((notebook) => notebook.setOutputs(index, outputs, this.#count));
    this.#place = placeOf(this.#text.notebook, index);
    this.#cellCount = this.#text.notebook.cells.length;
  }

  /** Without an id, one whose source is being edited is still where it was, while no cell came or went. */
  #find(): number | undefined {
    const { notebook } = this.#text;
    const { index, id } = this.#place;
    const found = findCell(notebook, this.#place);
    if (found !== undefined || id !== undefined) return found;
    return notebook.cells.length === this.#cellCount && notebook.cells[index]?.type === "code" ? index : undefined;
  }
}
