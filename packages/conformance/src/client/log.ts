/** The log of what a client did in a run. */

/** How the endpoint answers a connection: as an editor does, or with one difference. */
export type AnswerMode = "usual" | "older-version" | "unknown-version" | "no-echo";

/** An HTTP request, with or without an upgrade. Times are in ms since the start of the run. */
export interface HttpRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly httpVersion: string;
  /** In the original order, including repeated ones. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly isUpgrade: boolean;
}

/** A frame from the client. */
export interface FrameEntry {
  readonly kind: "frame";
  readonly at: number;
  readonly opcode: number;
  readonly masked: boolean;
  readonly rsv: number;
  /** Only for control frames; messages are in `ReceivedEntry`. */
  readonly payload: string;
}

/** A message from the client. A batch has one entry for each of its members. */
export interface ReceivedEntry {
  readonly kind: "received";
  readonly at: number;
  /** Undefined if the text isn't JSON. */
  readonly value: unknown;
  readonly text: string;
  readonly isBinary: boolean;
  readonly isBatched: boolean;
}

/** A message to the client. */
export interface SentEntry {
  readonly kind: "sent";
  readonly at: number;
  readonly value: Readonly<Record<string, unknown>>;
}

export type Entry = FrameEntry | ReceivedEntry | SentEntry;

/** How a connection ended. */
export interface Ending {
  readonly at: number;
  /** Who started closing it. */
  readonly by: "client" | "endpoint";
  /** The code of the client's close frame; 1005 if it has none, undefined without a close frame. */
  readonly code: number | undefined;
}

export interface ConnectionLog {
  readonly answerMode: AnswerMode;
  readonly request: HttpRequest;
  readonly entries: Entry[];
  /** When the endpoint sent a close frame. */
  closedAt?: number;
  end?: Ending;
}

/** A lock that the client must ignore, and the requests to its port. */
export interface DecoyLog {
  readonly why: "other-folder" | "dead-editor";
  readonly lockFile: string;
  readonly requests: HttpRequest[];
}

export interface RunLog {
  readonly port: number;
  readonly token: string;
  readonly folders: readonly string[];
  /** Every request to the lock's port, in order. */
  readonly requests: HttpRequest[];
  readonly connections: ConnectionLog[];
  readonly decoys: readonly DecoyLog[];
  /** The minimum pause after two failed attempts in a row, in ms. */
  readonly pauseMs: number;
  /** When the live checks were done and the endpoint only served. */
  servingAt?: number;
}
