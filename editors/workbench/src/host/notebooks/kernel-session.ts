/** A kernel with its queue, its running cells and its last problem. */
import type { KernelCell, KernelFacts } from "../../messages-notebook.js";
import type { CodeKernel } from "../code-runner.js";
import type { CellRun } from "./cell-run.js";

export interface KernelSessionOptions {
  /** The notebook's path; undefined for the workspace kernel. */
  readonly path: string | undefined;
  readonly start: () => Promise<CodeKernel>;
  readonly changed: () => void;
}

export class KernelSession {
  readonly path: string | undefined;
  readonly #options: KernelSessionOptions;
  readonly #runs = new Set<CellRun>();
  readonly #lifetime = new AbortController();
  #kernel: Promise<CodeKernel> | undefined;
  #started: CodeKernel | undefined;
  #stopListening = () => {};
  #problem: string | undefined;
  /** The end of the queue. */
  #last: Promise<unknown> = Promise.resolve();
  #stops = 0;

  constructor(options: KernelSessionOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  /** How many times the queue was cleared by an interrupt, a restart or closing. */
  get stops(): number {
    return this.#stops;
  }

  get facts(): KernelFacts {
    const cells = [...this.#runs].map((run): KernelCell => {
      const { index, id } = run.cell;
      return { index, ...(id !== undefined && { id }), isRunning: run.isRunning };
    });
    return {
      ...(this.path !== undefined && { path: this.path }),
      status: this.#started?.status ?? "not started",
      cells,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  /** Returns the kernel, which starts when it first runs code. */
  async kernel(): Promise<CodeKernel> {
    this.#kernel ??= this.#options.start().then(
      (kernel) => {
        this.#started = kernel;
        this.#stopListening = kernel.onStatusChanged(() => this.#options.changed());
        return kernel;
      },
      (error) => {
        this.#kernel = undefined;
        throw error;
      },
    );
    return await this.#kernel;
  }

  /** Runs `work` at the end of the queue. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  add(run: CellRun): void {
    this.#runs.add(run);
    this.#options.changed();
  }

  remove(run: CellRun): void {
    if (this.#runs.delete(run)) this.#options.changed();
  }

  /** Sets the problem that is shown until the user runs something again; undefined clears it. */
  setProblem(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.changed();
  }

  changed(): void {
    this.#options.changed();
  }

  async interrupt(): Promise<void> {
    this.#stops++;
    await this.#started?.interrupt();
  }

  async restart(): Promise<void> {
    this.#stops++;
    this.setProblem(undefined);
    await this.#started?.restart();
  }

  close(): void {
    this.#stops++;
    this.#stopListening();
    for (const run of this.#runs) run.close();
    this.#runs.clear();
    this.#lifetime.abort(new Error("The notebook was closed"));
  }
}
