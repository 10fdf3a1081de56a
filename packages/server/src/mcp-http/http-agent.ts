/** An agent whose clients speak MCP over HTTP: starts and stops the discovery file, the listener and the sessions. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { agentTitles, type Environment, messageOf } from "@tandem-ide/base";
import { agentPlaces, type OtherAgent } from "@tandem-ide/base/node";
import type { Address } from "../address.js";
import { type AdmissionPolicy, manyClients, singleClient } from "../agents/admission.js";
import type { RunningAgent } from "../agents/agent.js";
import { DiscoveryFile, prepareDirectory, removeLeftDiscoveryFiles } from "../agents/discovery-file.js";
import type { Hub, HubEvents } from "../hub/hub.js";
import type { Settings } from "../options.js";
import type { Connection, ConnectionHandler } from "./connection.js";
import { HttpListener } from "./listener.js";
import type { HttpSession, HttpSessionOptions } from "./session.js";

const maxPendingRequests = 1000;

export interface HttpAgentOptions<Sessions> {
  readonly agent: OtherAgent;
  /** The scheme of the `Authorization` header. */
  readonly scheme: "Bearer" | "Nonce";
  /** Loads the code for sessions. */
  load(): Promise<Sessions>;
  /** The client's own id for its session. */
  sessionId?(request: IncomingMessage): string | undefined;
}

export abstract class HttpAgent<Sessions, S extends HttpSession> implements RunningAgent {
  protected readonly hub: Hub;
  protected readonly settings: Settings;
  protected readonly sessions = new Set<S>();
  protected readonly authToken: string;
  readonly #options: HttpAgentOptions<Sessions>;
  readonly #admission: AdmissionPolicy<S>;
  readonly #listener: HttpListener<Sessions>;
  readonly #connections = new Map<S, Connection>();
  readonly #endings: (() => void)[] = [];
  #file: DiscoveryFile | undefined;
  #loading: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;

  constructor(hub: Hub, settings: Settings, address: Partial<Address>, options: HttpAgentOptions<Sessions>) {
    const { allowedHosts, maxMessageBytes, maxPendingBytes, maxUnsentBytes, healthCheckMs, logBodies } = settings;
    const { clock, log } = hub;
    this.hub = hub;
    this.settings = settings;
    this.authToken = address.authToken ?? randomUUID();
    this.#options = options;
    this.#admission = settings.clients === "single" ? singleClient(clock) : manyClients(settings.maxClients);
    this.#listener = new HttpListener({
      authorization: `${options.scheme} ${this.authToken}`,
      limits: { maxPendingBytes, maxUnsentBytes, maxPendingRequests },
      ...{ allowedHosts, maxMessageBytes, clock, log, logBodies },
      keepAliveMs: healthCheckMs,
      ...(options.sessionId && { sessionId: options.sessionId }),
      prepare: options.load,
      admit: (sessions, connection) => this.#admit(sessions, connection),
      alsoDo: () => hub.selection.refresh(),
    });
  }

  abstract readonly address: Address;
  abstract environment(base: Environment): Record<string, string>;
  /** Binds the listener. */
  protected abstract listen(server: Server): Promise<void>;
  protected abstract readonly fileName: string;
  protected abstract fileContent(): Readonly<Record<string, unknown>>;
  /** Starts observing the hub, and returns functions that stop it. */
  protected abstract observe(): readonly (() => void)[];
  protected abstract newSession(sessions: Sessions, options: HttpSessionOptions): S;
  /** Called for each discovery file of a Tandem that has ended, after it was removed. */
  protected leftFileRemoved(_content: Readonly<Record<string, unknown>>): void {}
  protected readonly events: HubEvents = {};

  /** Listens before writing the file, so clients can't find an endpoint that doesn't answer. */
  async start(): Promise<this> {
    const { log } = this.hub;
    const { env, home } = this.settings;
    const directory = prepareDirectory(agentPlaces(env, home)[this.#options.agent].directories);
    await this.listen(this.#listener.http);
    this.#listener.http.on("error", (error) => log.warn(`Could not accept a connection: ${error.message}`));
    try {
      this.#file = new DiscoveryFile(directory, this.fileName);
      this.hub.subscribe();
      this.#file.write(this.fileContent());
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#endings.push(
      this.hub.addAgent({ ...this.events, foldersChanged: () => this.#foldersChanged() }),
      ...this.observe(),
    );
    for (const { path, content } of removeLeftDiscoveryFiles(directory)) {
      log.info(`Removed ${path}: its editor has exited`);
      this.leftFileRemoved(content);
    }
    log.info(`Listening for ${this.#agentName}`, { discoveryFile: this.discoveryFile });
    // Load now, because an update may replace the files. Connecting clients get the error.
    this.#loading = this.#options.load().catch(() => {});
    return this;
  }

  get #agentName(): string {
    return agentTitles[this.#options.agent];
  }

  get discoveryFile(): string {
    return this.#file?.path ?? "";
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
    await this.#loading;
  }

  #foldersChanged(): void {
    try {
      this.#file?.write(this.fileContent());
    } catch (error) {
      this.hub.log.error(`Could not update the folders for ${this.#agentName}: ${messageOf(error)}`);
    }
  }

  #admit(sessions: Sessions, connection: Connection): ConnectionHandler | string {
    if (this.#closing) return "The editor is shutting down.";
    const admission = this.#admission.check(this.sessions);
    if (!admission.admit) return admission.why;
    const session: S = this.newSession(sessions, {
      hub: this.hub,
      connection,
      name: this.#agentName,
      readyDelayMs: this.settings.readyDelayMs,
      closed: () => this.#remove(session),
    });
    if (admission.evict) {
      this.#admission.replaced(session);
      this.#connections.get(admission.evict)?.end("Replaced by another client (single-client policy)");
    }
    this.sessions.add(session);
    this.#connections.set(session, connection);
    this.hub.addSession(session);
    return session;
  }

  #remove(session: S): void {
    this.sessions.delete(session);
    this.#connections.delete(session);
    this.hub.removeSession(session);
  }
}
