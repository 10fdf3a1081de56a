/** The start of a session (MCP-01, MCP-02, MCP-03). */
import { isRecord } from "@tandem-ide/base";
import { ideConnectedSchema, implementationSchema, protocolVersions } from "@tandem-ide/protocol";
import { expectShape } from "../../expect.js";
import { Failure } from "../../outcome.js";
import { show } from "../../show.js";
import type { LogCheck } from "../check.js";
import type { RunLog } from "../log.js";
import {
  initializeAnswerIndex,
  type Message,
  messagesAfterInitialize,
  messagesOf,
  notificationsOf,
  requestsOf,
} from "../log-queries.js";
import { requireConnections, requireSessions } from "./needs.js";

function paramsOf(log: RunLog): Record<string, unknown>[] {
  return requireSessions(log).flatMap((connection) =>
    requestsOf(connection, "initialize").map(({ request: { params } }) => (isRecord(params) ? params : {})),
  );
}

function methodOf({ is }: Message): string | undefined {
  return is.kind === "request" || is.kind === "notification" ? is.message.method : undefined;
}

export const initializeChecks: readonly LogCheck[] = [
  {
    name: "MCP-01/first",
    title: "initialize is the first message, and only ping may be sent before its response",
    check(log) {
      for (const connection of requireConnections(log)) {
        const index = initializeAnswerIndex(connection);
        const entries = index < 0 ? connection.entries : connection.entries.slice(0, index);
        const early = messagesOf({ ...connection, entries });
        const first = early.find((message) => methodOf(message) !== "ping");
        if (!first) continue;
        if (first.is.kind !== "request" || methodOf(first) !== "initialize")
          throw new Failure("initialize before all other messages", show(first.value));
        const premature = early.find((message) => !["ping", "initialize"].includes(methodOf(message) ?? ""));
        if (premature) throw new Failure("only ping before initialize is answered", show(premature.value));
      }
    },
  },
  {
    name: "MCP-01/once",
    title: "initialize is sent once per connection",
    check(log) {
      for (const connection of requireConnections(log)) {
        const { length } = requestsOf(connection, "initialize");
        if (length > 1) throw new Failure("one initialize", `${length} of them`);
      }
    },
  },
  {
    name: "MCP-01/version",
    title: "initialize requests a known MCP version",
    check(log) {
      for (const { protocolVersion } of paramsOf(log))
        if (!protocolVersions.some((known) => known === protocolVersion))
          throw new Failure(`one of ${protocolVersions.join(", ")}`, show(protocolVersion));
    },
  },
  {
    name: "MCP-01/client-info",
    title: "initialize contains the client's name and version",
    check(log) {
      for (const { clientInfo } of paramsOf(log)) {
        const { name, version } = expectShape(implementationSchema, clientInfo, "clientInfo with name and version");
        if (name === "" || version === "") throw new Failure("a name and a version in clientInfo", show(clientInfo));
      }
    },
  },
  {
    name: "MCP-01/capabilities",
    title: "initialize contains the client's capabilities, each as an object",
    check(log) {
      for (const { capabilities } of paramsOf(log))
        if (!isRecord(capabilities) || !Object.values(capabilities).every(isRecord))
          throw new Failure("capabilities, an object of objects", show(capabilities));
    },
  },
  {
    name: "MCP-02/initialized",
    title: "notifications/initialized follows the response, once and before all other messages",
    check(log) {
      const sessions = requireSessions(log).map((connection) =>
        messagesAfterInitialize(connection).filter((message) => methodOf(message) !== "ping"),
      );
      // A connection may end before the notification, but not all of them.
      if (sessions.every(({ length }) => length === 0)) throw new Failure("notifications/initialized", "nothing");
      for (const [first, ...others] of sessions) {
        if (!first) continue;
        if (first.is.kind !== "notification" || methodOf(first) !== "notifications/initialized")
          throw new Failure("the notification notifications/initialized", show(first.value));
        if (others.some((message) => methodOf(message) === "notifications/initialized"))
          throw new Failure("one notifications/initialized", "a second one");
      }
    },
  },
  {
    name: "MCP-02/ide-connected",
    title: "ide_connected follows with the client's process ID",
    check(log) {
      const notifications = requireSessions(log).flatMap((connection) => notificationsOf(connection, "ide_connected"));
      if (notifications.length === 0) throw new Failure("the notification ide_connected", "none");
      for (const { params } of notifications) {
        const { pid } = expectShape(ideConnectedSchema, params, "ide_connected with an integer pid");
        if (pid <= 0) throw new Failure("a process ID", show(pid));
      }
    },
  },
  {
    name: "MCP-03/lists-tools",
    title: "The client lists the tools",
    check(log) {
      const sessions = requireSessions(log);
      if (!sessions.some((connection) => requestsOf(connection, "tools/list").length > 0))
        throw new Failure("tools/list after the handshake", "none");
    },
  },
];
