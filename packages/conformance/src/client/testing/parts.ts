/** What the client for tests is made of: right in everything, but for the parts that a test changes. */
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
  /** Sends a text as it is. */
  sendText(text: string): void;
  notify(method: string, params?: Params): void;
  /** Resolves with the whole answer; never where none comes. */
  request(method: string, params?: Params, id?: unknown): Promise<Params>;
  call(name: string, args: Params): Promise<Params>;
  /** Closes as RFC 6455 asks; the client dials again. */
  hangUp(code?: number): void;
  /** Breaks off without a word; the client dials again. */
  destroy(): void;
  /** Closes, and stays away. */
  leave(): void;
  /** Breaks off without a word, and stays away. */
  vanish(): void;
}

export interface Parts {
  /** Which locks it dials, in this order; the last one is the one it talks to. */
  choose: (locks: readonly FoundLock[], cwd: string) => readonly FoundLock[];
  /** The lines of the request for the upgrade. */
  head: (lines: readonly string[], lock: FoundLock) => readonly string[];
  acceptsEcho: (echoed: string | undefined) => boolean;
  /** The frames of a message. */
  frames: (text: string, message: unknown) => readonly FrameSpec[];
  /** The payload of the pong to a ping; undefined for none. */
  pong: (payload: Buffer) => Buffer | undefined;
  /** The message that these frames make; undefined drops it. */
  join: (payloads: readonly Buffer[]) => string | undefined;
  /** A control frame between the frames of a message does not disturb it. */
  forgetsBetween: boolean;
  answersClose: boolean;
  acceptsVersion: (version: unknown) => boolean;
  initialize: () => Params;
  /** What is sent before `initialize`. */
  before: (session: Session) => void;
  /** What is sent after `initialize` has been answered. */
  introduce: (session: Session) => void;
  /** What a connection says that was dialled again. */
  isSilentAgain: boolean;
  /** The last look at what is sent; undefined drops it. */
  outgoing: (message: Params) => unknown;
  /** The answer to a request of the endpoint, without its id; undefined for none. */
  answer: (method: string, params: unknown) => Params | undefined;
  /** Everything else that comes, by hand. */
  onNotification: (method: string, params: Params, session: Session) => void;
  onStrayAnswer: (id: unknown, session: Session) => void;
  onAnswer: (id: unknown, session: Session) => void;
  onErrorAnswer: (session: Session) => void;
  onBinary: (session: Session) => void;
  onSize: (bytes: number, session: Session) => void;
  /** Before each attempt, in ms; then no more. */
  redialMs: (failures: number) => number | undefined;
  /** What it does of its own accord. */
  work: (session: Session) => Promise<void>;
  leave: (session: Session) => void;
}
