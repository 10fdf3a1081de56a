/** A run of one cell. Its outputs are written into the notebook's text while it runs. */
import type { Clock } from "@tandem-ide/base";
import type { RunResult } from "@tandem-ide/workspace/kernel";
import type { NotebookOutput } from "@tandem-ide/workspace/notebook";
import type { CodeKernel } from "../code-runner.js";
import { type CellRef, cellRefAt, findCell } from "./find-cell.js";
import type { NotebookText } from "./notebook-text.js";

/** The pause between writes; in a large notebook, where writing takes long, a multiple of that time. */
const minPauseMs = 100;
const pauseFactor = 4;

export class CellRun {
  readonly #text: NotebookText;
  readonly #clock: Clock;
  #cell: CellRef;
  #cellCount: number;
  #isRunning = false;
  #isLost = false;
  #isNotWritten = false;
  #isClosed = false;
  #count: number | null = null;
  #outputs: readonly NotebookOutput[] = [];
  #nextWriteAt = 0;
  #cancelWrite: (() => void) | undefined;

  constructor(text: NotebookText, cell: CellRef, clock: Clock) {
    this.#text = text;
    this.#cell = cell;
    this.#clock = clock;
    this.#cellCount = text.notebook.cells.length;
  }

  get cell(): CellRef {
    return this.#cell;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The cell was deleted while it ran, so its outputs can't be shown. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The last outputs could not be written, because the text was not a valid notebook. */
  get isNotWritten(): boolean {
    return this.#isNotWritten;
  }

  /** Runs the cell's source and calls `onStart` when its turn comes. */
  async run(kernel: CodeKernel, signal: AbortSignal, onStart: () => void): Promise<RunResult> {
    const listener = {
      started: () => {
        this.#isRunning = true;
        // Clears the outputs of an earlier run.
        this.#write();
        onStart();
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
      const result = await kernel.run(this.#cell.source, { signal, listener });
      this.#outputs = result.outputs;
      this.#count = result.executionCount;
      return result;
    } finally {
      if (this.#isRunning) this.#write();
      this.#cancelWrite?.();
      this.#isRunning = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWrite?.();
  }

  #writeSoon(): void {
    const wait = this.#nextWriteAt - this.#clock.now();
    if (wait <= 0) this.#write();
    else this.#cancelWrite ??= this.#clock.after(wait, () => this.#write());
  }

  #write(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    if (this.#isClosed) return;
    const start = this.#clock.now();
    try {
      this.#writeCell();
      this.#isNotWritten = false;
    } catch {
      // The user is editing the notebook as text, so it isn't valid right now. The next write may succeed.
      this.#isNotWritten = true;
    }
    const took = this.#clock.now() - start;
    this.#nextWriteAt = this.#clock.now() + Math.max(minPauseMs, took * pauseFactor);
  }

  #writeCell(): void {
    const index = this.#find();
    this.#isLost = index === undefined;
    if (index === undefined) return;
    const outputs = this.#outputs;
    const before = this.#text.notebook.cells[index];
    // Two changes, because a single one would span the source between them, where the user may be typing.
    if (before?.executionCount !== this.#count)
      this.#text.change((notebook) => notebook.setOutputs(index, before?.outputs ?? [], this.#count));
    this.#text.change((notebook) => notebook.setOutputs(index, outputs, this.#count));
    this.#cell = cellRefAt(this.#text.notebook, index);
    this.#cellCount = this.#text.notebook.cells.length;
  }

  /** Finds the cell. One without an id whose source was edited has the same index, unless cells were added or removed. */
  #find(): number | undefined {
    const { notebook } = this.#text;
    const { index, id } = this.#cell;
    const found = findCell(notebook, this.#cell);
    if (found !== undefined || id !== undefined) return found;
    return notebook.cells.length === this.#cellCount && notebook.cells[index]?.type === "code" ? index : undefined;
  }
}
