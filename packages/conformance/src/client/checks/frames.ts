/** Frames and messages from the client, and those that it must accept (CON-03, CON-07, CON-09). */
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import { opcodes } from "../../wire/frames.js";
import type { ClientCheck } from "../check.js";
import { describeEnd } from "../connection.js";
import type { ClientContext } from "../context.js";
import type { ConnectionLog, FrameEntry, RunLog } from "../log.js";
import { notificationsOf } from "../log-queries.js";
import { requireConnections } from "./needs.js";

function framesOf(log: RunLog): FrameEntry[] {
  const frames = requireConnections(log).flatMap(({ entries }) => entries.filter((entry) => entry.kind === "frame"));
  if (frames.length === 0) throw new NotApplicable("the client sent no frame");
  return frames;
}

async function answersFragmentedPing(context: ClientContext, parts: number, ping?: string): Promise<void> {
  if (!(await context.answersPing())) throw new NotApplicable("the client doesn't answer ping (MCP-03/ping)");
  const connection = await context.session();
  const { answerMs } = context.times;
  const id = connection.newId();
  const what = `a response to a ping in ${parts} frames`;
  try {
    connection.sendFragmented({ jsonrpc: "2.0", id, method: "ping" }, parts, ping);
    await connection.answerTo(id, what, answerMs);
  } catch (error) {
    connection.break();
    throw error;
  }
}

/** Returns the first connection that the client closed in stage `serving`. */
function closedByClient(log: RunLog): ConnectionLog {
  requireConnections(log);
  const from = log.servingAt ?? Number.POSITIVE_INFINITY;
  const left = log.connections.find(({ end }) => end?.by === "client" && end.at >= from);
  if (!left) throw new NotApplicable("the client didn't disconnect during this run; quit it (in Claude Code: /exit)");
  return left;
}

function pidOf(connection: ConnectionLog): unknown {
  const [connected] = notificationsOf(connection, "ide_connected");
  return connected?.params && "pid" in connected.params ? connected.params.pid : undefined;
}

/** Claude Code 2.1.112 reconnects briefly when it quits (docs/protocol.md, section 2). */
const briefMs = 1000;

export const frameChecks: readonly ClientCheck[] = [
  {
    name: "CON-03/masked",
    title: "Every frame is masked",
    check(log) {
      const bare = framesOf(log).find(({ masked }) => !masked);
      if (bare) throw new Failure("masked frames only (RFC 6455, section 5.3)", `opcode ${bare.opcode} without a mask`);
    },
  },
  {
    name: "CON-03/reserved",
    title: "No frame uses a reserved bit, because no extension is negotiated",
    check(log) {
      const odd = framesOf(log).find(({ rsv }) => rsv !== 0);
      if (odd) throw new Failure("no reserved bits", `opcode ${odd.opcode} with the bits ${odd.rsv}`);
    },
  },
  {
    name: "CON-03/pong",
    title: "A WebSocket ping is answered with a pong with the same payload",
    run: async (context) => await context.pong(await context.session()),
  },
  {
    name: "CON-03/fragmented",
    title: "A fragmented message is accepted",
    run: (context) => answersFragmentedPing(context, 3),
  },
  {
    name: "CON-03/ping-between",
    title: "A ping between the fragments of a message is accepted",
    run: (context) => answersFragmentedPing(context, 2, "between"),
  },
  {
    name: "CON-03/close",
    title: "A close frame is answered with a close frame",
    check(log) {
      const closed = requireConnections(log).filter(({ closedAt }) => closedAt !== undefined);
      if (closed.length === 0)
        throw new NotApplicable("the client disconnected before the endpoint closed a connection");
      if (closed.some(({ end }) => end?.code === undefined))
        throw new Failure("a close frame as the response (RFC 6455, section 5.5.1)", "none");
    },
  },
  {
    name: "CON-03/leaves",
    title: "The client disconnects with a close frame",
    check(log) {
      const left = closedByClient(log);
      if (left.end?.code === undefined)
        throw new Failure("a close frame when the client disconnects", describeEnd(left));
    },
  },
  {
    name: "CON-07/text",
    title: "Every message is a text frame",
    check(log) {
      const odd = framesOf(log).find(({ opcode }) => opcode > opcodes.text && opcode < opcodes.close);
      if (odd) throw new Failure("text frames only", `a frame with opcode ${odd.opcode}`);
    },
  },
  {
    name: "CON-07/json",
    title: "Every message is one JSON value",
    check(log) {
      for (const { entries } of requireConnections(log))
        for (const entry of entries)
          if (entry.kind === "received" && entry.value === undefined) throw new Failure("JSON", show(entry.text));
    },
  },
  {
    name: "CON-07/binary",
    title: "A binary frame is ignored, or the connection is closed with a close frame",
    async run(context) {
      await context.answersPing();
      const connection = await context.session();
      connection.sendFrame({ opcode: opcodes.binary, payload: Buffer.from([0, 1, 2, 3]) });
      await context.checkAlive(connection).catch((error) => {
        if (connection.log.end?.by === "client" && connection.log.end.code !== undefined) return;
        connection.break();
        throw error;
      });
    },
  },
  {
    name: "CON-07/large",
    title: "A message of 1 MB is accepted",
    run: (context) =>
      context.survives("a selection of 1 MB", (connection) => {
        const [folder = "/"] = context.folders;
        const end = { line: 9999, character: 100 };
        connection.notify("selection_changed", {
          text: `${"x".repeat(99)}\n`.repeat(10_000),
          filePath: `${folder}/tandem-conformance.txt`,
          selection: { start: { line: 0, character: 0 }, end, isEmpty: false },
        });
      }),
  },
  {
    name: "CON-09/stays-away",
    title: "A client that has disconnected doesn't reconnect",
    check(log) {
      const left = closedByClient(log);
      const later = log.connections.slice(log.connections.indexOf(left) + 1);
      const back = later.find(
        (connection) =>
          pidOf(connection) === pidOf(left) &&
          (connection.end?.by !== "client" || connection.end.at - connection.request.at > briefMs),
      );
      if (back)
        throw new Failure(
          "no connection after the client has disconnected",
          `one after ${back.request.at - (left.end?.at ?? 0)} ms`,
        );
    },
  },
];
