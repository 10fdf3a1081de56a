/** One connection of a recording, read: who asked what, and what the answer was. Pure. */
import { classify, type RpcNotification, type RpcRequest, type RpcResponse } from "@tandem/protocol";
import { Conversation } from "../reading/conversation.js";
import { type Row, titleOf } from "../reading/row.js";
import type { End, Entry, Recording } from "../recording/entry.js";
import { ReplayError } from "./errors.js";

/** A request and what became of it. */
export interface Exchange {
  readonly by: End;
  readonly request: RpcRequest;
  readonly row: Row;
  readonly answer?: { readonly message: RpcResponse; readonly row: Row };
}

/** A frame, and the rows that it was read as. */
export interface Frame {
  readonly entry: Entry;
  readonly rows: readonly Row[];
}

export interface Script {
  readonly connection: number;
  /** The upgrade request's headers; none where the recording does not have them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly Frame[];
  /** By the number of the request's row. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly close?: Extract<Entry, { close: unknown }>;
  /** False: the editor's side is not in it, only what the client said. */
  readonly hasAnswers: boolean;
}

/** `openDiff a.ts`, `initialize`. */
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
 * The numbers of the connections in which a client said something.
 *
 * @example
 * for (const connection of playableConnections(recording)) await replayClient(recording, target, { connection });
 */
export function playableConnections({ entries }: Recording): number[] {
  const said = entries.filter((entry) => "from" in entry && entry.from === "client" && "text" in entry);
  return [...new Set(said.map(({ connection }) => connection))].sort((a, b) => a - b);
}

function choose(recording: Recording, wanted: number | undefined): number {
  const playable = playableConnections(recording);
  const [first] = playable;
  if (first === undefined)
    throw new ReplayError(
      "There is nothing to play: no client says anything in this recording. Record a longer session.",
    );
  if (wanted === undefined) return first;
  if (playable.includes(wanted)) return wanted;
  throw new ReplayError(
    `The recording has no connection ${wanted} in which a client says something. It has: ${playable.join(", ")}`,
  );
}

/** Reads a connection: that one, or the first in which the client says something. Throws a {@link ReplayError}. */
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
      const asked = row.answers === undefined ? undefined : exchanges.get(row.answers);
      if (message && asked) exchanges.set(asked.row.number, { ...asked, answer: { message, row } });
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

/** What breaks the protocol in the recording already: it is no news when it comes again. */
export function recordedFaults({ frames }: Script, by: End): ReadonlySet<string> {
  const rows = frames.flatMap((frame) => frame.rows).filter(({ from }) => from === by);
  return new Set(rows.flatMap((row) => row.faults.map((fault) => faultOf(row, fault))));
}

/** `getDiagnostics: the answer is not JSON: none`. */
export function faultOf(row: Row, fault: string): string {
  return `${titleOf(row)}: ${fault}`;
}
