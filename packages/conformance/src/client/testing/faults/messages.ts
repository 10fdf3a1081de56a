/** Faults in JSON-RPC and in responses to requests. */
import { isRecord } from "@tandem-ide/base";
import { rightArguments } from "../correct-parts.js";
import { alsoDoes, answer, type ClientFault, hangsUpAt, hungUp } from "./fault.js";

export const messageFaults: readonly ClientFault[] = [
  {
    check: "MCP-03/ping",
    what: "it doesn't support ping",
    seen: /^error -32601/,
    break: answer("ping", () => ({ error: { code: -32601, message: "Method not found" } })),
  },
  { check: "MCP-03/ping", what: "it doesn't answer", seen: /^nothing within/, break: answer("ping", () => undefined) },
  {
    check: "MCP-03/ping",
    what: "ping is answered with text",
    seen: /"pong"/,
    break: answer("ping", () => ({ result: "pong" })),
  },
  {
    check: "MCP-03/roots",
    what: "roots are paths",
    seen: /"\/work"/,
    break: answer("roots/list", () => ({ result: { roots: [{ uri: "/work" }] } })),
  },
  {
    check: "MCP-03/roots",
    what: "roots are declared but not served",
    seen: /^error -32601/,
    break: answer("roots/list", () => ({ error: { code: -32601, message: "Method not found" } })),
  },
  {
    check: "MCP-03/list-changed",
    what: "it disconnects",
    seen: hungUp,
    break: hangsUpAt("notifications/tools/list_changed"),
  },
  {
    check: "MCP-03/calls",
    what: "it calls an unlisted tool",
    seen: /"openTab"/,
    break: alsoDoes((session) => void session.call("openTab", {})),
  },
  {
    check: "MCP-03/calls",
    what: "arguments are a list",
    seen: /"arguments":\[\]/,
    break: alsoDoes((session) => void session.request("tools/call", { name: "getOpenEditors", arguments: [] })),
  },
  {
    check: "MCP-04/progress-token",
    what: "two pending calls have the same token",
    seen: /^"x"$/,
    break: alsoDoes((session) => {
      const call = { name: "openDiff", arguments: rightArguments.openDiff, _meta: { progressToken: "x" } };
      void session.request("tools/call", call);
      void session.request("tools/call", call);
    }),
  },
  {
    check: "MCP-04/progress-token",
    what: "the token is an object",
    seen: /^\{\}$/,
    break: alsoDoes((session) => {
      const params = { name: "getOpenEditors", arguments: {}, _meta: { progressToken: {} } };
      void session.request("tools/call", params);
    }),
  },
  {
    check: "MCP-04/progress",
    what: "it disconnects",
    seen: hungUp,
    break: hangsUpAt("notifications/progress", ({ progressToken }) => progressToken === "tandem-none"),
  },
  {
    check: "MCP-04/cancels",
    what: "it cancels an unknown request",
    seen: /9999/,
    break: alsoDoes((session) => session.notify("notifications/cancelled", { requestId: 9999 })),
  },
  {
    check: "MCP-04/late-answer",
    what: "a late response makes it disconnect",
    seen: hungUp,
    break(parts) {
      const cancelled = new Set<unknown>();
      parts.outgoing = (message) => {
        if (message.method === "notifications/cancelled" && isRecord(message.params))
          cancelled.add(message.params.requestId);
        return message;
      };
      parts.onAnswer = (id, session) => {
        if (cancelled.has(id)) session.leave();
      };
    },
  },
  {
    check: "MCP-05/batches",
    what: "two pings in one message",
    seen: /^"?\[/,
    break: alsoDoes((session) => {
      const ping = (id: string) => ({ jsonrpc: "2.0", id, method: "ping" });
      session.sendText(JSON.stringify([ping("a"), ping("b")]));
    }),
  },
  {
    check: "ERR-01/json-rpc",
    what: "no jsonrpc",
    seen: /"jsonrpc" must be/,
    break: alsoDoes((session) => session.sendText('{"method":"hello"}')),
  },
  {
    check: "ERR-01/ids",
    what: "an id is used again",
    seen: /^"same"$/,
    break: alsoDoes((session) => {
      void session.request("ping", undefined, "same");
      void session.request("ping", undefined, "same");
    }),
  },
  {
    check: "ERR-01/ids",
    what: "an id isn't an integer",
    seen: /^1\.5$/,
    break: alsoDoes((session) => void session.request("ping", undefined, 1.5)),
  },
  {
    check: "ERR-01/answers",
    what: "a notification is answered",
    seen: /Method not found/,
    break(parts) {
      parts.onNotification = (method, _params, session) => {
        if (method === "tandem/unknown")
          session.send({ jsonrpc: "2.0", id: null, error: { code: -32601, message: "Method not found" } });
      };
    },
  },
  {
    check: "ERR-01/answers",
    what: "a request is answered twice",
    seen: /"roots"/,
    break(parts) {
      const right = parts.outgoing;
      let last: unknown;
      parts.outgoing = (message) => {
        if (isRecord(message.result) && "roots" in message.result) last = message;
        return right(message);
      };
      alsoDoes((session) => {
        if (last !== undefined) session.sendText(JSON.stringify(last));
      })(parts);
    },
  },
  {
    check: "ERR-01/unknown-method",
    what: "an unknown request is answered with {}",
    seen: /^the result/,
    break: answer("tandem/unknown", () => ({ result: {} })),
  },
  {
    check: "ERR-01/unknown-method",
    what: "another code",
    seen: /^error -32603/,
    break: answer("tandem/unknown", () => ({ error: { code: -32603, message: "No" } })),
  },
  { check: "ERR-01/unknown-notification", what: "it disconnects", seen: hungUp, break: hangsUpAt("tandem/unknown") },
  {
    check: "ERR-01/unknown-answer",
    what: "it disconnects",
    seen: hungUp,
    break(parts) {
      parts.onStrayAnswer = (id, session) => {
        if (id === "tandem-none") session.hangUp();
      };
    },
  },
  {
    check: "ERR-01/null-id",
    what: "it disconnects",
    seen: hungUp,
    break(parts) {
      parts.onStrayAnswer = (id, session) => {
        if (id === null) session.hangUp();
      };
    },
  },
  {
    check: "ERR-02/error-answer",
    what: "a failed call makes it disconnect",
    seen: hungUp,
    break(parts) {
      parts.onErrorAnswer = (session) => session.leave();
    },
  },
];
