/** What the client does when it dials again, and with an endpoint that is then wrong in one thing (CON-06, CON-09, MCP-01). */
import { protocolVersions } from "@tandem/protocol";
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import type { ClientCheck } from "../check.js";
import type { Connection } from "../connection.js";
import type { ConnectionLog } from "../log.js";
import { afterWelcome, indexOfWelcome, messagesOf, offersMcp } from "../reading.js";
import { unknownVersion } from "../script.js";
import { needsConnections } from "./needs.js";

function welcomeOf({ log }: Connection): true | undefined {
  return indexOfWelcome(log) >= 0 ? true : undefined;
}

/** A connection on which the client says nothing tells nothing about what it would do. */
async function needsInitialize(connection: Connection, timeoutMs: number): Promise<void> {
  await connection
    .waitFor(() => welcomeOf(connection), "", timeoutMs)
    .catch(() => {
      connection.break();
      throw new NotApplicable("the client sent no initialize when it dialled again");
    });
}

/** Waits for `probe` or the end of the connection, and ends it then. */
async function outcomeOf(connection: Connection, probe: () => unknown, timeoutMs: number): Promise<unknown> {
  const look = () => (connection.log.end ? true : probe() === undefined ? undefined : true);
  await connection.waitFor(look, "", timeoutMs).catch(() => {});
  const seen = probe();
  connection.break();
  return seen;
}

/** It came to nothing: the endpoint was wrong on purpose, and the client left. */
function hasFailed({ manner, end }: ConnectionLog): boolean {
  return (manner === "no-echo" || manner === "unknown-version") && end?.by === "client";
}

export const redialChecks: readonly ClientCheck[] = [
  {
    name: "CON-09/redials",
    title: "After a drop it dials the same port again, and introduces itself anew",
    async play(stage) {
      const connection = await stage.redialled("usual", (current) => current.break());
      await connection.waitFor(() => welcomeOf(connection), "initialize", stage.times.answerMs);
      await stage.ready(connection);
    },
  },
  {
    name: "CON-09/pauses",
    title: "After two attempts in a row that failed it waits before the next",
    judge(log) {
      const connections = needsConnections(log);
      const pauses = connections.flatMap(({ request }, index) => {
        const [first, second] = connections.slice(Math.max(0, index - 2), index);
        const isThird = first && second?.end && hasFailed(first) && hasFailed(second);
        return isThird && second.end ? [request.at - second.end.at] : [];
      });
      const [pause] = pauses;
      if (pause === undefined)
        throw new NotApplicable("the client did not dial a third time after two attempts that failed");
      if (pause < log.pauseMs) throw new Failure(`a pause of ${log.pauseMs} ms or more`, `${pause} ms`);
    },
  },
  {
    name: "MCP-01/older-version",
    title: `It goes on when its initialize is answered with ${protocolVersions[0]}`,
    async play(stage) {
      const connection = await stage.redialled("older-version", (current) => current.close(1012, "A restart"));
      await needsInitialize(connection, stage.times.answerMs);
      const next = () => afterWelcome(connection.log)[0];
      await connection.waitFor(next, "notifications/initialized", stage.times.answerMs);
    },
  },
  {
    name: "CON-06/hangs-up",
    title: "It hangs up before initialize when the answer does not echo mcp",
    async play(stage) {
      const connection = await stage.redialled("no-echo", (current) => current.break());
      if (!offersMcp(connection.log.request)) {
        connection.break();
        throw new NotApplicable("the client does not offer mcp (CON-06/offered)");
      }
      const said = () => messagesOf(connection.log)[0]?.value;
      const seen = await outcomeOf(connection, said, stage.times.answerMs);
      const expected = "the end of the connection, and no message";
      if (seen !== undefined) throw new Failure(expected, show(seen));
      if (connection.log.end?.by !== "client") throw new Failure(expected, "it stays connected");
    },
  },
  {
    name: "MCP-01/unknown-version",
    title: `It hangs up when its initialize is answered with a version that it cannot know (${unknownVersion})`,
    async play(stage) {
      const connection = await stage.redialled("unknown-version", (current) => current.break());
      await needsInitialize(connection, stage.times.answerMs);
      const went = () => afterWelcome(connection.log)[0]?.value;
      const seen = await outcomeOf(connection, went, stage.times.answerMs);
      const expected = "the end of the connection after the answer to initialize";
      if (seen !== undefined) throw new Failure(expected, show(seen));
      if (connection.log.end?.by !== "client") throw new Failure(expected, "it stays connected");
    },
  },
];
