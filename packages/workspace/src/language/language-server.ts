/** A server for one root: its process, its files and their diagnostics. */
import { dirname } from "node:path";
import type { Clock, Diagnostic, LogSink } from "@tandem-ide/base";
import { toFileUri } from "@tandem-ide/protocol";
import { DidChangeWatchedFilesNotification, FileChangeType } from "vscode-languageserver-protocol/node";
import type { DiskChange } from "./disk-watch.js";
import type { FoundProgram, SpawnContext } from "./find-server-program.js";
import { FollowedFiles } from "./followed-files.js";
import type { ServerStatus } from "./options.js";
import { ServerDiagnostics } from "./server-diagnostics.js";
import { type SentDocument, ServerDocuments } from "./server-documents.js";
import type { ServerDefinition } from "./servers-table.js";
import { type Session, startSession } from "./session.js";
import { Supervisor } from "./supervisor.js";
import type { Limits, OpenText } from "./types.js";
import { unlessAborted, withDeadline } from "./waiting.js";

/** Changes are sent to the server after a pause in typing, in ms, and before any request. */
const flushMs = 100;

/** The timeout for diagnostics that are shown during typing, in ms. */
const showMs = 10_000;

export interface LanguageServerOptions {
  readonly definition: ServerDefinition;
  readonly found: FoundProgram;
  readonly root: string;
  /** The workspace folder that it serves. */
  readonly folder: string;
  readonly initializationOptions: unknown;
  /** Called on each start. */
  readonly spawnContext: () => Promise<SpawnContext>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: LogSink;
  /** Returns the editor's text of a file, including unsaved changes. */
  readonly editorText: (path: string) => OpenText | undefined;
  /** Returns whether diagnostics are shown as they change. */
  readonly isWatched: () => boolean;
  readonly onState: () => void;
  readonly onDiagnostics: (path: string) => void;
}

export class LanguageServer {
  readonly #options: LanguageServerOptions;
  readonly #documents = new ServerDocuments();
  readonly #diagnostics: ServerDiagnostics;
  readonly #supervisor: Supervisor;
  readonly #closing = new AbortController();
  readonly #files: FollowedFiles;
  #cancelFlush: (() => void) | undefined;
  #showing: AbortController | undefined;

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    const { definition, found, root, initializationOptions, spawnContext, limits, clock, log, onState } = options;
    this.#diagnostics = new ServerDiagnostics({
      documents: this.#documents,
      clock,
      ask: definition.ask,
      onChanged: options.onDiagnostics,
    });
    this.#files = new FollowedFiles({
      documents: this.#documents,
      languages: definition.languages,
      limits,
      log,
      editorText: options.editorText,
      onSent: (document) => this.#diagnostics.textSent(this.#supervisor.session, document),
      onDropped: (path) => this.#diagnostics.forget(path),
    });
    this.#supervisor = new Supervisor({
      name: `The language server ${definition.id}`,
      clock,
      log,
      onState,
      start: async (signal) =>
        startSession(
          {
            found,
            root,
            spawnContext: await spawnContext(),
            initializationOptions,
            settings: definition.settings ?? {},
            limits,
            clock,
            log,
            onPublished: (params) => this.#diagnostics.published(params),
            onRefresh: () => this.#refreshSoon(),
          },
          signal,
        ),
      onStarted: (session) => {
        this.#documents.attach(session);
        this.#diagnostics.attach();
        this.#files.attach();
        // The old diagnostics of files that aren't followed would never be updated.
        for (const path of this.#diagnostics.paths) if (!this.#files.has(path)) this.#diagnostics.forget(path);
        this.#refreshSoon();
      },
    });
  }

  start(): void {
    this.#supervisor.start();
  }

  get definition(): ServerDefinition {
    return this.#options.definition;
  }

  get root(): string {
    return this.#options.root;
  }

  get folder(): string {
    return this.#options.folder;
  }

  get supervisor(): Supervisor {
    return this.#supervisor;
  }

  get status(): ServerStatus {
    const { definition, found, root } = this.#options;
    const { state, session, restarts, lastError } = this.#supervisor;
    return {
      server: definition.id,
      root,
      state,
      command: [found.command, ...found.args].join(" "),
      isFromWorkspace: found.isFromWorkspace,
      restarts,
      ...(session?.pid !== undefined && { pid: session.pid }),
      ...(lastError !== undefined && { lastError }),
    };
  }

  /** The last known diagnostics of a file. */
  known(path: string): readonly Diagnostic[] {
    return this.#diagnostics.get(path);
  }

  /** Every file with known diagnostics. */
  get knownPaths(): Iterable<string> {
    return this.#diagnostics.paths;
  }

  /** Synchronises this file with the server, starting with the next request. */
  follow(path: string): void {
    this.#files.add(path);
  }

  /** Handles a file that the editor opened, changed or closed. */
  editorChanged(path: string): void {
    this.#files.add(path);
    this.#refreshSoon();
  }

  saved(path: string): void {
    void this.#files.sync(path).then(() => this.#documents.saved(path));
  }

  /** Handles changes on disk. Files in `followed` are synchronised with the next request. */
  changedOnDisk(changes: readonly DiskChange[], followed: readonly string[]): void {
    for (const path of followed) this.#files.add(path);
    this.#diagnostics.filesChanged();
    this.#forgetDeleted(changes);
    const { session } = this.#supervisor;
    if (session?.registrations.has(DidChangeWatchedFilesNotification.method)) {
      const types = {
        created: FileChangeType.Created,
        changed: FileChangeType.Changed,
        deleted: FileChangeType.Deleted,
      };
      session.notify(DidChangeWatchedFilesNotification.method, {
        changes: changes.map(({ path, kind }) => ({ uri: toFileUri(path), type: types[kind] })),
      });
    }
    this.#refreshSoon();
  }

  /**
   * Synchronises the files and updates the diagnostics of one file, or of all followed files. Returns false when the result
   * is incomplete at the time `signal` aborts.
   */
  async refresh(path: string | undefined, signal: AbortSignal): Promise<boolean> {
    if (path !== undefined) this.#files.add(path);
    const session = await this.#supervisor.ready(signal);
    if (!session) return false;
    const synced = this.#files.sync(path).then(() => true);
    if (!(await unlessAborted(synced, signal))) return false;
    const documents = path === undefined ? this.#files.sent : [this.#documents.get(path)].filter((each) => !!each);
    const [isCurrent] = await Promise.all([
      this.#diagnostics.refresh(session, documents, signal),
      path === undefined ? this.#refreshWorkspace(session, documents, signal) : undefined,
    ]);
    return isCurrent;
  }

  /** Relays a request of a page, after sending the editor's current text to the server. */
  async request(path: string, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const session = await this.#supervisor.ready(signal);
    signal.throwIfAborted();
    if (!session) throw new Error(this.#supervisor.lastError ?? `${this.definition.id} isn't running`);
    this.#files.add(path);
    await this.#files.sync(path);
    return session.request(method, params, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The language server is being stopped"));
    this.#cancelFlush?.();
    await this.#supervisor.stop();
  }

  /** Ends soon after the other requests, because the server may keep this one open until something changes. */
  async #refreshWorkspace(session: Session, documents: readonly SentDocument[], signal: AbortSignal): Promise<void> {
    const deadline = withDeadline(this.#options.clock, documents.length === 0 ? 1000 : 500, signal);
    await this.#diagnostics.refreshWorkspace(session, deadline.signal).finally(deadline.cancel);
  }

  /** Removes diagnostics of deleted files that aren't open in the server, because nothing else would clear them. */
  #forgetDeleted(changes: readonly DiskChange[]): void {
    const deleted = new Set(changes.filter(({ kind }) => kind === "deleted").map(({ path }) => path));
    const isBelow = (path: string): boolean => deleted.has(path) || (dirname(path) !== path && isBelow(dirname(path)));
    if (deleted.size === 0) return;
    for (const path of this.#diagnostics.paths)
      if (!this.#documents.get(path) && isBelow(path)) this.#diagnostics.forget(path);
  }

  /** After a pause in typing, sends the changes to the server and updates the diagnostics that are shown. */
  #refreshSoon(): void {
    if (this.#closing.signal.aborted) return;
    this.#cancelFlush?.();
    this.#cancelFlush = this.#options.clock.after(flushMs, () => void this.#refreshShown());
  }

  async #refreshShown(): Promise<void> {
    const { clock, editorText, isWatched } = this.#options;
    const { session } = this.#supervisor;
    if (!session) return;
    this.#showing?.abort(new Error("The text has changed again"));
    await this.#files.sync(undefined);
    const shown = this.#files.sent.filter(({ path }) => editorText(path));
    if (!isWatched() || shown.length === 0) return;
    this.#showing = new AbortController();
    const deadline = withDeadline(clock, showMs, AbortSignal.any([this.#showing.signal, this.#closing.signal]));
    await this.#diagnostics.refresh(session, shown, deadline.signal).finally(deadline.cancel);
  }
}
