/** Assigns servers to files and combines their diagnostics. Owns the servers and the file watches. */
import { sep } from "node:path";
import {
  type Clock,
  type Diagnostic,
  type DiagnosticsAnswer,
  type LogSink,
  messageOf,
  systemClock,
} from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import { answerAll } from "./answer-all.js";
import { Chooser, type NoChoice, serves } from "./choose-server.js";
import { inOrder, withoutDoubles } from "./diagnostic-shapes.js";
import type { DiskChange } from "./disk-watch.js";
import { LanguageServer } from "./language-server.js";
import type { LanguageServersOptions, ServerStatus } from "./options.js";
import { PageConnection } from "./relay.js";
import { folderOf, rootOf } from "./root-of.js";
import type { ServerDefinition } from "./servers-table.js";
import { serversWith } from "./settings.js";
import { TouchedFiles } from "./touched-files.js";
import { defaultLimits, type LanguageTools, type Limits, type OpenText } from "./types.js";
import { Listeners, unlessAborted } from "./waiting.js";
import { WorkspaceWatches } from "./workspace-watches.js";

/** The number of recently changed files that are included in the diagnostics of all files. */
const rememberedFiles = 100;

/**
 * The language servers of a workspace. Created by {@link createLanguageServers}.
 *
 * @example
 * await using servers = createLanguageServers({ folders: ["/home/me/project"] });
 * const { files, isCurrent } = await servers.diagnostics("/home/me/project/a.ts", AbortSignal.timeout(400));
 */
export class LanguageServers implements LanguageTools, AsyncDisposable {
  readonly #options: LanguageServersOptions;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #definitions: readonly ServerDefinition[];
  readonly #chooser: Chooser;
  readonly #servers = new Map<string, LanguageServer>();
  readonly #missing = new Map<string, ServerStatus>();
  readonly #watches: WorkspaceWatches;
  readonly #open = new Map<string, OpenText>();
  readonly #touched = new TouchedFiles(rememberedFiles);
  readonly #statusChanged: Listeners<[]>;
  readonly #diagnosticsChanged: Listeners<[path: string, diagnostics: readonly Diagnostic[]]>;
  readonly #lastReported = new Map<string, string>();
  /** Servers that are being stopped because their folder was removed. */
  readonly #leaving = new Set<Promise<void>>();
  #folders: readonly string[];
  #closed: Promise<void> | undefined;

  /** Use {@link createLanguageServers}. */
  constructor(options: LanguageServersOptions) {
    const { folders, settings, mayRunFromWorkspace = false, onTrustNeeded } = options;
    const { env = process.env, clock = systemClock } = options;
    this.#options = options;
    this.#folders = folders;
    this.#clock = clock;
    this.#limits = { ...defaultLimits, ...options.limits };
    const mayRun = typeof mayRunFromWorkspace === "function" ? mayRunFromWorkspace : () => mayRunFromWorkspace;
    this.#definitions = serversWith(settings);
    this.#chooser = new Chooser({ definitions: this.#definitions, env, clock, mayRun, onTrustNeeded });
    this.#watches = new WorkspaceWatches({
      maxFolders: this.#limits.watchedFolders,
      log: (entry) => this.#log(entry),
      onChanges: (changes) => this.#changedOnDisk(changes),
    });
    const failed = (error: unknown) =>
      this.#log({ level: "error", message: `A language server listener failed: ${messageOf(error)}` });
    this.#statusChanged = new Listeners(failed);
    this.#diagnosticsChanged = new Listeners(failed);
  }

  opened(text: OpenText): void {
    this.#open.set(text.path, text);
    this.#editorChanged(text.path);
  }

  changed(text: OpenText): void {
    this.#open.set(text.path, text);
    this.#touched.add(text.path);
    this.#editorChanged(text.path);
  }

  saved(path: string): void {
    void this.#serverOf(path).then((server) => server?.saved(path));
  }

  closed(path: string): void {
    // Done before the text is deleted, because its language id may determine the server.
    this.#editorChanged(path);
    this.#open.delete(path);
    this.#lastReported.delete(path);
  }

  async diagnostics(path: string | undefined, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    return path === undefined ? this.#diagnosticsOfAll(signal) : this.#diagnosticsOf(path, signal);
  }

  /** The status of every server that was needed so far, including missing ones. */
  status(): readonly ServerStatus[] {
    return [...[...this.#servers.values()].map((server) => server.status), ...this.#missing.values()];
  }

  /** Calls the listener after each change of {@link status}. Returns a function that removes it. */
  onStatusChanged(listener: () => void): () => void {
    return this.#statusChanged.add(listener);
  }

  /** Calls the listener when the diagnostics of an open file change. Returns a function that removes it. */
  onDiagnosticsChanged(listener: (path: string, diagnostics: readonly Diagnostic[]) => void): () => void {
    return this.#diagnosticsChanged.add(listener);
  }

  /** Connects a page to the server of a file. Returns undefined when the file has none. */
  async connect(path: string, send: (message: string) => void): Promise<PageConnection | undefined> {
    const server = await this.#serverOf(path);
    return server && new PageConnection(server, path, send);
  }

  /** Changes the workspace folders. Stops the servers of removed folders. */
  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    for (const [key, server] of this.#servers)
      if (!folders.includes(server.folder)) {
        this.#servers.delete(key);
        this.#leaving.add(server.close());
      }
    for (const [key, { root }] of this.#missing) if (!folders.includes(root)) this.#missing.delete(key);
    this.#watches.keep(folders);
    this.#statusChanged.tell();
  }

  /** Searches again for missing servers, because one was installed or the user now trusts it. */
  rescan(): void {
    this.#chooser.forgetMissing();
    this.#missing.clear();
    for (const path of this.#open.keys()) this.#editorChanged(path);
    this.#statusChanged.tell();
  }

  /** Restarts a server, or all of them without an id. Also restarts servers that were given up. */
  restart(serverId?: string): void {
    for (const server of this.#servers.values())
      if (serverId === undefined || server.definition.id === serverId) server.supervisor.restart();
  }

  /** Stops all servers and watches. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#watches.keep([]);
      this.#chooser.close();
      await Promise.all([...this.#leaving, ...[...this.#servers.values()].map((server) => server.close())]);
    })();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #diagnosticsOf(path: string, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const finding = this.#watches.settle().then(() => this.#serverOf(path));
    const server = await unlessAborted(
      finding.then((found) => ({ found })),
      signal,
    );
    if (!server) {
      const known = [...this.#servers.values()].find((each) => each.known(path).length > 0)?.known(path) ?? [];
      return { files: [{ path, diagnostics: inOrder(known) }], isCurrent: false };
    }
    if (!server.found) return { files: [], isCurrent: true };
    const isCurrent = await server.found.refresh(path, signal);
    return { files: [{ path, diagnostics: inOrder(server.found.known(path)) }], isCurrent };
  }

  async #diagnosticsOfAll(signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const known = async () => {
      await this.#watches.settle();
      // A file that Claude changed may be the first of its language.
      await Promise.all(this.#touched.paths.map((path) => this.#serverOf(path)));
      const servers = [...this.#servers.values()];
      return (await Promise.all(servers.map((server) => server.refresh(undefined, signal)))).every((is) => is);
    };
    const isCurrent = (await unlessAborted(known(), signal)) ?? false;
    const all = new Map<string, readonly Diagnostic[]>();
    for (const server of this.#servers.values())
      for (const path of server.knownPaths)
        all.set(path, withoutDoubles([...(all.get(path) ?? []), ...server.known(path)]));
    const answer = answerAll(all, (path) => this.#touched.at(path), this.#limits.allDiagnostics, isCurrent);
    if (answer.leftOut !== undefined)
      this.#log({
        level: "info",
        message: `Omitted ${answer.leftOut} diagnostics from the result for all files: the limit is ${this.#limits.allDiagnostics}`,
      });
    return answer;
  }

  async #serverOf(path: string): Promise<LanguageServer | undefined> {
    const folders = this.#folders;
    const folder = folderOf(path, folders);
    if (folder === undefined || this.#closed) return undefined;
    const choosing = this.#chooser.choose(path, this.#open.get(path)?.languageId, folder, folders);
    const choice = await choosing.catch((error: unknown) => {
      this.#log({ level: "error", message: `Can't choose a language server for ${path}: ${messageOf(error)}` });
    });
    if (!choice || this.#closed || !this.#folders.includes(folder)) return undefined;
    if ("why" in choice) {
      this.#reportMissing(folder, choice);
      return undefined;
    }
    const { definition, found, initializationOptions, spawnContext } = choice;
    const root = rootOf(path, folder, definition.rootMarkers);
    const key = `${definition.id}\n${root}`;
    const known = this.#servers.get(key);
    if (known) return known;
    this.#watches.add(folder);
    const server = new LanguageServer({
      definition,
      found,
      root,
      folder,
      initializationOptions,
      spawnContext: () => spawnContext(root),
      limits: this.#limits,
      clock: this.#clock,
      log: (entry) => this.#log({ ...entry, details: { ...entry.details, server: definition.id } }),
      editorText: (open) => this.#open.get(open),
      isWatched: () => this.#diagnosticsChanged.size > 0,
      onState: () => this.#statusChanged.tell(),
      onDiagnostics: (changed) => this.#reportDiagnostics(server, changed),
    });
    this.#servers.set(key, server);
    this.#missing.delete(`${definition.languages[0]}\n${folder}`);
    this.#log({ level: "info", message: `Starting the language server ${definition.id} for ${root}: ${found.path}` });
    // Includes the files that were changed before it started.
    for (const touched of this.#touched.paths) if (this.#isFor(server, touched)) server.follow(touched);
    server.start();
    return server;
  }

  #reportMissing(folder: string, { language, why, needsTrust }: NoChoice): void {
    const key = `${language}\n${folder}`;
    if (this.#missing.get(key)?.lastError === why) return;
    const status = { server: language, root: folder, state: "missing", restarts: 0, lastError: why } as const;
    this.#missing.set(key, { ...status, ...(needsTrust && { needsTrust }) });
    const message = `No language server for ${language} in ${folder}: ${why}`;
    this.#log({ level: needsTrust ? "warn" : "info", message });
    this.#statusChanged.tell();
  }

  #changedOnDisk(changes: readonly DiskChange[]): void {
    const existing = changes
      .filter(({ path, kind }) => kind !== "deleted" && !path.includes(`${sep}node_modules${sep}`))
      .filter(({ path }) => this.#definitions.some((each) => serves(each, path, undefined)))
      .slice(-rememberedFiles);
    for (const { path } of existing) this.#touched.add(path);
    for (const { path } of changes.filter(({ kind }) => kind === "deleted")) this.#touched.delete(path);
    for (const server of this.#servers.values()) {
      const below = changes.filter(({ path }) => isInside(server.root, path));
      const followed = existing.map(({ path }) => path).filter((path) => this.#isFor(server, path));
      if (below.length > 0) server.changedOnDisk(below, followed);
    }
  }

  /** False for a file of another folder or project inside the server's root, which has its own server. */
  #isFor({ definition, folder, root }: LanguageServer, path: string): boolean {
    const isItsFolder = folderOf(path, this.#folders) === folder;
    return isItsFolder && serves(definition, path, undefined) && rootOf(path, folder, definition.rootMarkers) === root;
  }

  #editorChanged(path: string): void {
    void this.#serverOf(path).then((server) => {
      server?.editorChanged(path);
      if (server) this.#reportDiagnostics(server, path);
    });
  }

  #reportDiagnostics(server: LanguageServer, path: string): void {
    if (!this.#open.has(path) || this.#diagnosticsChanged.size === 0) return;
    const diagnostics = inOrder(server.known(path));
    const reported = JSON.stringify(diagnostics);
    if ((this.#lastReported.get(path) ?? "[]") === reported) return;
    this.#lastReported.set(path, reported);
    this.#diagnosticsChanged.tell(path, diagnostics);
  }

  #log: LogSink = (entry) => {
    try {
      this.#options.log?.(entry);
    } catch {
      // A failing log must not stop the servers.
    }
  };
}
