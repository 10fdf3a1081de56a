/** Faults at the start of a session (MCP-01, MCP-02). */
import { isRecord } from "@tandem-ide/base";
import { errorCodes, protocolVersions, RpcError } from "@tandem-ide/protocol";
import { around, type Parts } from "../parts.js";
import { answersNotification, type Fault, method, noMethod, nothing, reword } from "./fault.js";

/** Makes initialize return another version. */
function answersVersion(choose: (asked: string) => string): (parts: Parts) => void {
  return changesInitialize((result, params) => ({
    ...result,
    protocolVersion: choose(isRecord(params) ? String(params.protocolVersion) : ""),
  }));
}

function changesInitialize(
  change: (result: Record<string, unknown>, params: unknown) => unknown,
): (parts: Parts) => void {
  return (parts) =>
    around(parts.methods, "initialize", (original) => async (params, call) => {
      const result = await original(params, call);
      return isRecord(result) ? change(result, params) : result;
    });
}

const newest = protocolVersions.at(-1) ?? "";
const oldest = protocolVersions[0];

export const initializeFaults: readonly Fault[] = [
  {
    check: "MCP-01/first",
    what: "tools are listed before initialize",
    seen: /^the result/,
    break: (parts) => void parts.early.add("tools/list"),
  },
  {
    check: "MCP-01/first",
    what: "the refusal gives no reason",
    seen: /"invalid request"/,
    break: reword(errorCodes.invalidRequest, "invalid request"),
  },
  {
    check: "MCP-01/ping-first",
    what: "ping only works after initialize",
    seen: /^error -32600/,
    break: (parts) => void parts.early.delete("ping"),
  },
  {
    check: "MCP-01/discover",
    what: "any message before initialize is refused",
    seen: /^error -32600/,
    break: method("server/discover", () => ({})),
  },
  {
    check: "MCP-01/discover",
    what: "it is answered like a known one",
    seen: /^the result/,
    break(parts) {
      parts.methods.set("server/discover", () => ({ supportedVersions: ["2026-07-28"] }));
      parts.early.add("server/discover");
    },
  },
  {
    check: "MCP-01/discover",
    what: "initialize fails after it",
    seen: /^error -32600 "too late"/,
    break(parts) {
      parts.methods.set("server/discover", () => {
        parts.methods.set("initialize", () => {
          throw new RpcError(errorCodes.invalidRequest, "too late");
        });
        throw new RpcError(errorCodes.methodNotFound, "there is no such method");
      });
      parts.early.add("server/discover");
    },
  },
  {
    check: "MCP-01/known-versions",
    what: "every version gets the same response",
    seen: /2024-11-05/,
    break: answersVersion(() => oldest),
  },
  {
    check: "MCP-01/newer-version",
    what: "any version is echoed",
    seen: /2099/,
    break: answersVersion((asked) => asked),
  },
  {
    check: "MCP-01/version-between",
    what: "an unknown version is answered with the newest",
    seen: /2025-11-25/,
    break: answersVersion(() => newest),
  },
  {
    check: "MCP-01/older-version",
    what: "an old version is answered with the newest",
    seen: /2025-11-25/,
    break: answersVersion((asked) => (asked < oldest ? newest : asked)),
  },
  {
    check: "MCP-01/id-zero",
    what: "the id 0 counts as missing",
    seen: nothing,
    break(parts) {
      parts.outgoing = (message) => (isRecord(message) && message.id === 0 ? undefined : message);
    },
  },
  {
    check: "MCP-01/id-zero",
    what: "ids become numbers",
    seen: /^0$/,
    break(parts) {
      parts.outgoing = (message) => (isRecord(message) && message.id === "0" ? { ...message, id: 0 } : message);
    },
  },
  {
    check: "MCP-01/result",
    what: "tools are not declared",
    seen: /^\{/,
    break: changesInitialize((result) => ({ ...result, capabilities: {} })),
  },
  {
    check: "MCP-01/result",
    what: "serverInfo is missing",
    seen: /serverInfo/,
    break: changesInitialize(({ serverInfo: _, ...rest }) => rest),
  },
  {
    check: "MCP-01/capabilities",
    what: "logging is declared but not served",
    seen: /^error -32601/,
    break: noMethod("logging/setLevel"),
  },
  {
    check: "MCP-01/capabilities",
    what: "logging is served but not declared",
    seen: /^the result/,
    break: changesInitialize((result) => ({ ...result, capabilities: { tools: {} } })),
  },
  {
    check: "MCP-02/standard",
    what: "the notification is answered",
    seen: /no method notifications\/initialized/,
    break: answersNotification("notifications/initialized"),
  },
  {
    check: "MCP-02/bare",
    what: "initialized is answered with an error",
    seen: /no method initialized/,
    break: answersNotification("initialized"),
  },
  {
    check: "MCP-02/with-id",
    what: "as a request it is unknown",
    seen: /^error -32601/,
    break: noMethod("initialized"),
  },
];
