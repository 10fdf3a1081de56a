/**
 * The parts of the test endpoint. Each is a value or a small function, so a fault replaces one part. It only serves
 * what the checks need.
 */
import type { IncomingMessage } from "node:http";
import type { LockFile, RequestId, ToolDefinition } from "@tandem-ide/protocol";
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
  /** Functions that cancel requests in progress. */
  readonly running: Map<RequestId, AbortController>;
  send(message: unknown): void;
  /** Starts notifications after that time. A later call replaces an earlier one. */
  becomeReadyAfter(ms: number): void;
  /** Stops the whole endpoint, like a crash. */
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
  /** Relative to the config directory. */
  lockDirectory: string;
  directoryMode: number;
  fileMode: number;
  lockFields: (lock: LockFile) => unknown;
  /** The lock's text, if it isn't JSON. */
  lockContent: string | undefined;
  /** Names of additional files next to the lock; `<port>` is replaced. */
  leftovers: string[];
  /** Why an upgrade is refused; undefined accepts it. */
  admit: (request: IncomingMessage, token: string) => { status: number; body: string } | undefined;
  /** How a bad token is refused: in the upgrade or after it. */
  refusal: "status" | "close" | "close after serving";
  refusalCode: number;
  plainGetStatus: number;
  maxHeaderSize: number;
  chooseProtocol: (offered: Set<string>) => string | false;
  policy: "many" | "single" | "refuses";
  /** With `single`: how the previous client is disconnected. */
  evict: "close" | "terminate";
  stableMs: number;
  /** False refuses everyone after a replacement, even if the new client has left. */
  forgetsNewcomer: boolean;
  maxClients: number;
  fullStatus: number;
  freesSlots: boolean;
  maxPayload: number;
  maxUnsent: number;
  healthMs: number;
  pingsFirst: boolean;
  hearsPongs: boolean;
  onBinary: (session: Session) => void;
  readyMs: number;
  readyWithoutListMs: number;
  intervalMs: number;
  /** Only sends if nothing has changed for the interval. */
  isDebounced: boolean;
  allowsBatches: (version: string | undefined) => boolean;
  /** Methods that need no `initialize`. */
  early: Set<string>;
  methods: Map<string, Method>;
  notifications: Map<string, Method>;
  tools: Map<string, Method>;
  listed: ToolDefinition[];
  resolve: (folder: string, path: string) => Promise<string>;
  isHidden: (path: string) => boolean;
  /** Paths that requests can't write, relative to the folder. */
  runsCode: (path: string) => boolean;
  /** Resolves when the user allows a write; rejects if the request ends first. */
  askUser: (signal: AbortSignal) => Promise<void>;
  /** Files whose selection is hidden from clients. */
  isOutside: (folder: string, path: string) => boolean;
  /** Changes outgoing messages; undefined drops them. */
  outgoing: (message: unknown, session: Session) => unknown;
  tap: Tap | undefined;
}

/** Replaces an entry with one derived from it. */
export function around<K, V>(table: Map<K, V>, key: K, make: (original: V) => V): void {
  const original = table.get(key);
  if (original === undefined) throw new Error(`The endpoint for tests has no ${String(key)} to break.`);
  table.set(key, make(original));
}
