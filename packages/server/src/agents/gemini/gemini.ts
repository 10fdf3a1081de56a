/** Serves Gemini CLI or a fork of it: starts and stops the discovery file, the listener and the sessions. */
import { randomUUID } from "node:crypto";
import { type Environment, messageOf } from "@tandem-ide/base";
import type { Address } from "../../address.js";
import type { Hub } from "../../hub/hub.js";
import { bindLoopback } from "../../loopback/bind.js";
import type { Connection, ConnectionHandler } from "../../mcp-http/connection.js";
import { HttpListener } from "../../mcp-http/listener.js";
import type { Settings } from "../../options.js";
import { type AdmissionPolicy, manyClients, singleClient } from "../admission.js";
import type { RunningAgent } from "../agent.js";
import { DiscoveryFile, prepareDirectories, removeLeftDiscoveryFiles } from "../discovery-file.js";
import { type Dialect, discoveryContent, type EditorFacts } from "./dialect.js";
import { OpenFiles } from "./open-files.js";
import type { GeminiSession } from "./session.js";

const maxPendingRequests = 1000;
const loadSessions = () => import("./session.js");
type Sessions = Awaited<ReturnType<typeof loadSessions>>;

export class GeminiAgent implements RunningAgent {
  readonly #hub: Hub;
  readonly #settings: Settings;
  readonly #dialect: Dialect;
  readonly #authToken: string;
  readonly #wantedPort: number | undefined;
  readonly #admission: AdmissionPolicy<GeminiSession>;
  readonly #listener: HttpListener<Sessions>;
  readonly #sessions = new Set<GeminiSession>();
  readonly #connections = new Map<GeminiSession, Connection>();
  readonly #openFiles: OpenFiles;
  readonly #endings: (() => void)[] = [];
  #file: DiscoveryFile | undefined;
  #port = 0;
  #isReading = false;
  #isStale = false;
  #closing: Promise<void> | undefined;

  constructor(hub: Hub, settings: Settings, dialect: Dialect, address: Partial<Address>) {
    const { allowedHosts, maxMessageBytes, maxPendingBytes, maxUnsentBytes, healthCheckMs, logBodies } = settings;
    const { clock, log } = hub;
    this.#hub = hub;
    this.#settings = settings;
    this.#dialect = dialect;
    this.#authToken = address.authToken ?? randomUUID();
    this.#wantedPort = address.port;
    this.#openFiles = new OpenFiles(hub);
    this.#admission = settings.clients === "single" ? singleClient(clock) : manyClients(settings.maxClients);
    this.#listener = new HttpListener({
      authorization: `Bearer ${this.#authToken}`,
      limits: { maxPendingBytes, maxUnsentBytes, maxPendingRequests },
      ...{ allowedHosts, maxMessageBytes, clock, log, logBodies },
      keepAliveMs: healthCheckMs,
      prepare: loadSessions,
      admit: (sessions, connection) => this.#admit(sessions, connection),
      alsoDo: () => hub.selection.refresh(),
    });
  }

  /** Listens before writing the file, so clients can't find an endpoint that doesn't answer. */
  async start(): Promise<this> {
    const { env, home, portRange: range } = this.#settings;
    const port = this.#wantedPort;
    const directories = this.#dialect.directories(env, home);
    prepareDirectories(directories);
    const directory = directories.at(-1) ?? "";
    this.#port = await bindLoopback(this.#listener.http, {
      ...(port !== undefined && { port }),
      ...{ range, isReserved: () => false },
    });
    const { log, selection } = this.#hub;
    this.#listener.http.on("error", (error) => log.warn(`Could not accept a connection: ${error.message}`));
    try {
      this.#file = new DiscoveryFile(directory, this.#dialect.fileName(this.#facts));
      this.#hub.subscribe();
      this.#writeFile();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#endings.push(
      this.#hub.addAgent({
        foldersChanged: () => this.#foldersChanged(),
        privacyChanged: () => this.#contextChanged(),
      }),
      selection.observe((active) => {
        this.#openFiles.activated(active?.path);
        this.#contextChanged();
      }),
    );
    this.#openFiles.activated(selection.current?.path);
    for (const path of removeLeftDiscoveryFiles(directory)) log.info(`Removed ${path}: its editor has ended`);
    log.info(`Listening for ${this.#dialect.agentName}`, { port: this.#port, discoveryFile: this.discoveryFile });
    void loadSessions().catch(() => {}); // Connecting clients get the error.
    return this;
  }

  get address(): Address {
    return { port: this.#port, authToken: this.#authToken };
  }

  get discoveryFile(): string {
    return this.#file?.path ?? "";
  }

  environment(_base: Environment): Record<string, string> {
    return { [this.#dialect.portVariable]: String(this.#port) };
  }

  removeDiscovery(): void {
    this.#file?.remove();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.removeDiscovery();
    for (const end of this.#endings.splice(0)) end();
    await this.#listener.close();
  }

  get #facts(): EditorFacts {
    const { editor, workspace } = this.#hub;
    return {
      editorName: editor.name,
      editorPid: editor.pid ?? process.pid,
      port: this.#port,
      authToken: this.#authToken,
      folders: workspace.folders,
    };
  }

  #writeFile(): void {
    this.#file?.write(discoveryContent(this.#dialect, this.#facts));
  }

  #foldersChanged(): void {
    try {
      this.#writeFile();
    } catch (error) {
      this.#hub.log.error(`Could not update the folders for ${this.#dialect.agentName}: ${messageOf(error)}`);
    }
  }

  #admit({ GeminiSession }: Sessions, connection: Connection): ConnectionHandler | string {
    if (this.#closing) return "The editor is shutting down.";
    const admission = this.#admission.check(this.#sessions);
    if (!admission.admit) return admission.why;
    const session: GeminiSession = new GeminiSession({
      hub: this.#hub,
      connection,
      name: this.#dialect.agentName,
      readyDelayMs: this.#settings.readyDelayMs,
      maxPendingBytes: this.#settings.maxPendingBytes,
      sendContext: () => this.#contextChanged(),
      closed: () => this.#remove(session),
    });
    if (admission.evict) {
      this.#admission.replaced(session);
      this.#connections.get(admission.evict)?.end("Replaced by another client (single-client policy)");
    }
    this.#sessions.add(session);
    this.#connections.set(session, connection);
    this.#hub.addSession(session);
    return session;
  }

  #remove(session: GeminiSession): void {
    this.#sessions.delete(session);
    this.#connections.delete(session);
    this.#hub.removeSession(session);
  }

  /** Sends what is open to every client that listens. Changes while the editor answers are sent afterwards. */
  #contextChanged(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#sendContext();
  }

  async #sendContext(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && [...this.#sessions].some(({ isListening }) => isListening)) {
        this.#isStale = false;
        const context = await this.#openFiles.read();
        for (const session of this.#sessions) session.sendContext(context);
      }
    } finally {
      this.#isReading = false;
    }
  }
}
