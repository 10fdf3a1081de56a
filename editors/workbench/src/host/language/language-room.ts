/** Between the windows and the language tools: lines to servers, what is wrong in open files, and how the servers are. */
import { innermostFolder } from "@tandem/base/node";
import { languageIdOf } from "@tandem/codemirror/languages";
import { toFileUri } from "@tandem/protocol";
import type { Model } from "../../messages.js";
import type { LanguageLine, PlacedProblem, Problems } from "../../messages-language.js";
import type { LanguageConnection, LanguageTools, WorkspacePrograms } from "../providers.js";
import type { WorkbenchWindow } from "../windows.js";
import type { Workbench } from "../workbench.js";
import { DiagnosticsBoard } from "./diagnostics-board.js";
import { describeServer, missingServer, serverKey } from "./status-words.js";

/** How long the list of all problems waits for servers, in ms. */
const problemsMs = 2000;
/** How long a server may take for its first word about a file, in ms. */
const firstAnswerMs = 30_000;

export interface LanguageRoomOptions {
  readonly tools: LanguageTools | undefined;
  readonly programs: WorkspacePrograms | undefined;
  readonly workbench: Workbench;
  /** Something that windows show has changed. */
  readonly onChanged: () => void;
}

export class LanguageRoom {
  readonly #options: LanguageRoomOptions;
  readonly #board: DiagnosticsBoard;
  /** By window, then by the server's key. */
  readonly #lines = new Map<WorkbenchWindow, Map<string, LanguageConnection>>();
  readonly #endings: (() => void)[] = [];

  constructor(options: LanguageRoomOptions) {
    const { tools, programs, workbench, onChanged } = options;
    this.#options = options;
    this.#board = new DiagnosticsBoard((path) => workbench.documents.get(path));
    const endings = [
      tools?.onDiagnosticsChanged?.((path, diagnostics) => {
        const told = this.#board.put(path, diagnostics);
        if (told) workbench.windows.tellAll("diagnostics", told);
      }),
      tools?.onStatusChanged?.(() => {
        this.#endLinesOfGone();
        onChanged();
      }),
      programs?.onChanged(onChanged),
    ];
    this.#endings.push(...endings.filter((end) => end !== undefined));
  }

  /** The part of the model that is about languages. */
  get facts(): Model["language"] {
    const { tools, programs } = this.#options;
    if (!tools?.status) return undefined;
    return { servers: tools.status().map(describeServer), questions: programs?.questions ?? [] };
  }

  async connect(window: WorkbenchWindow, path: string): Promise<LanguageLine> {
    const { tools, workbench } = this.#options;
    const uri = toFileUri(path);
    let key: string | undefined;
    const line = await tools?.connect?.(path, (message) => {
      if (key !== undefined) window.tell("language.message", { server: key, message });
    });
    if (!line) {
      const missing = missingServer(tools?.status?.() ?? [], languageIdOf(path), this.#folderOf(path));
      return { uri, isConnected: false, ...(missing && { server: serverKey(missing) }) };
    }
    key = line.key;
    const lines = this.#lines.get(window) ?? new Map<string, LanguageConnection>();
    // One that has gone meanwhile was forgotten already; one that has a line keeps what it asked over that.
    if (!workbench.windows.all.includes(window) || lines.has(key)) line.close();
    else this.#lines.set(window, lines.set(key, line));
    const known = this.#board.get(path);
    if (known) window.tell("diagnostics", known);
    else this.#askAbout(path);
    return { uri, server: key, isConnected: true };
  }

  send(window: WorkbenchWindow, server: string, message: string): void {
    const line = this.#lines.get(window)?.get(server);
    if (!line) throw new Error("There is no connection to this language server any more");
    line.receive(message);
  }

  /** A window has gone. */
  forget(window: WorkbenchWindow): void {
    for (const line of this.#lines.get(window)?.values() ?? []) line.close();
    this.#lines.delete(window);
  }

  restart(): void {
    const { tools } = this.#options;
    if (!tools?.restart) throw new Error("There are no language servers here that could be restarted");
    tools.restart();
  }

  async trust(folder: string, isTrusted: boolean): Promise<void> {
    await this.#options.programs?.answer(folder, isTrusted);
    if (isTrusted) this.#options.tools?.lookAgain?.();
  }

  /** What is wrong in all files that are known; hints are no problems. */
  async problems(): Promise<Problems> {
    const { tools, workbench } = this.#options;
    if (!tools) return { files: [], leftOut: 0 };
    await workbench.windows.flush();
    const { files, leftOut = 0 } = await tools.diagnostics(undefined, AbortSignal.timeout(problemsMs));
    const listed = files.map(({ path, diagnostics }) => {
      const problems = diagnostics.filter(({ severity }) => severity !== "Hint");
      return { path, problems: problems.map((problem): PlacedProblem => ({ ...problem })) };
    });
    return { files: listed.filter(({ problems }) => problems.length > 0), leftOut };
  }

  close(): void {
    for (const end of this.#endings.splice(0)) end();
    for (const window of [...this.#lines.keys()]) this.forget(window);
  }

  /** A server that came after the file was opened says nothing of it before it is asked; the answer is told like any. */
  #askAbout(path: string): void {
    const asking = this.#options.tools?.diagnostics(path, AbortSignal.timeout(firstAnswerMs));
    Promise.resolve(asking).catch(() => {});
  }

  #folderOf(path: string): string | undefined {
    const { folders } = this.#options.workbench;
    return innermostFolder(folders, path) ?? folders[0];
  }

  /** Servers go with their folders: windows ask anew for the files that are still open. */
  #endLinesOfGone(): void {
    const there = new Set(this.#options.tools?.status?.().map(serverKey));
    for (const [window, lines] of this.#lines)
      for (const [key, line] of lines) {
        if (there.has(key)) continue;
        line.close();
        lines.delete(key);
        window.tell("language.closed", { server: key });
      }
  }
}
