/** Wires the rooms together and owns the order of start and stop. */
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { claudeEnvironment, type Environment, type LockFile, portRange } from "@tandem/protocol";
import type { WebSocket } from "ws";
import { type AdmissionPolicy, manyClients, singleClient } from "./admission.js";
import { type Clock, systemClock } from "./clock.js";
import type { ClientInfo, Editor } from "./editor.js";
import { editorCalls } from "./editor-call.js";
import { messageOf, StartError, stackOf } from "./errors.js";
import { startHealthChecks } from "./health.js";
import { Listener } from "./listener.js";
import { type LockDirectories, lockDirectories, prepareLockDirectory } from "./lock/lock-directory.js";
import { belongsToLivingStranger, OwnLock } from "./lock/lock-file.js";
import { reapDeadLocks } from "./lock/reap.js";
import { Logger } from "./log.js";
import { Mentions } from "./notifications/mentions.js";
import { SelectionFeed } from "./notifications/selection.js";
import type { IdeOptions } from "./options.js";
import { Privacy } from "./privacy.js";
import { Session, serialize } from "./session.js";
import { KnownDiagnostics } from "./tools/known-diagnostics.js";
import type { Services } from "./tools/tool.js";
import { Workspace } from "./workspace.js";

/** What a status display needs. */
export interface IdeStatus {
  readonly clients: readonly ClientInfo[];
  readonly openDiffs: number;
  /** Mentions that wait for a client. */
  readonly queuedMentions: number;
  readonly isPaused: boolean;
}

/** A running endpoint. */
export interface Ide {
  readonly port: number;
  /** For handing over to a restart of the serving process (CON-09). Keep it out of logs and arguments. */
  readonly authToken: string;
  readonly lockFile: string;
  readonly status: IdeStatus;
  /** Calls `listener` after each change of the status; the function that is returned ends it. */
  onStatusChanged(listener: (status: IdeStatus) => void): () => void;
  /** The variables for a terminal that runs Claude Code, added to `base` or to this process's (ENV-01 to ENV-04). */
  environment(base?: Environment): Record<string, string>;
  /** Stops or resumes sharing: selection, mentions, diagnostics and files (PRV-01). */
  setPaused(isPaused: boolean): void;
  /** Why a file is kept from clients, or undefined when it may be shared. */
  whyWithheld(path: string): string | undefined;
  /** Sends `log_event` to every client (NOT-03). */
  logEvent(eventName: string, eventData: Record<string, unknown>): void;
  /** Removes the lock at once, for handlers that cannot wait such as a process's `exit`. `close` does it too. */
  removeLock(): void;
  /** Ends everything: lock, clients, listener, timers (CLN-01 to CLN-04). Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const megabyte = 1024 * 1024;
const maxPendingRequests = 1000;

function checkOptions(options: IdeOptions): void {
  const { port, portRange: range } = options;
  const isPort = (value: number) => Number.isInteger(value) && value >= 1 && value <= 65535;
  if (port !== undefined && !isPort(port))
    throw new StartError("bad-option", `port must be a whole number from 1 to 65535, not ${port}`);
  if (range && (!isPort(range.min) || !isPort(range.max) || range.min > range.max))
    throw new StartError("bad-option", `portRange must be ports with min <= max, not ${range.min} to ${range.max}`);
}

/**
 * Turns an editor into an endpoint that Claude Code finds, trusts and uses. Rejects with a StartError, and leaves
 * nothing behind, when it cannot start.
 *
 * @example
 * await using ide = await createIde(myEditor, { log: (entry) => console.error(entry.message) });
 * const terminalEnv = { ...process.env, ...ide.environment() };
 */
export async function createIde(editor: Editor, options: IdeOptions = {}): Promise<Ide> {
  checkOptions(options);
  const log = new Logger(options.log ?? (() => {}), options.logLevel ?? "info");
  const directories = lockDirectories(options.configDir, options.env ?? process.env, options.home ?? homedir());
  prepareLockDirectory(directories.primary);
  return await new RunningIde(editor, options, log, directories).start();
}

class RunningIde implements Ide {
  readonly authToken: string;
  readonly #editor: Editor;
  readonly #options: IdeOptions;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #directories: LockDirectories;
  readonly #workspace: Workspace;
  readonly #privacy: Privacy;
  readonly #selection: SelectionFeed;
  readonly #mentions: Mentions;
  readonly #services: Services;
  readonly #admission: AdmissionPolicy<Session>;
  readonly #listener: Listener;
  readonly #sessions = new Set<Session>();
  readonly #statusListeners = new Set<(status: IdeStatus) => void>();
  readonly #endings: (() => void)[] = [];
  #lock: OwnLock | undefined;
  #port = 0;
  #closing: Promise<void> | undefined;

  constructor(editor: Editor, options: IdeOptions, log: Logger, directories: LockDirectories) {
    this.#editor = editor;
    this.#options = options;
    this.#log = log;
    this.#directories = directories;
    this.authToken = options.authToken ?? randomUUID();
    const clock = options.clock ?? systemClock;
    this.#clock = clock;
    this.#workspace = new Workspace(() => editor.workspaceFolders);
    this.#privacy = new Privacy(() => this.#workspace.folders, options.withhold ?? [], options.paused ?? false);
    this.#selection = new SelectionFeed({
      clock,
      privacy: this.#privacy,
      intervalMs: options.selectionIntervalMs ?? 50,
      didChangeActiveEditor: options.didChangeActiveEditor ?? false,
      send: (message) => {
        const serialized = serialize(message);
        for (const session of this.#sessions)
          if (session.isListening) session.tellSelection(serialized, message.method === "selection_changed");
      },
    });
    this.#mentions = new Mentions(() => this.#sessions, this.#privacy, log);
    const maxMessageBytes = options.maxMessageBytes ?? 10 * megabyte;
    this.#services = {
      editor,
      workspace: this.#workspace,
      privacy: this.#privacy,
      selection: this.#selection,
      diagnostics: new KnownDiagnostics(),
      clock,
      call: editorCalls(editor.name, options.callTimeoutMs ?? 10_000, clock),
      log,
      maxMessageBytes,
    };
    this.#admission = options.clients === "single" ? singleClient(clock) : manyClients(options.maxClients ?? 10);
    this.#listener = new Listener({
      authToken: this.authToken,
      reject: options.reject ?? 401,
      allowedHosts: (options.allowedHosts ?? []).map((host) => host.toLowerCase()),
      maxMessageBytes,
      log,
      admit: () => this.#admit(),
    });
  }

  /** In this order: nobody can find the endpoint before it answers, and nobody is told of a lock that failed. */
  async start(): Promise<this> {
    const { port, portRange: range = portRange } = this.#options;
    const { primary, mirror } = this.#directories;
    this.#port = await this.#listener.listen({
      ...(port !== undefined && { port }),
      range,
      isReserved: (candidate) => belongsToLivingStranger(primary, candidate, this.authToken),
    });
    try {
      this.#lock = new OwnLock(mirror ? [primary, mirror] : [primary], this.#port, this.authToken);
      this.#endings.push(
        this.#editor.subscribe({
          selectionChanged: (selection) => this.#selection.changed(selection),
          mentioned: (mention) => {
            const outcome = this.#mentions.add(mention);
            this.#statusChanged();
            return outcome;
          },
          workspaceFoldersChanged: () => this.#foldersChanged(),
        }),
      );
      this.#lock.write(this.#lockContent());
    } catch (error) {
      await this.close();
      throw error;
    }
    const healthCheckMs = this.#options.healthCheckMs ?? 30_000;
    this.#endings.push(startHealthChecks(this.#clock, healthCheckMs, this.#sessions, this.#log));
    for (const directory of mirror ? [primary, mirror] : [primary])
      for (const { path, why } of reapDeadLocks(directory)) this.#log.info(`Removed ${path}: ${why}`);
    if (this.#workspace.folders.length === 0)
      this.#log.warn("No folder is open: Claude Code connects by itself only from inside an open folder");
    this.#log.info("Listening", { port: this.#port, lockFile: this.lockFile });
    return this;
  }

  get port(): number {
    return this.#port;
  }

  get lockFile(): string {
    return this.#lock?.path ?? "";
  }

  get status(): IdeStatus {
    const sessions = [...this.#sessions];
    return {
      clients: sessions.map((session) => session.client),
      openDiffs: sessions.reduce((sum, session) => sum + session.diffs.size, 0),
      queuedMentions: this.#mentions.queued,
      isPaused: this.#privacy.isPaused,
    };
  }

  onStatusChanged(listener: (status: IdeStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  environment(base: Environment = this.#options.env ?? process.env): Record<string, string> {
    return claudeEnvironment(this.#port, base);
  }

  setPaused(isPaused: boolean): void {
    this.#privacy.isPaused = isPaused;
    this.#selection.refresh();
    if (!isPaused) this.#mentions.flush();
    this.#statusChanged();
  }

  whyWithheld(path: string): string | undefined {
    return this.#privacy.verdict(path);
  }

  logEvent(eventName: string, eventData: Record<string, unknown>): void {
    for (const session of this.#sessions)
      if (session.isListening) session.notify("log_event", { eventName, eventData });
  }

  removeLock(): void {
    this.#lock?.remove();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #end(): Promise<void> {
    this.removeLock();
    for (const end of this.#endings.splice(0)) end();
    this.#selection.close();
    const stopped = this.#listener.close();
    await Promise.all([...this.#sessions].map((session) => session.close(1001, "The editor is shutting down")));
    await stopped;
    this.#statusListeners.clear();
    this.#log.info("Stopped", { port: this.#port });
  }

  #lockContent(): LockFile {
    return {
      pid: this.#editor.pid ?? process.pid,
      workspaceFolders: [...this.#workspace.folders],
      ideName: this.#editor.name,
      transport: "ws",
      runningInWindows: process.platform === "win32",
      authToken: this.authToken,
      port: this.#port,
    };
  }

  #foldersChanged(): void {
    this.#workspace.refresh();
    if (this.#closing) return;
    try {
      this.#lock?.write(this.#lockContent());
    } catch (error) {
      this.#log.error(`The lock still names the old folders: ${messageOf(error)}`);
    }
    this.#selection.refresh();
  }

  #admit(): { accept(socket: WebSocket): void } | string {
    if (this.#closing) return "The editor is shutting down.";
    const admission = this.#admission.ask(this.#sessions);
    if (!admission.admit) return admission.why;
    return {
      accept: (socket) => {
        const session = this.#newSession(socket);
        this.#sessions.add(session);
        this.#statusChanged();
        if (admission.evict) {
          this.#admission.replaced(session);
          // Out of the set at once: it must not count as connected while it says goodbye.
          this.#sessions.delete(admission.evict);
          void admission.evict.close(1000, "Replaced by another client (single-client policy)");
        }
      },
    };
  }

  #newSession(socket: WebSocket): Session {
    const { maxUnsentBytes = 16 * megabyte, maxPendingBytes = 64 * megabyte } = this.#options;
    return new Session(socket, {
      services: this.#services,
      limits: { maxUnsentBytes, maxPendingBytes, maxPendingRequests },
      readyDelayMs: this.#options.readyDelayMs ?? 500,
      logBodies: this.#options.logBodies ?? false,
      changed: () => this.#statusChanged(),
      listening: () => this.#mentions.flush(),
      closed: (session) => {
        this.#sessions.delete(session);
        this.#statusChanged();
      },
    });
  }

  #statusChanged(): void {
    if (this.#statusListeners.size === 0) return;
    const { status } = this;
    for (const listener of this.#statusListeners)
      try {
        listener(status);
      } catch (error) {
        // A status display that fails must not take the connection down with it.
        this.#log.error(`A status listener failed: ${messageOf(error)}`, { stack: stackOf(error) });
      }
  }
}
