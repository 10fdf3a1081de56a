/** Connects windows with the language tools: connections to servers, diagnostics of open files, and server status. */
import { innermostFolder } from "@tandem-ide/base/node";
import { languageIdOf } from "@tandem-ide/codemirror/languages";
import { toFileUri } from "@tandem-ide/protocol";
import type { PageConnection } from "@tandem-ide/workspace/language";
import type { Model } from "../../messages.js";
import type { LanguageLine, PlacedProblem, Problems } from "../../messages-language.js";
import type { LanguageTools, WorkspacePrograms } from "../providers.js";
import type { WorkbenchWindow } from "../windows.js";
import type { Workbench } from "../workbench.js";
import { OpenFileDiagnostics } from "./open-file-diagnostics.js";
import { describeServer, missingServer, serverKey } from "./server-status.js";

/** How long the list of all problems waits for servers, in ms. */
const problemsMs = 2000;
/** How long a server may take for its first diagnostics of a file, in ms. */
const firstAnswerMs = 30_000;

export interface LanguageServiceOptions {
  readonly tools: LanguageTools | undefined;
  readonly programs: WorkspacePrograms | undefined;
  readonly workbench: Workbench;
  readonly onChanged: () => void;
}

export class LanguageService {
  readonly #options: LanguageServiceOptions;
  readonly #diagnostics: OpenFileDiagnostics;
  /** Keyed by window, then by the server's key. */
  readonly #connections = new Map<WorkbenchWindow, Map<string, PageConnection>>();
  readonly #subscriptions: (() => void)[] = [];

  constructor(options: LanguageServiceOptions) {
    const { tools, programs, workbench, onChanged } = options;
    this.#options = options;
    this.#diagnostics = new OpenFileDiagnostics((path) => workbench.documents.get(path));
    const subscriptions = [
      tools?.onDiagnosticsChanged?.((path, diagnostics) => {
        const event = this.#diagnostics.set(path, diagnostics);
        if (event) workbench.windows.broadcast("diagnostics", event);
      }),
      tools?.onStatusChanged?.(() => {
        this.#closeStaleConnections();
        onChanged();
      }),
      programs?.onChanged(onChanged),
    ];
    this.#subscriptions.push(...subscriptions.filter((unsubscribe) => unsubscribe !== undefined));
  }

  get model(): Model["language"] {
    const { tools, programs } = this.#options;
    if (!tools?.status) return undefined;
    return { servers: tools.status().map(describeServer), questions: programs?.questions ?? [] };
  }

  async connect(window: WorkbenchWindow, path: string): Promise<LanguageLine> {
    const { tools, workbench } = this.#options;
    const uri = toFileUri(path);
    let key: string | undefined;
    const connection = await tools?.connect?.(path, (message) => {
      if (key !== undefined) window.send("language.message", { server: key, message });
    });
    if (!connection) {
      const missing = missingServer(tools?.status?.() ?? [], languageIdOf(path), this.#folderOf(path));
      return { uri, isConnected: false, ...(missing && { server: serverKey(missing) }) };
    }
    key = connection.key;
    const connections = this.#connections.get(window) ?? new Map<string, PageConnection>();
    // The window may have disconnected in the meantime. One that has a connection keeps it, with its pending requests.
    if (!workbench.windows.all.includes(window) || connections.has(key)) connection.close();
    else this.#connections.set(window, connections.set(key, connection));
    const known = this.#diagnostics.get(path);
    if (known) window.send("diagnostics", known);
    else this.#requestDiagnostics(path);
    return { uri, server: key, isConnected: true };
  }

  send(window: WorkbenchWindow, server: string, message: string): void {
    const connection = this.#connections.get(window)?.get(server);
    if (!connection) throw new Error("The connection to this language server is closed");
    connection.receive(message);
  }

  forget(window: WorkbenchWindow): void {
    for (const connection of this.#connections.get(window)?.values() ?? []) connection.close();
    this.#connections.delete(window);
  }

  restart(): void {
    const { tools } = this.#options;
    if (!tools?.restart) throw new Error("There are no language servers to restart");
    tools.restart();
  }

  async trust(folder: string, isTrusted: boolean): Promise<void> {
    await this.#options.programs?.answer(folder, isTrusted);
    if (isTrusted) this.#options.tools?.rescan?.();
  }

  /** Returns the problems of all files, without hints. */
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
    for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe();
    for (const window of [...this.#connections.keys()]) this.forget(window);
  }

  /** A server that started after the file was opened reports nothing until asked. Its response arrives as an event. */
  #requestDiagnostics(path: string): void {
    const asking = this.#options.tools?.diagnostics(path, AbortSignal.timeout(firstAnswerMs));
    Promise.resolve(asking).catch(() => {});
  }

  #folderOf(path: string): string | undefined {
    const { folders } = this.#options.workbench;
    return innermostFolder(folders, path) ?? folders[0];
  }

  /** Servers stop with their folders. Windows then connect again for the files that are still open. */
  #closeStaleConnections(): void {
    const current = new Set(this.#options.tools?.status?.().map(serverKey));
    for (const [window, connections] of this.#connections)
      for (const [key, connection] of connections) {
        if (current.has(key)) continue;
        connection.close();
        connections.delete(key);
        window.send("language.closed", { server: key });
      }
  }
}
