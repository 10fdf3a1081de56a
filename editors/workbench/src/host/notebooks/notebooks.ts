/** Runs cells of open notebooks and code from Claude on the right kernels. */
import { extname } from "node:path";
import { type Clock, messageOf } from "@tandem-ide/base";
import type { CodeOutput } from "@tandem-ide/server";
import type { KernelFacts, RunStatus } from "../../messages-notebook.js";
import type { CodeRunner } from "../code-runner.js";
import type { FileDocument } from "../documents/file-document.js";
import { CellRun } from "./cell-run.js";
import { type CellRef, cellRefAt } from "./find-cell.js";
import { KernelSession } from "./kernel-session.js";
import { NotebookText } from "./notebook-text.js";

export interface NotebooksOptions {
  readonly codeRunner: CodeRunner;
  readonly clock: Clock;
  readonly document: (path: string) => FileDocument;
  readonly activePath: () => string | undefined;
  readonly changed: () => void;
}

export function isNotebook(path: string): boolean {
  return extname(path).toLowerCase() === ".ipynb";
}

export class Notebooks {
  readonly #options: NotebooksOptions;
  readonly #sessions = new Map<string | undefined, KernelSession>();
  readonly #texts = new WeakMap<FileDocument, NotebookText>();

  constructor(options: NotebooksOptions) {
    this.#options = options;
  }

  get kernels(): readonly KernelFacts[] {
    return [...this.#sessions.values()].map((session) => session.facts);
  }

  /** Runs cells in sequence until one fails. The user started this, so no permission is needed. */
  async run(path: string, cells: readonly CellRef[]): Promise<RunStatus> {
    const text = this.#text(path);
    const session = this.#session(path);
    const runs = cells.map((cell) => new CellRun(text, text.resolveCell(cell), this.#options.clock));
    for (const run of runs) session.add(run);
    const { stops } = session;
    try {
      return await session.inTurn(async () => {
        for (const run of runs) {
          if (session.stops !== stops) return "stopped";
          const { isOk } = await this.#runCell(session, run, session.signal);
          if (session.stops !== stops) return "stopped";
          if (!isOk) return "failed";
        }
        return "done";
      });
    } catch (error) {
      // The user stopped it, so this isn't an error.
      if (session.stops !== stops) return "stopped";
      throw error;
    } finally {
      for (const run of runs) session.remove(run);
    }
  }

  /**
   * Runs code from Claude: as a new last cell of the active notebook, or else on the workspace kernel. The caller has
   * permission from the user.
   */
  async runCode(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    const text = this.#activeNotebook();
    if (!text) return await this.#runOnWorkspace(code, signal);
    const last = text.notebook.cells.length;
    text.change((notebook) => notebook.insertCell(last, "code", code));
    const session = this.#session(text.document.path);
    const run = new CellRun(text, cellRefAt(text.notebook, last), this.#options.clock);
    session.add(run);
    try {
      const { answer } = await this.#runCell(session, run, AbortSignal.any([signal, session.signal]));
      return answer;
    } finally {
      session.remove(run);
    }
  }

  /** Interrupts the kernel, as Ctrl-C does, and clears its queue. */
  async interrupt(path: string | undefined): Promise<void> {
    await this.#sessions.get(path)?.interrupt();
  }

  async restart(path: string | undefined): Promise<void> {
    await this.#sessions.get(path)?.restart();
  }

  /** Closes the kernel of a notebook whose last tab was closed. */
  async fileClosed(path: string): Promise<void> {
    const session = this.#sessions.get(path);
    if (!session) return;
    this.#sessions.delete(path);
    session.close();
    await this.#options.codeRunner.closeNotebook(path);
  }

  /** Ends all runs. Whoever created the code runner closes its kernels. */
  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  async #runOnWorkspace(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    const session = this.#session(undefined);
    session.setProblem(undefined);
    try {
      const kernel = await session.kernel();
      const { answer } = await kernel.run(code, { signal: AbortSignal.any([signal, session.signal]) });
      return answer;
    } catch (error) {
      if (!signal.aborted) session.setProblem(messageOf(error));
      throw error;
    }
  }

  async #runCell(session: KernelSession, run: CellRun, signal: AbortSignal) {
    const { stops } = session;
    session.setProblem(undefined);
    try {
      const result = await run.run(await session.kernel(), signal, () => session.changed());
      if (run.isLost)
        session.setProblem("A cell was deleted while it was running. It finished, but its output is lost.");
      if (run.isNotWritten)
        session.setProblem(
          "A cell finished, but its output is lost: the file wasn't a valid notebook at that moment. Run it again.",
        );
      return result;
    } catch (error) {
      if (session.stops === stops && !signal.aborted) session.setProblem(messageOf(error));
      throw error;
    } finally {
      session.remove(run);
    }
  }

  #activeNotebook(): NotebookText | undefined {
    const path = this.#options.activePath();
    if (path === undefined || !isNotebook(path)) return undefined;
    try {
      const text = this.#text(path);
      // A cell can't be added to an invalid notebook, so the code runs elsewhere.
      return text.notebook && text;
    } catch {
      return undefined;
    }
  }

  #text(path: string): NotebookText {
    const document = this.#options.document(path);
    let text = this.#texts.get(document);
    if (!text) {
      text = new NotebookText(document);
      this.#texts.set(document, text);
    }
    return text;
  }

  #session(path: string | undefined): KernelSession {
    const known = this.#sessions.get(path);
    if (known) return known;
    const { codeRunner, changed } = this.#options;
    const start = () =>
      path === undefined
        ? codeRunner.forWorkspace()
        : codeRunner.forNotebook(path, this.#text(path).notebook.kernelName);
    const session = new KernelSession({ path, start, changed });
    this.#sessions.set(path, session);
    return session;
  }
}
