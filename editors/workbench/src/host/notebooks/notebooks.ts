/** Runs cells of open notebooks, and the code that Claude wants to run, on the kernels that belong to them. */
import { basename, extname } from "node:path";
import { type Clock, messageOf } from "@tandem/base";
import type { CodeOutput } from "@tandem/server";
import type { KernelFacts, RunStatus } from "../../messages-notebook.js";
import type { CodeRunner } from "../code-runner.js";
import type { FileDocument } from "../documents/file-document.js";
import { CellRun } from "./cell-run.js";
import { type CellPlace, placeOf } from "./find-cell.js";
import { KernelSession } from "./kernel-session.js";
import { NotebookText } from "./notebook-text.js";

export interface NotebooksOptions {
  readonly codeRunner: CodeRunner;
  readonly clock: Clock;
  /** The text of an open file. */
  readonly document: (path: string) => FileDocument | undefined;
  /** The file that the user is at. */
  readonly activePath: () => string | undefined;
  /** {@link Notebooks.kernels} has changed. */
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

  /** The kernels that were used, each with what it does. */
  get kernels(): readonly KernelFacts[] {
    return [...this.#sessions.values()].map((session) => session.facts);
  }

  /** Runs cells one after the other, until one fails. The user has asked for it, so nobody is asked. */
  async run(path: string, cells: readonly CellPlace[]): Promise<RunStatus> {
    const text = this.#text(path);
    const places = cells.map((cell) => text.expect(cell));
    const session = this.#session(path);
    const runs = places.map((place) => new CellRun(text, place, this.#options.clock));
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
      // The user knows why it ended.
      if (session.stops !== stops) return "stopped";
      throw error;
    } finally {
      for (const run of runs) session.remove(run);
    }
  }

  /**
   * Runs code that is in no notebook yet: on the kernel of the notebook that the user is at, where it becomes the last
   * cell, or else on the one of the workspace. Whoever calls this has asked the user.
   */
  async runCode(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    const text = this.#activeNotebook();
    if (!text) return await this.#runOnWorkspace(code, signal);
    const last = text.notebook.cells.length;
    text.change((notebook) => notebook.insertCell(last, "code", code));
    const session = this.#session(text.document.path);
    const run = new CellRun(text, placeOf(text.notebook, last), this.#options.clock);
    session.add(run);
    try {
      const { answer } = await this.#runCell(session, run, AbortSignal.any([signal, session.signal]));
      return answer;
    } finally {
      session.remove(run);
    }
  }

  /** As Ctrl-C does; what waits does not run. */
  async interrupt(path: string | undefined): Promise<void> {
    await this.#sessions.get(path)?.interrupt();
  }

  async restart(path: string | undefined): Promise<void> {
    await this.#sessions.get(path)?.restart();
  }

  /** A file has no tab any more: a notebook's kernel ends with it. */
  async fileClosed(path: string): Promise<void> {
    const session = this.#sessions.get(path);
    if (!session) return;
    this.#sessions.delete(path);
    session.close();
    await this.#options.codeRunner.closeNotebook(path);
  }

  /** Ends what runs; the kernels are their maker's to end. */
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
        session.setProblem("A cell was deleted while it ran: it ran to its end, and what it gave is not shown.");
      if (run.isUnwritten)
        session.setProblem(
          "A cell ran to its end, and what it gave is not shown: the text was no notebook at that moment. Run it again.",
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
      // One that cannot be read takes no cell, so the code is not its own.
      return text.notebook && text;
    } catch {
      return undefined;
    }
  }

  #text(path: string): NotebookText {
    const document = this.#options.document(path);
    if (!document) throw new Error(`${basename(path)} is not open any more`);
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
