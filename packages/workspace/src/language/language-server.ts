/** One server for one root: its process, the texts it knows, and what it says about them. */
import { dirname } from "node:path";
import type { Clock, Diagnostic, LogSink } from "@tandem/base";
import { toFileUri } from "@tandem/protocol";
import { DidChangeWatchedFilesNotification, FileChangeType } from "vscode-languageserver-protocol/node";
import type { DiskChange } from "./disk-watch.js";
import type { FoundProgram, RunPlace } from "./find-server-program.js";
import { FollowedFiles } from "./followed-files.js";
import type { ServerStatus } from "./options.js";
import { ServerDiagnostics } from "./server-diagnostics.js";
import { type SentDocument, ServerDocuments } from "./server-documents.js";
import type { ServerDefinition } from "./servers-table.js";
import { type Session, startSession } from "./session.js";
import { Supervisor } from "./supervisor.js";
import type { Limits, OpenText } from "./types.js";
import { unlessAborted, withDeadline } from "./waiting.js";

/** Typing is told to the server when it pauses for this long, in ms, and before any question. */
const flushMs = 100;

/** What is shown while somebody types is waited for this long, in ms. */
const showMs = 10_000;

export interface LanguageServerOptions {
  readonly definition: ServerDefinition;
  readonly found: FoundProgram;
  readonly root: string;
  /** The workspace folder for whose files it runs. */
  readonly folder: string;
  readonly initializationOptions: unknown;
  /** Asked at each start. */
  readonly runPlace: () => Promise<RunPlace>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: LogSink;
  /** The text that the editor has of a file, unsaved changes included. */
  readonly editorText: (path: string) => OpenText | undefined;
  /** True while somebody shows diagnostics as they change. */
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
    const { definition, found, root, initializationOptions, runPlace, limits, clock, log, onState } = options;
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
            runPlace: await runPlace(),
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
        // Of files that are not asked about again, what the one before said would stand for ever.
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

  get found(): FoundProgram {
    return this.#options.found;
  }

  get supervisor(): Supervisor {
    return this.#supervisor;
  }

  /** For people. */
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

  /** What was last said about a file. */
  known(path: string): readonly Diagnostic[] {
    return this.#diagnostics.get(path);
  }

  /** Every file about which something was said. */
  get knownPaths(): Iterable<string> {
    return this.#diagnostics.paths;
  }

  /** The server is kept in step with this file from the next question on. */
  follow(path: string): void {
    this.#files.add(path);
  }

  /** The editor has opened, changed or closed a file: its text counts from now on, or the disk's again. */
  editorChanged(path: string): void {
    this.#files.add(path);
    this.#refreshSoon();
  }

  saved(path: string): void {
    void this.#files.bringInStep(path).then(() => this.#documents.saved(path));
  }

  /** Files changed on disk. Those that are `followed` are looked at with the next question. */
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
   * Brings the server in step and has it say what it has to say: about one file, or about all that are followed. False
   * when that did not come to its end within the patience.
   */
  async refresh(path: string | undefined, patience: AbortSignal): Promise<boolean> {
    if (path !== undefined) this.#files.add(path);
    const session = await this.#supervisor.ready(patience);
    if (!session) return false;
    const stepped = this.#files.bringInStep(path);
    if (
      (await unlessAborted(
        stepped.then(() => true),
        patience,
      )) !== true
    )
      return false;
    const documents = path === undefined ? this.#files.sent : [this.#documents.get(path)].filter((each) => !!each);
    const [isCurrent] = await Promise.all([
      this.#diagnostics.refresh(session, documents, patience),
      path === undefined ? this.#refreshWorkspace(session, documents, patience) : undefined,
    ]);
    return isCurrent;
  }

  /** For a window: the server has the editor's newest text before it is asked. */
  async request(path: string, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const session = await this.#supervisor.ready(signal);
    signal.throwIfAborted();
    if (!session) throw new Error(this.#supervisor.lastError ?? `${this.definition.id} does not run`);
    this.#files.add(path);
    await this.#files.bringInStep(path);
    return session.request(method, params, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The language server is being stopped"));
    this.#cancelFlush?.();
    await this.#supervisor.stop();
  }

  /** The server may hold this one open for as long as nothing changes, so it does not outlast the other questions by much. */
  async #refreshWorkspace(session: Session, documents: readonly SentDocument[], patience: AbortSignal): Promise<void> {
    const enough = new AbortController();
    const until = AbortSignal.any([patience, enough.signal]);
    const asking = this.#diagnostics.refreshWorkspace(session, until);
    const cancel = this.#options.clock.after(documents.length === 0 ? 1000 : 500, () => enough.abort());
    await asking.finally(cancel);
  }

  /** What is not open in the server is not asked about again, and nobody says that there is nothing wrong with it now. */
  #forgetDeleted(changes: readonly DiskChange[]): void {
    const deleted = new Set(changes.filter(({ kind }) => kind === "deleted").map(({ path }) => path));
    const isBelow = (path: string): boolean => deleted.has(path) || (dirname(path) !== path && isBelow(dirname(path)));
    if (deleted.size === 0) return;
    for (const path of this.#diagnostics.paths)
      if (!this.#documents.get(path) && isBelow(path)) this.#diagnostics.forget(path);
  }

  /** Tells the server what was typed once it pauses; and has it say what is wrong, for those who show it as it changes. */
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
    await this.#files.bringInStep(undefined);
    const shown = this.#files.sent.filter(({ path }) => editorText(path));
    if (!isWatched() || shown.length === 0) return;
    this.#showing = new AbortController();
    const deadline = withDeadline(clock, showMs, AbortSignal.any([this.#showing.signal, this.#closing.signal]));
    await this.#diagnostics.refresh(session, shown, deadline.signal).finally(deadline.cancel);
  }
}
