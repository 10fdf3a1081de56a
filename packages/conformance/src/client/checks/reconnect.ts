/** How the client reconnects, and reacts to an endpoint that then has one fault (CON-06, CON-09, MCP-01). */
import { protocolVersions } from "@tandem-ide/protocol";
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import type { ClientCheck } from "../check.js";
import type { Connection } from "../connection.js";
import type { ConnectionLog } from "../log.js";
import { initializeAnswerIndex, messagesAfterInitialize, messagesOf, offersMcp } from "../log-queries.js";
import { unknownVersion } from "../script.js";
import { requireConnections } from "./needs.js";

function isInitialized({ log }: Connection): true | undefined {
  return initializeAnswerIndex(log) >= 0 ? true : undefined;
}

/** Skips the check if the client sends no `initialize`. */
async function needsInitialize(connection: Connection, timeoutMs: number): Promise<void> {
  await connection
    .waitFor(() => isInitialized(connection), "", timeoutMs)
    .catch(() => {
      connection.break();
      throw new NotApplicable("the client sent no initialize when it reconnected");
    });
}

/** Waits for `probe` or the end of the connection, then drops it. */
async function outcomeOf(connection: Connection, probe: () => unknown, timeoutMs: number): Promise<unknown> {
  const look = () => (connection.log.end ? true : probe() === undefined ? undefined : true);
  await connection.waitFor(look, "", timeoutMs).catch(() => {});
  const seen = probe();
  connection.break();
  return seen;
}

/** Checks whether the client disconnected because of the endpoint's deliberate fault. */
function hasFailed({ answerMode, end }: ConnectionLog): boolean {
  return (answerMode === "no-echo" || answerMode === "unknown-version") && end?.by === "client";
}

export const reconnectChecks: readonly ClientCheck[] = [
  {
    name: "CON-09/redials",
    title: "After a drop, the client reconnects to the same port and repeats the handshake",
    async run(context) {
      const connection = await context.reconnected("usual", (current) => current.break());
      await connection.waitFor(() => isInitialized(connection), "initialize", context.times.answerMs);
      await context.ready(connection);
    },
  },
  {
    name: "CON-09/pauses",
    title: "After two failed attempts in a row, the client waits before the next",
    check(log) {
      const connections = requireConnections(log);
      const pauses = connections.flatMap(({ request }, index) => {
        const [first, second] = connections.slice(Math.max(0, index - 2), index);
        const isThird = first && second?.end && hasFailed(first) && hasFailed(second);
        return isThird && second.end ? [request.at - second.end.at] : [];
      });
      const [pause] = pauses;
      if (pause === undefined)
        throw new NotApplicable("the client didn't connect a third time after two failed attempts");
      if (pause < log.pauseMs) throw new Failure(`a pause of ${log.pauseMs} ms or more`, `${pause} ms`);
    },
  },
  {
    name: "MCP-01/older-version",
    title: `The client accepts ${protocolVersions[0]} as the response to initialize`,
    async run(context) {
      const connection = await context.reconnected("older-version", (current) => current.close(1012, "A restart"));
      await needsInitialize(connection, context.times.answerMs);
      const next = () => messagesAfterInitialize(connection.log)[0];
      await connection.waitFor(next, "notifications/initialized", context.times.answerMs);
    },
  },
  {
    name: "CON-06/hangs-up",
    title: "The client disconnects before initialize if the response doesn't echo mcp",
    async run(context) {
      const connection = await context.reconnected("no-echo", (current) => current.break());
      if (!offersMcp(connection.log.request)) {
        connection.break();
        throw new NotApplicable("the client doesn't offer mcp (CON-06/offered)");
      }
      const firstMessage = () => messagesOf(connection.log)[0]?.value;
      const seen = await outcomeOf(connection, firstMessage, context.times.answerMs);
      const expected = "a closed connection without a message";
      if (seen !== undefined) throw new Failure(expected, show(seen));
      if (connection.log.end?.by !== "client") throw new Failure(expected, "it stays connected");
    },
  },
  {
    name: "MCP-01/unknown-version",
    title: `The client disconnects if initialize is answered with an unknown version (${unknownVersion})`,
    async run(context) {
      const connection = await context.reconnected("unknown-version", (current) => current.break());
      await needsInitialize(connection, context.times.answerMs);
      const nextMessage = () => messagesAfterInitialize(connection.log)[0]?.value;
      const seen = await outcomeOf(connection, nextMessage, context.times.answerMs);
      const expected = "a closed connection after the response to initialize";
      if (seen !== undefined) throw new Failure(expected, show(seen));
      if (connection.log.end?.by !== "client") throw new Failure(expected, "it stays connected");
    },
  },
];
