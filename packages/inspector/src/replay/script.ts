/** Reads one connection of a recording: its requests and their responses. */
import { classify, type RpcNotification, type RpcRequest, type RpcResponse } from "@tandem-ide/protocol";
import { Conversation } from "../reading/conversation.js";
import { type Row, titleOf } from "../reading/row.js";
import type { End, Entry, Recording } from "../recording/entry.js";
import { ReplayError } from "./errors.js";

/** A request and its response. */
export interface Exchange {
  readonly by: End;
  readonly request: RpcRequest;
  readonly row: Row;
  readonly answer?: { readonly message: RpcResponse; readonly row: Row };
}

/** A frame and its rows. */
export interface Frame {
  readonly entry: Entry;
  readonly rows: readonly Row[];
}

export interface Script {
  readonly connection: number;
  /** The upgrade request's headers, if recorded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly Frame[];
  /** By the request's row number. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly close?: Extract<Entry, { close: unknown }>;
  /** False if only the client's side was recorded. */
  readonly hasAnswers: boolean;
}

/** Returns `openDiff a.ts` or `initialize`. */
export function nameOf(row: Row): string {
  return row.about === "" ? titleOf(row) : `${titleOf(row)} ${row.about}`;
}

export function requestIn(row: Row): RpcRequest | undefined {
  const classified = classify(row.message);
  return classified.kind === "request" ? classified.message : undefined;
}

export function notificationIn(row: Row): RpcNotification | undefined {
  const classified = classify(row.message);
  return classified.kind === "notification" ? classified.message : undefined;
}

export function responseIn(row: Row): RpcResponse | undefined {
  const classified = classify(row.message);
  return classified.kind === "response" ? classified.message : undefined;
}

/**
 * Returns the numbers of the connections with messages from a client.
 *
 * @example
 * for (const connection of playableConnections(recording)) await replayClient(recording, target, { connection });
 */
export function playableConnections({ entries }: Recording): number[] {
  const sent = entries.filter((entry) => "from" in entry && entry.from === "client" && "text" in entry);
  return [...new Set(sent.map(({ connection }) => connection))].sort((a, b) => a - b);
}

function choose(recording: Recording, wanted: number | undefined): number {
  const playable = playableConnections(recording);
  const [first] = playable;
  if (first === undefined)
    throw new ReplayError("The recording has no messages from a client. Record a longer session.");
  if (wanted === undefined) return first;
  if (playable.includes(wanted)) return wanted;
  throw new ReplayError(
    `The recording has no messages from a client in connection ${wanted}. Choose another one: ${playable.join(", ")}`,
  );
}

/** Reads the wanted connection, or the first with messages from a client. Throws a {@link ReplayError}. */
export function readScript(recording: Recording, wanted?: number): Script {
  const connection = choose(recording, wanted);
  const entries = recording.entries.filter((entry) => entry.connection === connection);
  const conversation = new Conversation();
  const frames: Frame[] = [];
  const exchanges = new Map<number, Exchange>();
  for (const entry of entries) {
    const rows = conversation.add(entry);
    frames.push({ entry, rows });
    for (const row of rows) {
      const request = requestIn(row);
      if (request && row.from) exchanges.set(row.number, { by: row.from, request, row });
      const message = responseIn(row);
      const exchange = row.answers === undefined ? undefined : exchanges.get(row.answers);
      if (message && exchange) exchanges.set(exchange.row.number, { ...exchange, answer: { message, row } });
    }
  }
  const open = entries.find((entry) => "open" in entry);
  const close = entries.find((entry) => "close" in entry);
  return {
    connection,
    headers: open && "open" in open ? open.open.headers : {},
    frames,
    exchanges,
    hasAnswers: [...exchanges.values()].some(({ by, answer }) => by === "client" && answer),
    ...(close && "close" in close && { close }),
  };
}

/** Returns the protocol violations in the recording, which are reported separately. */
export function recordedFaults({ frames }: Script, by: End): ReadonlySet<string> {
  const rows = frames.flatMap((frame) => frame.rows).filter(({ from }) => from === by);
  return new Set(rows.flatMap((row) => row.faults.map((fault) => faultOf(row, fault))));
}

/** Returns `getDiagnostics: the result is not JSON: none`. */
export function faultOf(row: Row, fault: string): string {
  return `${titleOf(row)}: ${fault}`;
}
