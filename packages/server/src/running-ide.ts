/** Wires the rooms together and owns the order of start and stop. */

import { guardedClock, Logger, messageOf, stackOf } from "@tandem/base";
import { claudeEnvironment, type Environment, type LockFile } from "@tandem/protocol";
import type { WebSocket } from "ws";
import { type AdmissionPolicy, manyClients, singleClient } from "./admission.js";
import { SourceFiles } from "./diagnostics/source-files.js";
import { Listener } from "./door/listener.js";
import type { Editor } from "./editor.js";
import { editorCalls } from "./editor-call.js";
import { UnfinishedWrites } from "./files/unfinished-writes.js";
import { startHealthChecks } from "./health.js";
import type { Ide, IdeStatus } from "./ide.js";
import { lazily } from "./lazily.js";
import type { LockDirectories } from "./lock/lock-directory.js";
import { belongsToLivingStranger, OwnLock } from "./lock/lock-file.js";
import { reapQuietly } from "./lock/reap-quietly.js";
import { Mentions } from "./notifications/mentions.js";
import { SelectionFeed } from "./notifications/selection.js";
import { serializeNotification } from "./notifications/serialize.js";
import type { Settings } from "./options.js";
import { type DirectoryEntry, Privacy, type Withheld } from "./privacy.js";
import type { Services } from "./services.js";
import type { Session } from "./session.js";
import { SharingGate } from "./sharing-gate.js";
import { KnownDiagnostics } from "./tools/known-diagnostics.js";
import { Workspace } from "./workspace.js";

const maxPendingRequests = 1000;

/** What serves clients is half of the code, and an editor starts without it. */
const loadSessions = lazily(() => import("./session.js"));
type SessionClass = Awaited<ReturnType<typeof loadSessions>>["Session"];

export class RunningIde implements Ide {
  readonly #editor: Editor;
  readonly #settings: Settings;
  readonly #directories: LockDirectories;
  readonly #services: Services;
  readonly #mentions: Mentions;
  readonly #admission: AdmissionPolicy<Session>;
  readonly #listener: Listener<{ Session: SessionClass }>;
  readonly #sessions = new Set<Session>();
  readonly #statusListeners = new Set<(status: IdeStatus) => void>();
  readonly #endings: (() => void)[] = [];
  #lock: OwnLock | undefined;
  #port = 0;
  #closing: Promise<void> | undefined;

  constructor(editor: Editor, settings: Settings, directories: LockDirectories) {
    this.#editor = editor;
    this.#settings = settings;
    this.#directories = directories;
    const log = new Logger(settings.log, settings.logLevel);
    const clock = guardedClock(settings.clock, log);
    const workspace = new Workspace(() => editor.workspaceFolders);
    const privacy = new Privacy({
      folders: () => workspace.folders,
      hostRules: settings.withhold,
      isPaused: settings.paused,
      isWithheldByEditor: (path) => editor.isWithheld?.(path) ?? false,
      asksEditor: () => editor.isWithheld !== undefined,
    });
    const selection = new SelectionFeed({
      clock,
      privacy,
      log,
      intervalMs: settings.selectionIntervalMs,
      didChangeActiveEditor: settings.didChangeActiveEditor,
      send: ({ method, params }) => {
        const serialized = serializeNotification(method, params);
        for (const session of this.#sessions)
          if (session.isListening) session.tellSelection(serialized, method === "selection_changed");
        this.#statusChanged();
      },
    });
    const { maxMessageBytes, authToken, reject, allowedHosts } = settings;
    const call = editorCalls(editor.name, settings.callTimeoutMs, clock);
    const diagnostics = new KnownDiagnostics();
    const sources = new SourceFiles(workspace, privacy, clock);
    const gate = new SharingGate(() => privacy.isPaused);
    const unfinished = new UnfinishedWrites(settings);
    this.#services = {
      ...{ editor, workspace, privacy, gate, selection, diagnostics, sources },
      ...{ clock, call, log, unfinished, maxMessageBytes },
    };
    this.#mentions = new Mentions(() => this.#sessions, privacy, log);
    this.#admission = settings.clients === "single" ? singleClient(clock) : manyClients(settings.maxClients);
    this.#listener = new Listener({
      ...{ authToken, reject, allowedHosts, maxMessageBytes, clock, log },
      prepare: loadSessions,
      admit: ({ Session }) => this.#admit(Session),
    });
  }

  /** In this order: nobody can find the endpoint before it answers, and nobody is told of a lock that failed. */
  async start(): Promise<this> {
    const { port, portRange: range, authToken, healthCheckMs } = this.#settings;
    const { primary, mirror } = this.#directories;
    const { clock, log, selection, workspace, unfinished } = this.#services;
    this.#port = await this.#listener.listen({
      ...(port !== undefined && { port }),
      range,
      isReserved: (candidate) =>
        [primary, mirror].some((each) => each !== undefined && belongsToLivingStranger(each, candidate, authToken)),
    });
    try {
      this.#lock = new OwnLock(this.#directories, this.#port, authToken);
      this.#endings.push(this.#subscribe());
      this.#writeLock(this.#lock);
    } catch (error) {
      await this.close();
      throw error;
    }
    const refresh = () => selection.refresh();
    this.#endings.push(startHealthChecks(clock, healthCheckMs, this.#sessions, log, refresh));
    await reapQuietly(this.#directories, unfinished, log);
    if (workspace.folders.length === 0)
      log.warn("No folder is open: Claude Code connects by itself only from inside an open folder");
    log.info("Listening", { port: this.#port, lockFile: this.lockFile });
    // Now, and not when the first client comes: by then an update may have replaced the files, or descriptors have run out.
    void loadSessions().catch(() => {}); // Who comes hears what is wrong.
    return this;
  }

  #subscribe(): () => void {
    return this.#editor.subscribe({
      selectionChanged: (selection) => this.#services.selection.changed(selection),
      mentioned: (mention) => {
        if (this.#closing) return { status: "refused", reason: "The endpoint is closed" };
        const outcome = this.#mentions.add(mention);
        this.#statusChanged();
        return outcome;
      },
      workspaceFoldersChanged: () => this.#foldersChanged(),
      toolsChanged: () => this.#notifyAll("notifications/tools/list_changed", undefined),
    });
  }

  get port(): number {
    return this.#port;
  }

  get authToken(): string {
    return this.#settings.authToken;
  }

  get lockFile(): string {
    return this.#lock?.path ?? "";
  }

  get status(): IdeStatus {
    const { privacy, selection } = this.#services;
    return {
      clients: [...this.#sessions].map(({ client, isListening, diffs }) => ({
        ...client,
        isListening,
        openDiffs: diffs.names,
      })),
      queuedMentions: this.#mentions.queued,
      isPaused: privacy.isPaused,
      lastShared: selection.lastShared,
    };
  }

  onStatusChanged(listener: (status: IdeStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  environment(base: Environment = this.#settings.env): Record<string, string> {
    return claudeEnvironment(this.#port, base);
  }

  setPaused(isPaused: boolean): void {
    const { privacy, gate } = this.#services;
    privacy.isPaused = isPaused;
    if (isPaused) gate.close();
    else this.#mentions.flush();
    this.privacyChanged();
  }

  setWithhold(rules: readonly string[]): void {
    this.#services.privacy.setHostRules(rules);
    this.privacyChanged();
  }

  privacyChanged(): void {
    this.#services.selection.refresh();
    this.#statusChanged();
  }

  whyWithheld(path: string): Withheld | undefined {
    return this.#services.privacy.judge(path);
  }

  whyWithheldIn(directory: string, entries: Iterable<DirectoryEntry>): Map<string, Withheld> {
    return this.#services.privacy.judgeEntries(directory, entries);
  }

  logEvent(eventName: string, eventData: Record<string, unknown>): void {
    if (!this.#services.privacy.isPaused) this.#notifyAll("log_event", { eventName, eventData });
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
    for (const end of this.#endings.splice(0)) this.#safely("Ending", end);
    this.#services.selection.close();
    const stopped = this.#listener.close();
    await Promise.all([...this.#sessions].map((session) => session.close(1001, "The editor is shutting down")));
    await stopped;
    this.#statusListeners.clear();
    this.#services.log.info("Stopped", { port: this.#port });
  }

  /** Runs what belongs to the host: if it throws, the log tells, and the endpoint goes on with its own work. */
  #safely(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#services.log.error(`${what} failed: ${messageOf(error)}`, { stack: stackOf(error) });
    }
  }

  #notifyAll(method: string, params: unknown): void {
    let message: Buffer | undefined;
    for (const session of this.#sessions) {
      if (!session.isListening) continue;
      message ??= serializeNotification(method, params);
      session.tell(message);
    }
  }

  #writeLock(lock: OwnLock): void {
    const content: LockFile = {
      pid: this.#editor.pid ?? process.pid,
      workspaceFolders: [...this.#services.workspace.folders],
      ideName: this.#editor.name,
      transport: "ws",
      runningInWindows: process.platform === "win32",
      authToken: this.authToken,
      port: this.#port,
    };
    const mirrorError = lock.write(content);
    if (mirrorError) this.#services.log.warn(`The lock has no copy in the XDG directory: ${mirrorError.message}`);
  }

  #foldersChanged(): void {
    const { workspace, log } = this.#services;
    workspace.refresh();
    if (this.#closing || !this.#lock) return;
    try {
      this.#writeLock(this.#lock);
    } catch (error) {
      log.error(`The lock still names the old folders: ${messageOf(error)}`);
    }
    this.privacyChanged();
  }

  #admit(Session: SessionClass): { accept(socket: WebSocket): void } | string {
    if (this.#closing) return "The editor is shutting down.";
    const admission = this.#admission.ask(this.#sessions);
    if (!admission.admit) return admission.why;
    return {
      accept: (socket) => {
        const session = this.#newSession(Session, socket);
        if (admission.evict) {
          this.#admission.replaced(session);
          // Out of the set at once: it must not count as connected while it says goodbye.
          this.#sessions.delete(admission.evict);
          void admission.evict.close(1000, "Replaced by another client (single-client policy)");
        }
        this.#sessions.add(session);
        this.#statusChanged();
      },
    };
  }

  #newSession(Session: SessionClass, socket: WebSocket): Session {
    const { maxUnsentBytes, maxPendingBytes, readyDelayMs, logBodies } = this.#settings;
    return new Session(socket, {
      services: this.#services,
      limits: { maxUnsentBytes, maxPendingBytes, maxPendingRequests },
      readyDelayMs,
      logBodies,
      changed: () => this.#statusChanged(),
      listening: () => {
        this.#mentions.flush();
        this.#statusChanged();
      },
      closed: (session) => {
        this.#sessions.delete(session);
        this.#mentions.forget(session.id);
        this.#statusChanged();
      },
    });
  }

  #statusChanged(): void {
    if (this.#statusListeners.size === 0) return;
    const { status } = this;
    for (const listener of this.#statusListeners) this.#safely("A status listener", () => listener(status));
  }
}
