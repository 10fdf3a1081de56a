/** A kernel as long as it may be needed: what waits for it, what it runs, and what went wrong with it last. */
import type { KernelCell, KernelFacts } from "../../messages-notebook.js";
import type { CodeKernel } from "../code-runner.js";
import type { CellRun } from "./cell-run.js";

export interface KernelSessionOptions {
  /** The notebook's; undefined for the kernel of the workspace. */
  readonly path: string | undefined;
  readonly start: () => Promise<CodeKernel>;
  /** Something of {@link KernelSession.facts} has changed. */
  readonly changed: () => void;
}

export class KernelSession {
  readonly path: string | undefined;
  readonly #options: KernelSessionOptions;
  readonly #runs = new Set<CellRun>();
  readonly #lifetime = new AbortController();
  #kernel: Promise<CodeKernel> | undefined;
  #known: CodeKernel | undefined;
  #stopListening = () => {};
  #problem: string | undefined;
  /** The end of what waits: the next one begins behind it. */
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

  /** Counts what ended everything that waits: an interrupt, a restart. */
  get stops(): number {
    return this.#stops;
  }

  get facts(): KernelFacts {
    const cells = [...this.#runs].map((run): KernelCell => {
      const { index, id } = run.place;
      return { index, ...(id !== undefined && { id }), isRunning: run.isRunning };
    });
    return {
      ...(this.path !== undefined && { path: this.path }),
      status: this.#known?.status ?? "not started",
      cells,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  /** The kernel, got when it is first needed. It starts when it first runs code. */
  async kernel(): Promise<CodeKernel> {
    this.#kernel ??= this.#options.start().then(
      (kernel) => {
        this.#known = kernel;
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

  /** Runs something behind all that waits. */
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

  /** What the user is to know of it, until they run something again; undefined for nothing. */
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
    await this.#known?.interrupt();
  }

  async restart(): Promise<void> {
    this.#stops++;
    this.setProblem(undefined);
    await this.#known?.restart();
  }

  close(): void {
    this.#stops++;
    this.#stopListening();
    for (const run of this.#runs) run.close();
    this.#runs.clear();
    this.#lifetime.abort(new Error("The notebook was closed"));
  }
}
