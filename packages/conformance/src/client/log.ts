/** What a client did in a run, written down as it came. Plain data: the checks read it and ask nobody. */

/** How the endpoint answers a connection: as an editor does, or wrong in one thing. */
export type Manner = "usual" | "older-version" | "unknown-version" | "no-echo";

/** A request by HTTP, be it for the upgrade or not. Times are ms since the start of the run. */
export interface HttpRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly httpVersion: string;
  /** As they came, repeated ones too. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly isUpgrade: boolean;
}

/** A frame of the client. */
export interface FrameEntry {
  readonly kind: "frame";
  readonly at: number;
  readonly opcode: number;
  readonly masked: boolean;
  readonly rsv: number;
  /** Of control frames only; what messages say is in `heard`. */
  readonly payload: string;
}

/** A message of the client. A batch is one entry for each of its members. */
export interface HeardEntry {
  readonly kind: "heard";
  readonly at: number;
  /** Undefined for what is not JSON. */
  readonly value: unknown;
  readonly text: string;
  readonly isBinary: boolean;
  readonly isBatched: boolean;
}

/** A message to the client. */
export interface SaidEntry {
  readonly kind: "said";
  readonly at: number;
  readonly value: Readonly<Record<string, unknown>>;
}

export type Entry = FrameEntry | HeardEntry | SaidEntry;

/** How a connection ended. */
export interface Ending {
  readonly at: number;
  /** Who began to end it. */
  readonly by: "client" | "endpoint";
  /** Of the client's close frame; 1005 for one without a code, undefined where none came. */
  readonly code: number | undefined;
}

export interface ConnectionLog {
  readonly manner: Manner;
  readonly request: HttpRequest;
  readonly entries: Entry[];
  /** When the endpoint sent a close frame. */
  closedAt?: number;
  end?: Ending;
}

/** Somebody else's lock, as the client must take it for; nobody may dial its port. */
export interface DecoyLog {
  readonly why: "other-folder" | "dead-editor";
  readonly lockFile: string;
  readonly requests: HttpRequest[];
}

export interface RunLog {
  readonly port: number;
  readonly token: string;
  readonly folders: readonly string[];
  /** Every request to the port of the lock, in order. */
  readonly requests: HttpRequest[];
  readonly connections: ConnectionLog[];
  readonly decoys: readonly DecoyLog[];
  /** The least pause after two attempts in a row have failed, in ms. */
  readonly pauseMs: number;
  /** When the endpoint had played its part and only served. */
  servingAt?: number;
}
