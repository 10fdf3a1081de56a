/** The beginning of a session (MCP-01, MCP-02, MCP-03's list). */
import { isRecord } from "@tandem/base";
import { ideConnectedSchema, implementationSchema, protocolVersions } from "@tandem/protocol";
import { expectShape } from "../../expect.js";
import { Failure } from "../../outcome.js";
import { show } from "../../show.js";
import type { LogCheck } from "../check.js";
import type { RunLog } from "../log.js";
import { afterWelcome, indexOfWelcome, type Message, messagesOf, notificationsOf, requestsOf } from "../reading.js";
import { needsConnections, needsSessions } from "./needs.js";

function paramsOf(log: RunLog): Record<string, unknown>[] {
  return needsSessions(log).flatMap((connection) =>
    requestsOf(connection, "initialize").map(({ request: { params } }) => (isRecord(params) ? params : {})),
  );
}

function methodOf({ is }: Message): string | undefined {
  return is.kind === "request" || is.kind === "notification" ? is.message.method : undefined;
}

export const initializeChecks: readonly LogCheck[] = [
  {
    name: "MCP-01/first",
    title: "initialize is the first message, and nothing but ping comes before its answer",
    judge(log) {
      for (const connection of needsConnections(log)) {
        const welcome = indexOfWelcome(connection);
        const entries = welcome < 0 ? connection.entries : connection.entries.slice(0, welcome);
        const early = messagesOf({ ...connection, entries });
        const first = early.find((message) => methodOf(message) !== "ping");
        if (!first) continue;
        if (first.is.kind !== "request" || methodOf(first) !== "initialize")
          throw new Failure("initialize before everything else", show(first.value));
        const hasty = early.find((message) => !["ping", "initialize"].includes(methodOf(message) ?? ""));
        if (hasty) throw new Failure("nothing but ping before initialize is answered", show(hasty.value));
      }
    },
  },
  {
    name: "MCP-01/once",
    title: "initialize is sent once on a connection",
    judge(log) {
      for (const connection of needsConnections(log)) {
        const { length } = requestsOf(connection, "initialize");
        if (length > 1) throw new Failure("one initialize", `${length} of them`);
      }
    },
  },
  {
    name: "MCP-01/version",
    title: "initialize asks for a revision of MCP that is known",
    judge(log) {
      for (const { protocolVersion } of paramsOf(log))
        if (!protocolVersions.some((known) => known === protocolVersion))
          throw new Failure(`one of ${protocolVersions.join(", ")}`, show(protocolVersion));
    },
  },
  {
    name: "MCP-01/client-info",
    title: "initialize says who is there: a name and a version",
    judge(log) {
      for (const { clientInfo } of paramsOf(log)) {
        const { name, version } = expectShape(implementationSchema, clientInfo, "clientInfo with name and version");
        if (name === "" || version === "") throw new Failure("a name and a version in clientInfo", show(clientInfo));
      }
    },
  },
  {
    name: "MCP-01/capabilities",
    title: "initialize says what the client can do, each as an object",
    judge(log) {
      for (const { capabilities } of paramsOf(log))
        if (!isRecord(capabilities) || !Object.values(capabilities).every(isRecord))
          throw new Failure("capabilities, an object of objects", show(capabilities));
    },
  },
  {
    name: "MCP-02/initialized",
    title: "notifications/initialized follows the answer, once and before everything else",
    judge(log) {
      const sessions = needsSessions(log).map((connection) =>
        afterWelcome(connection).filter((message) => methodOf(message) !== "ping"),
      );
      // One that ended that soon says nothing; if all are like that, it says enough.
      if (sessions.every(({ length }) => length === 0)) throw new Failure("notifications/initialized", "nothing");
      for (const [first, ...others] of sessions) {
        if (!first) continue;
        if (first.is.kind !== "notification" || methodOf(first) !== "notifications/initialized")
          throw new Failure("the notification notifications/initialized", show(first.value));
        if (others.some((message) => methodOf(message) === "notifications/initialized"))
          throw new Failure("one notifications/initialized", "another one");
      }
    },
  },
  {
    name: "MCP-02/ide-connected",
    title: "ide_connected follows, with the client's process id",
    judge(log) {
      const told = needsSessions(log).flatMap((connection) => notificationsOf(connection, "ide_connected"));
      if (told.length === 0) throw new Failure("the notification ide_connected", "none");
      for (const { params } of told) {
        const { pid } = expectShape(ideConnectedSchema, params, "ide_connected with an integer pid");
        if (pid <= 0) throw new Failure("a process id", show(pid));
      }
    },
  },
  {
    name: "MCP-03/lists-tools",
    title: "It asks for the tools, without which it could call none",
    judge(log) {
      const sessions = needsSessions(log);
      if (!sessions.some((connection) => requestsOf(connection, "tools/list").length > 0))
        throw new Failure("tools/list after the handshake", "none");
    },
  },
];
