/** Faults in a session's methods (MCP-03 to MCP-05). */
import { isRecord } from "@tandem-ide/base";
import { errorCodes } from "@tandem-ide/protocol";
import { around, type Parts } from "../parts.js";
import { answersNotification, type Fault, method, noMethod, nothing, onError, textResult, tool } from "./fault.js";

function changesListed(change: (schema: Record<string, unknown>) => Record<string, unknown>): (parts: Parts) => void {
  return (parts) => {
    parts.listed = parts.listed.map((tool) => ({
      ...tool,
      inputSchema: { ...change(tool.inputSchema), type: "object" as const },
    }));
  };
}

function progress(token: string): unknown {
  return { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: token, progress: 1 } };
}

export const mcpFaults: readonly Fault[] = [
  { check: "MCP-03/ping", what: "ping is unknown", seen: /^error -32601/, break: noMethod("ping") },
  { check: "MCP-03/ping", what: "ping answers pong", seen: /pong/, break: method("ping", () => "pong") },
  {
    check: "MCP-03/tools-list",
    what: "a tool is listed twice",
    seen: /openDiff.*openDiff/,
    break(parts) {
      parts.listed = [...parts.listed, ...parts.listed.slice(0, 1)];
    },
  },
  {
    check: "MCP-03/tools-list",
    what: "tools have no description",
    seen: /^none$/,
    break(parts) {
      parts.listed = parts.listed.map(({ description: _, ...tool }) => tool);
    },
  },
  {
    check: "MCP-03/draft-07",
    what: "schemas are of another draft",
    seen: /2020-12/,
    break: changesListed((schema) => ({ ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" })),
  },
  {
    check: "MCP-03/draft-07",
    what: "schemas allow additional members",
    seen: /^nothing$/,
    break: changesListed(({ additionalProperties: _, ...schema }) => schema),
  },
  {
    check: "MCP-03/input-schemas",
    what: "a required member is optional",
    seen: /"required":\[\]/,
    break: changesListed(({ required: _, ...schema }) => schema),
  },
  {
    check: "MCP-03/input-schemas",
    what: "members have no type",
    seen: /./,
    break: changesListed((schema) => ({
      ...schema,
      properties: Object.fromEntries(
        Object.keys(isRecord(schema.properties) ? schema.properties : {}).map((k) => [k, {}]),
      ),
    })),
  },
  { check: "MCP-03/prompts", what: "prompts/list is unknown", seen: /^error -32601/, break: noMethod("prompts/list") },
  {
    check: "MCP-03/prompts",
    what: "there are prompts",
    seen: /hello/,
    break: method("prompts/list", () => ({ prompts: [{ name: "hello" }] })),
  },
  { check: "MCP-03/resources", what: "the list is bare", seen: /^\[\]/, break: method("resources/list", () => []) },
  {
    check: "MCP-03/log-level",
    what: "any level is accepted",
    seen: /^the result/,
    break: method("logging/setLevel", () => ({})),
  },
  {
    check: "MCP-04/cancelled",
    what: "cancellations are ignored",
    seen: /^1 still open/,
    break: (parts) => void parts.notifications.set("notifications/cancelled", () => undefined),
  },
  {
    check: "MCP-04/cancelled",
    what: "a cancelled call is answered",
    seen: /DIFF_REJECTED/,
    break: (parts) =>
      void parts.notifications.set("notifications/cancelled", (_, { session }) => {
        for (const reject of session.diffs.values()) reject();
      }),
  },
  {
    check: "MCP-04/cancelled-at-once",
    what: "a cancellation is lost while the diff opens",
    seen: /^1 still open/,
    break: (parts) =>
      around(parts.tools, "openDiff", (original) => async (args, call) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return original(args, { ...call, signal: new AbortController().signal });
      }),
  },
  {
    check: "MCP-04/cancel-unknown",
    what: "cancelling an unknown request is answered with an error",
    seen: /no method notifications\/cancelled/,
    break: answersNotification("notifications/cancelled"),
  },
  {
    check: "MCP-04/progress-token",
    what: "_meta is rejected",
    seen: /^error -32602/,
    break: (parts) =>
      around(
        parts.methods,
        "tools/call",
        (original) => (params, call) => original(isRecord(params) && "_meta" in params ? { name: 7 } : params, call),
      ),
  },
  {
    check: "MCP-04/progress-token",
    what: "progress carries another token",
    seen: /^"other"$/,
    break: tool("getWorkspaceFolders", (_, { session }) => {
      session.send(progress("other"));
      return textResult("{}");
    }),
  },
  {
    check: "MCP-04/progress-token",
    what: "progress is sent without a token",
    seen: /notifications\/progress/,
    break: tool("getWorkspaceFolders", (_, { session }) => {
      session.send(progress("token-7"));
      return textResult("{}");
    }),
  },
  {
    check: "MCP-05/batch",
    what: "batches are always refused",
    seen: nothing,
    break(parts) {
      parts.allowsBatches = () => false;
    },
  },
  {
    check: "MCP-05/batch",
    what: "one of two is answered",
    seen: /^\["one"\]/,
    break(parts) {
      parts.outgoing = (message) => (Array.isArray(message) ? message.slice(0, 1) : message);
    },
  },
  {
    check: "MCP-05/empty-batch",
    what: "an empty batch is dropped",
    seen: nothing,
    break: onError(errorCodes.invalidRequest, () => undefined),
  },
  {
    check: "MCP-05/no-batch",
    what: "batches are always accepted",
    seen: /^\[\{/,
    break(parts) {
      parts.allowsBatches = () => true;
    },
  },
];
