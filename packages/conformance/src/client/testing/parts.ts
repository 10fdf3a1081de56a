/** The parts of the test client: correct except for those that a test changes. */
import type { FrameSpec } from "../../wire/frames.js";

/** A lock as the client finds it. */
export interface FoundLock {
  readonly port: number;
  readonly pid: number;
  readonly folders: readonly string[];
  readonly token: string;
}

export type Params = Readonly<Record<string, unknown>>;

/** One connection of the client, as its parts see it. */
export interface Session {
  /** The id that the next request will have. */
  readonly nextId: number;
  send(message: Params): void;
  /** Sends raw text. */
  sendText(text: string): void;
  notify(method: string, params?: Params): void;
  /** Resolves with the whole response; never if none comes. */
  request(method: string, params?: Params, id?: unknown): Promise<Params>;
  call(name: string, args: Params): Promise<Params>;
  /** Closes as RFC 6455 requires; the client reconnects. */
  hangUp(code?: number): void;
  /** Drops the connection; the client reconnects. */
  destroy(): void;
  /** Closes without reconnecting. */
  leave(): void;
  /** Drops the connection without reconnecting. */
  vanish(): void;
}

export interface Parts {
  /** The locks that it tries, in order. It stays connected to the last one. */
  choose: (locks: readonly FoundLock[], cwd: string) => readonly FoundLock[];
  /** The lines of the upgrade request. */
  head: (lines: readonly string[], lock: FoundLock) => readonly string[];
  acceptsEcho: (echoed: string | undefined) => boolean;
  /** The frames of a message. */
  frames: (text: string, message: unknown) => readonly FrameSpec[];
  /** The payload of the pong to a ping; undefined for none. */
  pong: (payload: Buffer) => Buffer | undefined;
  /** The message that these frames form; undefined drops it. */
  join: (payloads: readonly Buffer[]) => string | undefined;
  /** Whether a control frame between fragments is handled. */
  forgetsBetween: boolean;
  answersClose: boolean;
  acceptsVersion: (version: unknown) => boolean;
  initialize: () => Params;
  /** Sends messages before `initialize`. */
  before: (session: Session) => void;
  /** Sends messages after the response to `initialize`. */
  introduce: (session: Session) => void;
  /** Sends messages after a reconnect. */
  isSilentAgain: boolean;
  /** Changes outgoing messages; undefined drops them. */
  outgoing: (message: Params) => unknown;
  /** Returns the response to a request from the endpoint, without its id; undefined for none. */
  answer: (method: string, params: unknown) => Params | undefined;
  /** Handles all other messages. */
  onNotification: (method: string, params: Params, session: Session) => void;
  onStrayAnswer: (id: unknown, session: Session) => void;
  onAnswer: (id: unknown, session: Session) => void;
  onErrorAnswer: (session: Session) => void;
  onBinary: (session: Session) => void;
  onSize: (bytes: number, session: Session) => void;
  /** The delay before each attempt, in ms; undefined stops. */
  redialMs: (failures: number) => number | undefined;
  /** What the client does on its own. */
  work: (session: Session) => Promise<void>;
  leave: (session: Session) => void;
}
