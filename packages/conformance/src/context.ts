/** What one check works with: connections to the endpoint, facts about it, and a list of what to undo at the end. */
import { setTimeout as delay } from "node:timers/promises";
import { protocolVersions, type ToolName } from "@tandem/protocol";
import { expectResult } from "./expect.js";
import type { Facts } from "./facts.js";
import type { Settings } from "./options.js";
import { Failure, NotApplicable } from "./outcome.js";
import { plain, show } from "./show.js";
import type { ResolvedTarget } from "./target.js";
import { type Answer, RawClient } from "./wire/raw-client.js";
import { type HttpAnswer, openSocket, readAnswer, type UpgradeOptions, upgradeHead } from "./wire/raw-socket.js";

/** What came of an upgrade: the HTTP answer and, after 101, a client on the socket. */
export interface Upgraded {
  readonly answer: HttpAnswer;
  /** What `Sec-WebSocket-Accept` must be. */
  readonly accept: string;
  readonly client: RawClient | undefined;
}

export interface ConnectOptions extends UpgradeOptions {
  /** False plays a peer that has gone silent. Default: true. */
  readonly answerPings?: boolean;
}

export interface SessionOptions extends ConnectOptions {
  /** Default: the newest that is known. */
  readonly version?: string;
}

export const clientInfo = { name: "tandem-conformance", version: "0.1.0" } as const;

/** `initialize`, as the client sends it. */
export function initialize(client: RawClient, version: string = protocolVersions.at(-1) ?? ""): Promise<Answer> {
  return client.request("initialize", { protocolVersion: version, capabilities: {}, clientInfo });
}

export function describeHttp(answer: HttpAnswer): string {
  const body = answer.body.trim();
  return `HTTP ${answer.status}${body === "" ? "" : ` ${show(plain(body))}`}`;
}

export class CheckContext {
  readonly target: ResolvedTarget;
  readonly settings: Settings;
  readonly #facts: Facts | undefined;
  readonly #undo: (() => Promise<void> | void)[] = [];
  readonly #sockets = new Set<{ destroy(): void }>();
  readonly #off = new AbortController();

  constructor(target: ResolvedTarget, settings: Settings, facts?: Facts) {
    this.target = target;
    this.settings = settings;
    this.#facts = facts;
  }

  /** Something to do when the check is over; what was deferred last is done first. */
  defer(undo: () => Promise<void> | void): void {
    this.#undo.push(undo);
  }

  /** Does what was deferred. Nothing here may fail a check, so errors end at their own step. */
  async dispose(): Promise<void> {
    // What is done here may defer more, such as closing a connection that it needed.
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) {
      try {
        await undo();
      } catch {}
    }
  }

  /** Ends every wait and drops every connection at once, for a run that is called off. */
  abort(): void {
    this.#off.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Waits; ends early only when the run is called off. */
  async sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#off.signal });
  }

  /** Asks for the upgrade with the right token unless told otherwise; whatever the answer is, it is returned. */
  async upgrade(options: ConnectOptions = {}): Promise<Upgraded> {
    const { port, token } = this.target;
    const { timeoutMs } = this.settings;
    const socket = await openSocket(port, "127.0.0.1", timeoutMs);
    this.#sockets.add(socket);
    this.defer(() => {
      socket.destroy();
    });
    const shown = options.token === undefined ? (token ?? null) : options.token;
    const { head, accept } = upgradeHead(port, { ...options, token: shown });
    socket.write(head);
    const { answer, rest } = await readAnswer(socket, timeoutMs);
    if (answer.status !== 101) {
      socket.destroy();
      return { answer, accept, client: undefined };
    }
    const client = new RawClient(socket, rest, { timeoutMs, answerPings: options.answerPings ?? true });
    this.defer(() => client.close());
    return { answer, accept, client };
  }

  /** An upgraded connection, nothing sent yet. */
  async connect(options: ConnectOptions = {}): Promise<RawClient> {
    // The endpoint may not have noticed yet that the connections of the check before are gone.
    for (let patience = 20; ; patience--) {
      const { answer, client } = await this.upgrade(options);
      if (client) return client;
      if (answer.status !== 503 || patience === 0) throw new Failure("HTTP 101", describeHttp(answer));
      await this.sleep(50);
    }
  }

  /** A connection on which `initialize` is done. */
  async session(options: SessionOptions = {}): Promise<RawClient> {
    const client = await this.connect(options);
    expectResult(await initialize(client, options.version), "a result of initialize");
    client.notify("notifications/initialized");
    return client;
  }

  get facts(): Facts {
    if (!this.#facts) throw new Error("This context was made without facts: it is the one that finds them.");
    return this.#facts;
  }

  /** The check goes on only where the endpoint advertises all of these. */
  async needsTools(...names: readonly ToolName[]): Promise<void> {
    const advertised = await this.facts.toolNames();
    const missing = names.filter((name) => !advertised.has(name));
    if (missing.length > 0) throw new NotApplicable(`the endpoint does not advertise ${missing.join(", ")}`);
  }

  /** The check goes on only where two clients may be connected at once. */
  async needsManyClients(): Promise<void> {
    if ((await this.facts.policy()) !== "many")
      throw new NotApplicable("needs two clients, and the endpoint takes one at a time");
  }

  /** Nothing that `pick` recognises comes for a while; what came before counts. */
  async expectSilence(client: RawClient, pick: (message: unknown) => boolean, what: string): Promise<void> {
    await this.sleep(this.settings.times.quietMs);
    const seen = client.takeMessages().find(pick);
    if (seen !== undefined) throw new Failure(what, show(seen));
  }

  /** Tries until it no longer fails, for what an editor does in its own time. */
  async eventually(attempt: () => Promise<void>): Promise<void> {
    const deadline = performance.now() + this.settings.timeoutMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Failure) || performance.now() > deadline) throw error;
        await this.sleep(25);
      }
    }
  }
}
