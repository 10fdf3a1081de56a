/** Faults in the handshake and in handling notifications. */
import { rightInitialize } from "../correct-parts.js";
import { alsoDoes, type ClientFault, hangsUpAt, hungUp, initialize, outgoing } from "./fault.js";

export const handshakeFaults: readonly ClientFault[] = [
  {
    check: "MCP-01/first",
    what: "ide_connected comes first",
    seen: /"method":"ide_connected"/,
    break(parts) {
      parts.before = (session) => session.notify("ide_connected", { pid: 1 });
    },
  },
  {
    check: "MCP-01/first",
    what: "tools are listed before initialize is answered",
    seen: /"method":"tools\/list"/,
    break(parts) {
      // Right after initialize, which is sent in the same tick.
      parts.before = (session) => queueMicrotask(() => void session.request("tools/list", undefined, "hasty"));
    },
  },
  {
    check: "MCP-01/once",
    what: "initialize is sent twice",
    seen: /^2 of them$/,
    break: alsoDoes((session) => void session.request("initialize", rightInitialize)),
  },
  {
    check: "MCP-01/version",
    what: "an unknown version",
    seen: /"1\.0"/,
    break: initialize((params) => ({ ...params, protocolVersion: "1.0" })),
  },
  {
    check: "MCP-01/client-info",
    what: "the client's version is missing",
    seen: /"clientInfo\.version"|"version" is missing/,
    break: initialize((params) => ({ ...params, clientInfo: { name: "by-hand" } })),
  },
  {
    check: "MCP-01/client-info",
    what: "an empty name",
    seen: /"name":""/,
    break: initialize((params) => ({ ...params, clientInfo: { name: "", version: "1" } })),
  },
  {
    check: "MCP-01/capabilities",
    what: "no capabilities",
    seen: /^nothing$/,
    break: initialize(({ capabilities: _, ...params }) => params),
  },
  {
    check: "MCP-01/capabilities",
    what: "capabilities that aren't objects",
    seen: /"roots":true/,
    break: initialize((params) => ({ ...params, capabilities: { roots: true } })),
  },
  {
    check: "MCP-02/initialized",
    what: "the spelling without a prefix",
    seen: /"method":"initialized"/,
    break: outgoing("notifications/initialized", (message) => ({ ...message, method: "initialized" })),
  },
  {
    check: "MCP-02/initialized",
    what: "it is sent as a request",
    seen: /"id":"x"/,
    break: outgoing("notifications/initialized", (message) => ({ ...message, id: "x" })),
  },
  {
    check: "MCP-02/initialized",
    what: "it is sent twice",
    seen: /a second one/,
    break: alsoDoes((session) => session.notify("notifications/initialized")),
  },
  {
    check: "MCP-02/ide-connected",
    what: "it is not sent",
    seen: /^none$/,
    break: outgoing("ide_connected", () => undefined),
  },
  {
    check: "MCP-02/ide-connected",
    what: "the process id is a string",
    seen: /"pid":"12"/,
    break: outgoing("ide_connected", (message) => ({ ...message, params: { pid: "12" } })),
  },
  {
    check: "MCP-03/lists-tools",
    what: "it never lists the tools",
    seen: /^none$/,
    break: outgoing("tools/list", () => undefined),
  },
];

const hasLines = (params: Readonly<Record<string, unknown>>) => params.lineStart !== undefined;

export const notificationFaults: readonly ClientFault[] = [
  {
    check: "NOT-01/selection",
    what: "a selection makes it disconnect",
    seen: hungUp,
    break: hangsUpAt("selection_changed", ({ text }) => text === "one\ntwo\nsix"),
  },
  {
    check: "NOT-01/null-selection",
    what: "a null selection makes it disconnect",
    seen: hungUp,
    break: hangsUpAt("selection_changed", ({ selection }) => selection === null),
  },
  {
    check: "NOT-01/no-file",
    what: "a selection without a file makes it disconnect",
    seen: hungUp,
    break: hangsUpAt("selection_changed", ({ filePath }) => filePath === undefined),
  },
  { check: "NOT-02/lines", what: "it disconnects", seen: hungUp, break: hangsUpAt("at_mentioned", hasLines) },
  {
    check: "NOT-02/whole-file",
    what: "a mention without lines makes it disconnect",
    seen: hungUp,
    break: hangsUpAt("at_mentioned", (params) => !hasLines(params)),
  },
  { check: "NOT-03/log-event", what: "it disconnects", seen: hungUp, break: hangsUpAt("log_event") },
  {
    check: "NOT-04/active-editor",
    what: "it disconnects",
    seen: hungUp,
    break: hangsUpAt("workspace/didChangeActiveEditor"),
  },
  {
    check: "NOT-05/early",
    what: "an early notification makes it disconnect",
    seen: hungUp,
    break(parts) {
      parts.onNotification = (_method, params, session) => {
        if (params.early !== undefined) session.hangUp();
      };
    },
  },
];
