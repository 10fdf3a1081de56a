/** Frames and messages of the client, and what it must take of them (CON-03, CON-07, CON-09's end). */
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import { opcodes } from "../../wire/frames.js";
import type { ClientCheck } from "../check.js";
import { describeEnd } from "../connection.js";
import type { ConnectionLog, FrameEntry, RunLog } from "../log.js";
import { notificationsOf } from "../reading.js";
import type { Stage } from "../stage.js";
import { needsConnections } from "./needs.js";

function framesOf(log: RunLog): FrameEntry[] {
  const frames = needsConnections(log).flatMap(({ entries }) => entries.filter((entry) => entry.kind === "frame"));
  if (frames.length === 0) throw new NotApplicable("the client sent no frame");
  return frames;
}

async function answersInPieces(stage: Stage, parts: number, ping?: string): Promise<void> {
  if (!(await stage.answersPing())) throw new NotApplicable("the client does not answer ping (MCP-03/ping)");
  const connection = await stage.session();
  const { answerMs } = stage.times;
  const id = connection.newId();
  const what = `an answer to a ping in ${parts} frames`;
  try {
    connection.sendFragmented({ jsonrpc: "2.0", id, method: "ping" }, parts, ping);
    await connection.answerTo(id, what, answerMs);
  } catch (error) {
    connection.break();
    throw error;
  }
}

/** The connection that the client itself ended, once it was only served; the one before a last moment's redial. */
function leftOf(log: RunLog): ConnectionLog {
  needsConnections(log);
  const from = log.servingAt ?? Number.POSITIVE_INFINITY;
  const left = log.connections.find(({ end }) => end?.by === "client" && end.at >= from);
  if (!left)
    throw new NotApplicable("the client did not end the connection during this run; leave it (in Claude Code: /exit)");
  return left;
}

function pidOf(connection: ConnectionLog): unknown {
  const [connected] = notificationsOf(connection, "ide_connected");
  return connected?.params && "pid" in connected.params ? connected.params.pid : undefined;
}

/** One that is gone again in the same moment is a ghost: Claude Code 2.1.112 leaves one (docs/protocol.md, section 2). */
const ghostMs = 1000;

export const frameChecks: readonly ClientCheck[] = [
  {
    name: "CON-03/masked",
    title: "Every frame is masked",
    judge(log) {
      const bare = framesOf(log).find(({ masked }) => !masked);
      if (bare) throw new Failure("masked frames only (RFC 6455, section 5.3)", `opcode ${bare.opcode} without a mask`);
    },
  },
  {
    name: "CON-03/reserved",
    title: "No frame uses a reserved bit, for no extension was agreed on",
    judge(log) {
      const odd = framesOf(log).find(({ rsv }) => rsv !== 0);
      if (odd) throw new Failure("no reserved bits", `opcode ${odd.opcode} with the bits ${odd.rsv}`);
    },
  },
  {
    name: "CON-03/pong",
    title: "A ping of WebSocket is answered by a pong with its payload",
    play: async (stage) => await stage.pong(await stage.session()),
  },
  {
    name: "CON-03/fragmented",
    title: "A message in several frames is taken",
    play: (stage) => answersInPieces(stage, 3),
  },
  {
    name: "CON-03/ping-between",
    title: "A ping between the frames of a message does not disturb it",
    play: (stage) => answersInPieces(stage, 2, "between"),
  },
  {
    name: "CON-03/close",
    title: "A close frame is answered by a close frame",
    judge(log) {
      const closed = needsConnections(log).filter(({ closedAt }) => closedAt !== undefined);
      if (closed.length === 0) throw new NotApplicable("the client was gone before the endpoint closed a connection");
      if (closed.some(({ end }) => end?.code === undefined))
        throw new Failure("a close frame in answer (RFC 6455, section 5.5.1)", "none");
    },
  },
  {
    name: "CON-03/leaves",
    title: "It leaves with a close frame",
    judge(log) {
      const left = leftOf(log);
      if (left.end?.code === undefined) throw new Failure("a close frame when the client leaves", describeEnd(left));
    },
  },
  {
    name: "CON-07/text",
    title: "Every message is a text frame",
    judge(log) {
      const odd = framesOf(log).find(({ opcode }) => opcode > opcodes.text && opcode < opcodes.close);
      if (odd) throw new Failure("text frames only", `a frame with opcode ${odd.opcode}`);
    },
  },
  {
    name: "CON-07/json",
    title: "Every message is one JSON value",
    judge(log) {
      for (const { entries } of needsConnections(log))
        for (const entry of entries)
          if (entry.kind === "heard" && entry.value === undefined) throw new Failure("JSON", show(entry.text));
    },
  },
  {
    name: "CON-07/binary",
    title: "A binary frame is ignored, or the connection is closed with a close frame",
    async play(stage) {
      await stage.answersPing();
      const connection = await stage.session();
      connection.sendFrame({ opcode: opcodes.binary, payload: Buffer.from([0, 1, 2, 3]) });
      await stage.alive(connection).catch((error) => {
        if (connection.log.end?.by === "client" && connection.log.end.code !== undefined) return;
        connection.break();
        throw error;
      });
    },
  },
  {
    name: "CON-07/large",
    title: "A message of 1 MB is taken",
    play: (stage) =>
      stage.survives("a selection of 1 MB", (connection) => {
        const [folder = "/"] = stage.folders;
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
    title: "A client that has left does not come back to stay",
    judge(log) {
      const left = leftOf(log);
      const later = log.connections.slice(log.connections.indexOf(left) + 1);
      const back = later.find(
        (connection) =>
          pidOf(connection) === pidOf(left) &&
          (connection.end?.by !== "client" || connection.end.at - connection.request.at > ghostMs),
      );
      if (back)
        throw new Failure(
          "no connection after the client has left",
          `one after ${back.request.at - (left.end?.at ?? 0)} ms`,
        );
    },
  },
];
