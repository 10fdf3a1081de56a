/**
 * The parts of the endpoint that the suite's own tests run against. Each is a value or a small function, so that a
 * fault is one part replaced. Made for tests: it serves what the checks ask for and no more.
 */
import type { IncomingMessage } from "node:http";
import type { LockFile, RequestId, ToolDefinition } from "@tandem/protocol";
import type { FakeEditor } from "./fake-editor.js";
import type { Tap } from "./tap.js";

/** One connected client, as methods see it. */
export interface Session {
  readonly parts: Parts;
  readonly editor: FakeEditor;
  readonly folder: string;
  /** Set by `initialize`. */
  version: string | undefined;
  /** The client's pending diffs by tab name. */
  readonly diffs: Map<string, () => void>;
  /** What ends a request that is being served. */
  readonly running: Map<RequestId, AbortController>;
  send(message: unknown): void;
  /** The client listens after that time. A later call takes the place of one before. */
  becomeReadyAfter(ms: number): void;
  /** Ends the whole endpoint, as a crash would. */
  crash(): void;
}

export interface Call {
  readonly session: Session;
  readonly signal: AbortSignal;
}

export type Method = (params: unknown, call: Call) => unknown;

export interface Parts {
  address: string;
  ports: { min: number; max: number };
  token: string;
  /** Below the config directory that the tests tell the suite of. */
  lockDirectory: string;
  directoryMode: number;
  fileMode: number;
  lockFields: (lock: LockFile) => unknown;
  /** The lock's text, where it is not JSON. */
  lockContent: string | undefined;
  /** Names of further files beside the lock; `<port>` is filled in. */
  leftovers: string[];
  /** Why an upgrade is refused; undefined lets it in. */
  admit: (request: IncomingMessage, token: string) => { status: number; body: string } | undefined;
  /** How a bad token is refused: at the upgrade, or after it. */
  refusal: "status" | "close" | "close after serving";
  refusalCode: number;
  plainGetStatus: number;
  maxHeaderSize: number;
  chooseProtocol: (offered: Set<string>) => string | false;
  policy: "many" | "single" | "refuses";
  /** Under `single`: how the one before is let go. */
  evict: "close" | "terminate";
  stableMs: number;
  /** False turns everyone away after a replacement, even when the newcomer has left. */
  forgetsNewcomer: boolean;
  maxClients: number;
  fullStatus: number;
  countsDepartures: boolean;
  maxPayload: number;
  maxUnsent: number;
  healthMs: number;
  pingsFirst: boolean;
  hearsPongs: boolean;
  onBinary: (session: Session) => void;
  readyMs: number;
  readyWithoutListMs: number;
  intervalMs: number;
  /** Tells only when nothing has changed for the interval. */
  isDebounced: boolean;
  allowsBatches: (version: string | undefined) => boolean;
  /** Methods that need no `initialize`. */
  early: Set<string>;
  methods: Map<string, Method>;
  notifications: Map<string, Method>;
  tools: Map<string, Method>;
  listed: ToolDefinition[];
  resolve: (folder: string, path: string) => Promise<string>;
  isWithheld: (path: string) => boolean;
  /** What no request writes, relative to the folder. */
  runsCode: (path: string) => boolean;
  /** Resolves when the user lets a request write; rejects when it has ended before. */
  askUser: (signal: AbortSignal) => Promise<void>;
  /** Of such a file nothing is selected for a client. */
  isOutside: (folder: string, path: string) => boolean;
  /** The last look at what is sent; undefined drops it. */
  outgoing: (message: unknown, session: Session) => unknown;
  tap: Tap | undefined;
}

/** Replaces an entry by one made from it. */
export function around<K, V>(table: Map<K, V>, key: K, make: (original: V) => V): void {
  const original = table.get(key);
  if (original === undefined) throw new Error(`The endpoint for tests has no ${String(key)} to break.`);
  table.set(key, make(original));
}
