/** What checks must find in a log before they can say anything. */
import { classify } from "@tandem/protocol";
import { Failure, NotApplicable } from "../../outcome.js";
import { opcodes } from "../../wire/frames.js";
import { describeEnd } from "../connection.js";
import type { ConnectionLog, Entry, HttpRequest, RunLog } from "../log.js";
import { servedOf } from "../reading.js";

export function needsRequests({ requests }: RunLog): readonly HttpRequest[] {
  if (requests.length === 0) throw new NotApplicable("the client did not connect");
  return requests;
}

export function needsConnections(log: RunLog): readonly ConnectionLog[] {
  needsRequests(log);
  if (log.connections.length === 0)
    throw new NotApplicable("the client dialled in a way that is refused: mend CON-03/upgrade or AUTH-05/origin first");
  return log.connections;
}

/** Those on which `initialize` was answered as an editor answers it. */
export function needsSessions(log: RunLog): readonly ConnectionLog[] {
  needsConnections(log);
  const served = servedOf(log);
  if (served.length === 0) throw new NotApplicable("the client sent no initialize that could be answered");
  return served;
}

/** Something that only a client that goes on sends: a pong, or an answer to what it was asked. */
function isSignOfLife(entry: Entry): boolean {
  if (entry.kind === "frame") return entry.opcode === opcodes.pong;
  return entry.kind === "heard" && classify(entry.value).kind === "response";
}

/** How long a sign of life may take before its absence says something, in ms. */
const lifeMs = 1000;

/** After that entry, which a probe followed, the client went on. */
export function livesAfter(connection: ConnectionLog, index: number, what: string): void {
  const { entries, end } = connection;
  if (entries.slice(index + 1).some(isSignOfLife)) return;
  if (end?.by === "endpoint" && end.at - (entries[index]?.at ?? 0) < lifeMs)
    throw new NotApplicable(`the run was ended right after ${what}`);
  const seen = end?.by === "client" ? describeEnd(connection) : "no sign of life";
  throw new Failure(`the client to go on after ${what}`, seen);
}
