/** Preconditions that a log must meet for a check to apply, and an assertion that the client is still alive. */
import { classify } from "@tandem-ide/protocol";
import { Failure, NotApplicable } from "../../outcome.js";
import { opcodes } from "../../wire/frames.js";
import { describeEnd } from "../connection.js";
import type { ConnectionLog, Entry, HttpRequest, RunLog } from "../log.js";
import { initializedConnections } from "../log-queries.js";

export function requireRequests({ requests }: RunLog): readonly HttpRequest[] {
  if (requests.length === 0) throw new NotApplicable("the client didn't connect");
  return requests;
}

export function requireConnections(log: RunLog): readonly ConnectionLog[] {
  requireRequests(log);
  if (log.connections.length === 0)
    throw new NotApplicable("all connections were refused; fix CON-03/upgrade or AUTH-05/origin first");
  return log.connections;
}

/** Returns connections on which `initialize` was answered normally. */
export function requireSessions(log: RunLog): readonly ConnectionLog[] {
  requireConnections(log);
  const served = initializedConnections(log);
  if (served.length === 0) throw new NotApplicable("the client sent no valid initialize");
  return served;
}

/** Checks whether an entry is a pong or a response, which only a working client sends. */
function isSignOfLife(entry: Entry): boolean {
  if (entry.kind === "frame") return entry.opcode === opcodes.pong;
  return entry.kind === "received" && classify(entry.value).kind === "response";
}

/** A client that had less time than this before the run ended may simply not have answered yet. */
const minResponseMs = 1000;

/** Checks that the client continued after an entry that was followed by a probe. */
export function expectAliveAfter(connection: ConnectionLog, index: number, what: string): void {
  const { entries, end } = connection;
  if (entries.slice(index + 1).some(isSignOfLife)) return;
  if (end?.by === "endpoint" && end.at - (entries[index]?.at ?? 0) < minResponseMs)
    throw new NotApplicable(`the run ended right after ${what}`);
  const seen = end?.by === "client" ? describeEnd(connection) : "nothing from the client";
  throw new Failure(`the client to continue after ${what}`, seen);
}
