/** What live checks work with: the current connection, the client's next one, and liveness checks. */
import { Failure, NotApplicable } from "../outcome.js";
import { opcodes } from "../wire/frames.js";
import type { Waiters } from "../wire/waiters.js";
import type { Connection } from "./connection.js";
import type { AnswerMode } from "./log.js";
import { initializeAnswerIndex, messagesOf, requestsOf } from "./log-queries.js";
import type { ClientTimes } from "./options.js";

export interface ClientContextSettings {
  readonly times: ClientTimes;
  readonly waiters: Waiters;
  readonly now: () => number;
  /** Whether a request of the client is still unanswered. */
  readonly isBusy: () => boolean;
  readonly folders: readonly string[];
}

/** How many times `restMs` to wait for a busy client. */
const maxRests = 10;

export class ClientContext {
  readonly times: ClientTimes;
  readonly folders: readonly string[];
  readonly #settings: ClientContextSettings;
  readonly #connections: Connection[] = [];
  #answerMode: AnswerMode = "usual";
  #pings = 0;
  #answersPing: boolean | undefined;
  #noReconnectReason: string | undefined;
  /** Connections whose handshake failed, and why. */
  readonly #failed = new Map<Connection, NotApplicable>();

  constructor(settings: ClientContextSettings) {
    this.#settings = settings;
    this.times = settings.times;
    this.folders = settings.folders;
  }

  /** Returns how to answer the new connection, and resets it for the next one. */
  takeAnswerMode(): AnswerMode {
    const answerMode = this.#answerMode;
    this.#answerMode = "usual";
    return answerMode;
  }

  add(connection: Connection): void {
    this.#connections.push(connection);
  }

  get current(): Connection | undefined {
    const last = this.#connections.at(-1);
    return last?.isOpen ? last : undefined;
  }

  /** Why the client won't connect again, or undefined. */
  get noReconnectReason(): string | undefined {
    return this.#noReconnectReason;
  }

  /** Waits until the time is up or the run ends. */
  async sleep(ms: number): Promise<void> {
    await this.#settings.waiters.wait(() => undefined, "", ms).catch(() => {});
  }

  /** Returns a connection whose handshake is done and whose client accepts notifications. */
  async session(): Promise<Connection> {
    for (;;) {
      const connection = this.current ?? (await this.#next(this.#connections.length));
      await this.ready(connection);
      // It may have ended in the meantime, which other checks report.
      if (connection.isOpen) return connection;
    }
  }

  /** Waits until the handshake is done and the client accepts notifications. */
  async ready(connection: Connection): Promise<void> {
    const { answerMs, readyMs } = this.times;
    const before = this.#failed.get(connection);
    if (before) throw before;
    try {
      const isInitialized = () => (initializeAnswerIndex(connection.log) >= 0 ? true : undefined);
      await connection.waitFor(isInitialized, "initialize", answerMs);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const why = new NotApplicable(`the client didn't complete the handshake (${error.seen})`);
      this.#failed.set(connection, why);
      throw why;
    }
    // Clients that never list the tools get the same time as those that do.
    const listed = () => requestsOf(connection.log, "tools/list")[0]?.at;
    const at = await connection.waitFor(listed, "tools/list", readyMs * 2).catch(() => this.#settings.now());
    await this.sleep(Math.max(1, at + readyMs - this.#settings.now()));
  }

  /** Does something that a client must survive, and checks that it still responds on the same connection. */
  async survives(what: string, act: (connection: Connection) => void): Promise<void> {
    await this.answersPing();
    const connection = await this.session();
    act(connection);
    try {
      await this.checkAlive(connection);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Lets the client reconnect, so later checks can run.
      connection.break();
      throw new Failure(`the client to continue after ${what}`, error.seen);
    }
  }

  /** Checks that the client still responds. */
  async checkAlive(connection: Connection): Promise<void> {
    if (await this.answersPing()) await connection.request("ping", undefined, this.times.answerMs);
    else await this.pong(connection);
  }

  /** Checks whether the client answers MCP's `ping`; if not, WebSocket pings are used. */
  async answersPing(): Promise<boolean> {
    if (this.#answersPing !== undefined) return this.#answersPing;
    const connection = await this.session();
    const answer = await connection.request("ping", undefined, this.times.answerMs).catch(() => undefined);
    this.#answersPing = answer?.ok === true;
    return this.#answersPing;
  }

  /** Sends a WebSocket ping and waits for the pong. */
  async pong(connection: Connection): Promise<void> {
    const payload = `ping ${++this.#pings}`;
    connection.sendFrame({ opcode: opcodes.ping, payload });
    await connection.pong(payload, this.times.answerMs);
  }

  /** Drops the connection when the client is idle, and answers the next one as `answerMode` says. */
  async reconnected(answerMode: AnswerMode, drop: (connection: Connection) => void): Promise<Connection> {
    if (this.#noReconnectReason !== undefined) throw new NotApplicable(this.#noReconnectReason);
    const { current } = this;
    if (current) await this.#untilIdle();
    const count = this.#connections.length;
    this.#answerMode = answerMode;
    if (current) drop(current);
    return await this.#next(count);
  }

  /** Waits for the connection after the first `count`. */
  async #next(count: number): Promise<Connection> {
    if (this.#noReconnectReason !== undefined) throw new NotApplicable(this.#noReconnectReason);
    const hasLeft = this.#connections.at(-1)?.hasLeft === true;
    const waitMs = hasLeft ? this.times.awayMs : this.times.redialMs;
    try {
      return await this.#settings.waiters.wait(() => this.#connections[count], "", waitMs);
    } catch {
      this.#answerMode = "usual";
      const seconds = Math.round(waitMs / 100) / 10;
      this.#noReconnectReason = hasLeft
        ? "the client had left before this was checked"
        : `the client didn't reconnect within ${seconds} s after the connection ended`;
      throw new NotApplicable(this.#noReconnectReason);
    }
  }

  /** Returns when the client last sent a request or notification. */
  lastActivity(): number {
    const times = this.#connections.flatMap(({ log }) => [
      log.request.at,
      ...messagesOf(log).flatMap(({ at, is }) => (is.kind === "response" ? [] : [at])),
    ]);
    return Math.max(0, ...times);
  }

  async #untilIdle(): Promise<void> {
    const { restMs } = this.times;
    const { now, isBusy } = this.#settings;
    const last = now() + restMs * maxRests;
    while (now() < last && (isBusy() || now() - this.lastActivity() < restMs))
      await this.sleep(Math.max(10, isBusy() ? restMs / 10 : this.lastActivity() + restMs - now()));
  }
}
