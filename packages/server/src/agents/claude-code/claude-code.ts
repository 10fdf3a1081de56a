/** Serves Claude Code: starts and stops the lock file, the listener and the sessions. */
import { randomUUID } from "node:crypto";
import { type Environment, messageOf } from "@tandem-ide/base";
import type { LockFile } from "@tandem-ide/protocol";
import { claudeEnvironment } from "@tandem-ide/protocol/schema-free";
import type { WebSocket } from "ws";
import type { Address } from "../../address.js";
import type { EditorSelection } from "../../hub/editor.js";
import type { Hub } from "../../hub/hub.js";
import type { Settings } from "../../options.js";
import { type AdmissionPolicy, manyClients, singleClient } from "../admission.js";
import type { RunningAgent } from "../agent.js";
import { startHealthChecks } from "./health.js";
import { Listener } from "./listener/listener.js";
import { cleanUp } from "./lock/clean-up.js";
import type { LockDirectories } from "./lock/lock-directory.js";
import { isHeldByAnotherProcess, OwnLock } from "./lock/lock-file.js";
import { mentionSerializer, selectionMessages, serializeNotification } from "./notifications.js";
import type { Session } from "./session.js";

const maxPendingRequests = 1000;

/** Sessions are half of the code, so they are loaded after startup. */
const loadSessions = () => import("./session.js");
type SessionClass = Awaited<ReturnType<typeof loadSessions>>["Session"];

export class ClaudeCode implements RunningAgent {
  readonly #hub: Hub;
  readonly #settings: Settings;
  readonly #directories: LockDirectories;
  readonly #authToken: string;
  readonly #wantedPort: number | undefined;
  readonly #admission: AdmissionPolicy<Session>;
  readonly #listener: Listener<{ Session: SessionClass }>;
  readonly #sessions = new Set<Session>();
  readonly #serializeMention = mentionSerializer();
  readonly #endings: (() => void)[] = [];
  #lock: OwnLock | undefined;
  #port = 0;
  #loading: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;

  constructor(hub: Hub, settings: Settings, directories: LockDirectories, address: Partial<Address>) {
    const { authToken = randomUUID(), port } = address;
    const { reject, allowedHosts, maxMessageBytes } = settings;
    const { clock, log } = hub;
    this.#hub = hub;
    this.#settings = settings;
    this.#directories = directories;
    this.#authToken = authToken;
    this.#wantedPort = port;
    this.#admission = settings.clients === "single" ? singleClient(clock) : manyClients(settings.maxClients);
    this.#listener = new Listener({
      ...{ authToken, reject, allowedHosts, maxMessageBytes, clock, log },
      prepare: loadSessions,
      admit: ({ Session }) => this.#admit(Session),
    });
  }

  /** Listens before writing the lock, so clients can't find an endpoint that doesn't answer. */
  async start(): Promise<this> {
    const { portRange: range, healthCheckMs } = this.#settings;
    const { primary, mirror } = this.#directories;
    const { clock, log, selection, workspace, unfinished } = this.#hub;
    const port = this.#wantedPort;
    this.#port = await this.#listener.listen({
      ...(port !== undefined && { port }),
      range,
      isReserved: (candidate) =>
        [primary, mirror].some(
          (each) => each !== undefined && isHeldByAnotherProcess(each, candidate, this.#authToken),
        ),
    });
    try {
      this.#lock = new OwnLock(this.#directories, this.#port, this.#authToken);
      this.#hub.subscribe();
      this.#writeLock(this.#lock);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#endings.push(
      this.#hub.addAgent({
        foldersChanged: () => this.#foldersChanged(),
        toolsChanged: () => this.#notifyAll("notifications/tools/list_changed", undefined),
      }),
      selection.observe((state) => this.#sendSelection(state)),
      startHealthChecks(clock, healthCheckMs, this.#sessions, log, () => selection.refresh()),
    );
    await cleanUp(this.#directories, unfinished, log);
    if (workspace.folders.length === 0) log.warn("No folder is open, so Claude Code won't connect automatically");
    log.info("Listening", { port: this.#port, lockFile: this.discoveryFile });
    // Load now instead of with the first client. By then an update may have replaced the files, or descriptors have run out.
    this.#loading = loadSessions().catch(() => {}); // Connecting clients get the error.
    return this;
  }

  get address(): Address {
    return { port: this.#port, authToken: this.#authToken };
  }

  get discoveryFile(): string {
    return this.#lock?.path ?? "";
  }

  environment(base: Environment): Record<string, string> {
    return claudeEnvironment(this.#port, base);
  }

  logEvent(eventName: string, eventData: Record<string, unknown>): void {
    if (!this.#hub.privacy.isPaused) this.#notifyAll("log_event", { eventName, eventData });
  }

  removeDiscovery(): void {
    this.#lock?.remove();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.removeDiscovery();
    for (const end of this.#endings.splice(0)) end();
    const stopped = this.#listener.close();
    await Promise.all([...this.#sessions].map((session) => session.close(1001, "The editor is shutting down")));
    await stopped;
    await this.#loading;
    this.#hub.log.info("Stopped", { port: this.#port });
  }

  #sendSelection(state: EditorSelection | undefined): void {
    const listening = [...this.#sessions].filter(({ isListening }) => isListening);
    if (listening.length === 0) return;
    for (const message of selectionMessages(state, this.#settings.didChangeActiveEditor))
      for (const session of listening) session.sendSelection(message);
  }

  #notifyAll(method: string, params: unknown): void {
    let message: Buffer | undefined;
    for (const session of this.#sessions) {
      if (!session.isListening) continue;
      message ??= serializeNotification(method, params);
      session.send(message);
    }
  }

  #writeLock(lock: OwnLock): void {
    const { editor, workspace, log } = this.#hub;
    const content: LockFile = {
      pid: editor.pid ?? process.pid,
      workspaceFolders: [...workspace.folders],
      ideName: editor.name,
      transport: "ws",
      runningInWindows: process.platform === "win32",
      authToken: this.#authToken,
      port: this.#port,
      workspaceRequests: this.#settings.workspaceRequests,
    };
    const mirrorError = lock.write(content);
    if (mirrorError) log.warn(`Could not copy the lock to the XDG directory: ${mirrorError.message}`);
  }

  #foldersChanged(): void {
    if (this.#closing || !this.#lock) return;
    try {
      this.#writeLock(this.#lock);
    } catch (error) {
      this.#hub.log.error(`Could not update the folders in the lock: ${messageOf(error)}`);
    }
  }

  #admit(Session: SessionClass): { accept(socket: WebSocket): void } | string {
    if (this.#closing) return "The editor is shutting down.";
    const admission = this.#admission.check(this.#sessions);
    if (!admission.admit) return admission.why;
    return {
      accept: (socket) => {
        const session = this.#newSession(Session, socket);
        if (admission.evict) {
          this.#admission.replaced(session);
          // Remove it at once, so it doesn't count as connected while closing.
          this.#remove(admission.evict);
          void admission.evict.close(1000, "Replaced by another client (single-client policy)");
        }
        this.#sessions.add(session);
        this.#hub.addSession(session);
      },
    };
  }

  #remove(session: Session): void {
    this.#sessions.delete(session);
    this.#hub.removeSession(session);
  }

  #newSession(Session: SessionClass, socket: WebSocket): Session {
    const { maxUnsentBytes, maxPendingBytes } = this.#settings;
    return new Session(socket, {
      hub: this.#hub,
      settings: this.#settings,
      limits: { maxUnsentBytes, maxPendingBytes, maxPendingRequests },
      serializeMention: this.#serializeMention,
      closed: (session) => this.#remove(session),
    });
  }
}
