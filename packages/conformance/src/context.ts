/** What a check works with: connections to the endpoint, facts about it, and cleanups for the end. */
import { setTimeout as delay } from "node:timers/promises";
import { version } from "@tandem-ide/base";
import {
  errorCodes,
  type InitializeResult,
  initializeResultSchema,
  listToolsResultSchema,
  protocolVersions,
  requestMethods,
  type ToolDefinition,
  type ToolName,
  type WorkspaceRequestMode,
} from "@tandem-ide/protocol";
import { expectResult, expectShape } from "./expect.js";
import type { Settings } from "./options.js";
import { Failure, NotApplicable } from "./outcome.js";
import { escapeInvisible, show } from "./show.js";
import type { ResolvedTarget } from "./target.js";
import { type Answer, type Ending, RawClient } from "./wire/raw-client.js";
import { type HttpAnswer, openSocket, readAnswer, type UpgradeOptions, upgradeHead } from "./wire/raw-socket.js";

/** The result of an upgrade: the HTTP response and, after 101, a client on the socket. */
export interface Upgraded {
  readonly answer: HttpAnswer;
  /** The correct `Sec-WebSocket-Accept`. */
  readonly accept: string;
  readonly client: RawClient | undefined;
}

export interface ConnectOptions extends UpgradeOptions {
  /** False simulates a dead client. Default: true. */
  readonly answerPings?: boolean;
}

export interface SessionOptions extends ConnectOptions {
  /** Default: the newest known version. */
  readonly version?: string;
}

export const clientInfo = { name: "tandem-conformance", version } as const;

/** Sends `initialize` as Claude Code does. */
export function initialize(client: RawClient, version: string = protocolVersions.at(-1) ?? ""): Promise<Answer> {
  return client.request("initialize", { protocolVersion: version, capabilities: {}, clientInfo });
}

export function describeHttp(answer: HttpAnswer): string {
  const body = answer.body.trim();
  return `HTTP ${answer.status}${body === "" ? "" : ` ${show(escapeInvisible(body))}`}`;
}

export class CheckContext {
  readonly target: ResolvedTarget;
  readonly settings: Settings;
  readonly #facts: Facts | undefined;
  readonly #cleanups: (() => Promise<void> | void)[] = [];
  readonly #sockets = new Set<{ destroy(): void }>();
  readonly #aborted = new AbortController();

  constructor(target: ResolvedTarget, settings: Settings, facts?: Facts) {
    this.target = target;
    this.settings = settings;
    this.#facts = facts;
  }

  /** Adds a cleanup for the end of the check. The last one runs first. */
  defer(cleanup: () => Promise<void> | void): void {
    this.#cleanups.push(cleanup);
  }

  /** Runs all cleanups. Their errors are ignored, because they must not fail a check. */
  async dispose(): Promise<void> {
    // A cleanup may add more, such as closing a connection that it needed.
    for (let cleanup = this.#cleanups.pop(); cleanup; cleanup = this.#cleanups.pop()) {
      try {
        await cleanup();
      } catch {}
    }
  }

  /** Ends every wait and drops every connection when the run is aborted. */
  abort(): void {
    this.#aborted.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Waits; rejects if the run is aborted. */
  async sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#aborted.signal });
  }

  /** Requests an upgrade, by default with the right token, and returns the response whatever it is. */
  async upgrade(options: ConnectOptions = {}): Promise<Upgraded> {
    const { target } = this;
    const { timeoutMs } = this.settings;
    const socket = await openSocket(target.port, "127.0.0.1", timeoutMs);
    this.#sockets.add(socket);
    this.defer(() => {
      socket.destroy();
    });
    const token = options.token === undefined ? (target.token ?? null) : options.token;
    const { head, accept } = upgradeHead(target.port, { ...options, token });
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

  /** Opens a connection without sending anything. */
  async connect(options: ConnectOptions = {}): Promise<RawClient> {
    // The endpoint may not have noticed yet that the previous check's connections are closed.
    for (let retries = 20; ; retries--) {
      const { answer, client } = await this.upgrade(options);
      if (client) return client;
      if (answer.status !== 503 || retries === 0) throw new Failure("HTTP 101", describeHttp(answer));
      await this.sleep(50);
    }
  }

  /** Opens a connection and completes `initialize`. */
  async session(options: SessionOptions = {}): Promise<RawClient> {
    const client = await this.connect(options);
    expectResult(await initialize(client, options.version), "a result from initialize");
    client.notify("notifications/initialized");
    return client;
  }

  get facts(): Facts {
    if (!this.#facts) throw new Error("This context has no facts, because it is used to gather them.");
    return this.#facts;
  }

  /** Skips the check unless the endpoint advertises all of these tools. */
  async needsTools(...names: readonly ToolName[]): Promise<void> {
    if (names.length === 0) return;
    const advertised = await this.facts.toolNames();
    const missing = names.filter((name) => !advertised.has(name));
    if (missing.length > 0) throw new NotApplicable(`the endpoint doesn't advertise ${missing.join(", ")}`);
  }

  /** Skips the check unless two clients can connect at once. */
  async needsManyClients(): Promise<void> {
    if ((await this.facts.policy()) !== "many")
      throw new NotApplicable("needs two clients, but the endpoint accepts only one at a time");
  }

  /** Checks that no message that `pick` accepts arrives for a while; queued ones count. */
  async expectSilence(client: RawClient, pick: (message: unknown) => boolean, what: string): Promise<void> {
    await this.sleep(this.settings.times.quietMs);
    const seen = client.takeMessages().find(pick);
    if (seen !== undefined) throw new Failure(what, show(seen));
  }

  /** Retries until it succeeds or the time is up, for changes that an editor makes asynchronously. */
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

/** What happened to a connection when a second one was opened. */
export interface Encounter {
  /** `many`: both are served. `single`: the second replaced the first. `refuses`: the second was rejected. */
  readonly policy: "many" | "single" | "refuses";
  /** How the second was rejected. */
  readonly refusal?: HttpAnswer;
  /** How the first was closed. */
  readonly ending?: Ending;
}

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

/** What kind of endpoint it is, found out once per run and only if a check asks. Each fact opens its own connections. */
export class Facts {
  readonly #open: () => CheckContext;

  constructor(open: () => CheckContext) {
    this.#open = open;
  }

  async #with<T>(find: (context: CheckContext) => Promise<T>): Promise<T> {
    const context = this.#open();
    try {
      return await find(context);
    } finally {
      await context.dispose();
    }
  }

  /** The result of `initialize`. */
  readonly initializeResult: () => Promise<InitializeResult> = once(() =>
    this.#with(async (context) => {
      const result = expectResult(await initialize(await context.connect()), "a result from initialize");
      return expectShape(initializeResultSchema, result, "a result from initialize");
    }),
  );

  /** The result of `tools/list`. */
  readonly tools: () => Promise<readonly ToolDefinition[]> = once(() =>
    this.#with(async (context) => {
      const client = await context.session();
      const result = expectResult(await client.request("tools/list"), "a result from tools/list");
      return expectShape(listToolsResultSchema, result, "a result from tools/list").tools;
    }),
  );

  /** What workspace requests can do: as the caller specifies, else as the lock says, else as they respond. */
  readonly requestMode: () => Promise<WorkspaceRequestMode> = once(() =>
    this.#with(async (context) => {
      const specified = context.settings.requests ?? context.target.lock?.workspaceRequests;
      if (specified !== undefined) return specified;
      const client = await context.connect();
      for (const method of requestMethods) {
        // Without params, nothing is read or written: a method that is served reports them as missing.
        const answer = await client.request(method, {});
        if (answer.ok || answer.code !== errorCodes.methodNotFound) return "write";
      }
      return "off";
    }),
  );

  async toolNames(): Promise<ReadonlySet<string>> {
    return new Set((await this.tools()).map((tool) => tool.name));
  }

  /** How many clients the endpoint accepts. */
  async policy(): Promise<Encounter["policy"]> {
    return (await this.encounter()).policy;
  }

  /** Tries only once, because after a replacement the endpoint may reject everyone for a while. */
  readonly encounter: () => Promise<Encounter> = once(() =>
    this.#with(async (context) => {
      const first = await context.connect();
      await first.request("ping");
      const second = await context.upgrade();
      if (!second.client) return { policy: "refuses", refusal: second.answer };
      await second.client.request("ping");
      const alive = await first.request("ping").then(
        () => true,
        () => false,
      );
      return alive ? { policy: "many" } : { policy: "single", ending: await first.ending() };
    }),
  );
}
