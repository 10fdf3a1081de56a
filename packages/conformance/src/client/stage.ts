/** What a scene works with: the connection that stands, the client's next one, and signs of life. */
import { Failure, NotApplicable } from "../outcome.js";
import { opcodes } from "../wire/frames.js";
import type { WaitingRoom } from "../wire/waiting-room.js";
import type { Connection } from "./connection.js";
import type { Manner } from "./log.js";
import type { ClientTimes } from "./options.js";
import { indexOfWelcome, messagesOf, requestsOf } from "./reading.js";

export interface StageSettings {
  readonly times: ClientTimes;
  readonly room: WaitingRoom;
  readonly now: () => number;
  /** Something of the client's waits for an answer. */
  readonly isBusy: () => boolean;
  readonly folders: readonly string[];
}

/** A client that is chatty is not waited for longer than this many rests. */
const mostRests = 10;

export class Stage {
  readonly times: ClientTimes;
  readonly folders: readonly string[];
  readonly #settings: StageSettings;
  readonly #connections: Connection[] = [];
  #manner: Manner = "usual";
  #pings = 0;
  #answersPing: boolean | undefined;
  #whyGone: string | undefined;
  /** Connections with which no handshake came to its end, and why. */
  readonly #failed = new Map<Connection, NotApplicable>();

  constructor(settings: StageSettings) {
    this.#settings = settings;
    this.times = settings.times;
    this.folders = settings.folders;
  }

  /** How the connection that comes now is answered; those after it as usual again. */
  takeManner(): Manner {
    const manner = this.#manner;
    this.#manner = "usual";
    return manner;
  }

  enter(connection: Connection): void {
    this.#connections.push(connection);
  }

  get current(): Connection | undefined {
    const last = this.#connections.at(-1);
    return last?.isOpen ? last : undefined;
  }

  /** Why nobody will come any more, or undefined. */
  get whyGone(): string | undefined {
    return this.#whyGone;
  }

  /** Waits, unless the run is ended. */
  async sleep(ms: number): Promise<void> {
    await this.#settings.room.wait(() => undefined, "", ms).catch(() => {});
  }

  /** A connection on which the handshake is done and the client listens. */
  async session(): Promise<Connection> {
    for (;;) {
      const connection = this.current ?? (await this.#next(this.#connections.length));
      await this.ready(connection);
      // It may have ended in the meantime, and that is told elsewhere.
      if (connection.isOpen) return connection;
    }
  }

  /** Waits until the handshake is done and the client listens. */
  async ready(connection: Connection): Promise<void> {
    const { answerMs, readyMs } = this.times;
    const before = this.#failed.get(connection);
    if (before) throw before;
    try {
      const isWelcome = () => (indexOfWelcome(connection.log) >= 0 ? true : undefined);
      await connection.waitFor(isWelcome, "initialize", answerMs);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const why = new NotApplicable(`the client did not come as far as a session (${error.seen})`);
      this.#failed.set(connection, why);
      throw why;
    }
    // Those that never list their tools are given the same time as those that do.
    const listed = () => requestsOf(connection.log, "tools/list")[0]?.at;
    const at = await connection.waitFor(listed, "tools/list", readyMs * 2).catch(() => this.#settings.now());
    await this.sleep(Math.max(1, at + readyMs - this.#settings.now()));
  }

  /** Does something that a client must survive, and waits for a sign of life on the same connection. */
  async survives(what: string, act: (connection: Connection) => void): Promise<void> {
    await this.answersPing();
    const connection = await this.session();
    act(connection);
    try {
      await this.alive(connection);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // What comes after must not suffer for it: the client may dial again.
      connection.break();
      throw new Failure(`the client to go on after ${what}`, error.seen);
    }
  }

  /** Waits for a sign of life. */
  async alive(connection: Connection): Promise<void> {
    if (await this.answersPing()) await connection.request("ping", undefined, this.times.answerMs);
    else await this.pong(connection);
  }

  /** Whether the client answers the `ping` of MCP; where it does not, the one of WebSocket must do. */
  async answersPing(): Promise<boolean> {
    if (this.#answersPing !== undefined) return this.#answersPing;
    const connection = await this.session();
    const answer = await connection.request("ping", undefined, this.times.answerMs).catch(() => undefined);
    this.#answersPing = answer?.ok === true;
    return this.#answersPing;
  }

  /** Sends a ping of WebSocket, and waits for what answers it. */
  async pong(connection: Connection): Promise<void> {
    const payload = `ping ${++this.#pings}`;
    connection.sendFrame({ opcode: opcodes.ping, payload });
    await connection.pong(payload, this.times.answerMs);
  }

  /** Ends the connection when the client is at rest, and answers its next one in that manner. */
  async redialled(manner: Manner, drop: (connection: Connection) => void): Promise<Connection> {
    if (this.#whyGone !== undefined) throw new NotApplicable(this.#whyGone);
    const { current } = this;
    if (current) await this.#rest();
    const count = this.#connections.length;
    this.#manner = manner;
    if (current) drop(current);
    return await this.#next(count);
  }

  /** The first connection after so many. */
  async #next(count: number): Promise<Connection> {
    if (this.#whyGone !== undefined) throw new NotApplicable(this.#whyGone);
    const hasLeft = this.#connections.at(-1)?.hasLeft === true;
    const patienceMs = hasLeft ? this.times.awayMs : this.times.redialMs;
    try {
      return await this.#settings.room.wait(() => this.#connections[count], "", patienceMs);
    } catch {
      this.#manner = "usual";
      const seconds = Math.round(patienceMs / 100) / 10;
      this.#whyGone = hasLeft
        ? "the client had left before this could be tried"
        : `the client did not dial again within ${seconds} s after the connection had ended`;
      throw new NotApplicable(this.#whyGone);
    }
  }

  /** When the client last said something of its own accord. */
  lastWord(): number {
    const words = this.#connections.flatMap(({ log }) => [
      log.request.at,
      ...messagesOf(log).flatMap(({ at, is }) => (is.kind === "response" ? [] : [at])),
    ]);
    return Math.max(0, ...words);
  }

  async #rest(): Promise<void> {
    const { restMs } = this.times;
    const { now, isBusy } = this.#settings;
    const last = now() + restMs * mostRests;
    while (now() < last && (isBusy() || now() - this.lastWord() < restMs))
      await this.sleep(Math.max(10, isBusy() ? restMs / 10 : this.lastWord() + restMs - now()));
  }
}
