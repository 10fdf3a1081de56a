/** The MCP methods of the test endpoint. */
import {
  callToolParamsSchema,
  errorCodes,
  explainIssues,
  initializeParamsSchema,
  negotiateVersion,
  RpcError,
} from "@tandem-ide/protocol";
import type { Schema } from "../expect.js";
import type { Method } from "./parts.js";

/** Parses params, or throws -32602. */
export function parse<T>(schema: Schema<T>, value: unknown, subject: string): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new RpcError(errorCodes.invalidParams, explainIssues(parsed.error.issues, subject));
  return parsed.data;
}

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const setLevel: Method = (params) => {
  const level = typeof params === "object" && params !== null && "level" in params ? params.level : undefined;
  if (typeof level !== "string" || !levels.includes(level))
    throw new RpcError(errorCodes.invalidParams, `there is no log level ${String(level)}`);
  return {};
};

/** A client that never sends `tools/list` gets notifications too, after a while (NOT-05). */
export const initialized: Method = (_, { session }) => {
  session.becomeReadyAfter(session.parts.readyWithoutListMs);
  return {};
};

export const mcpMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    "initialize",
    (params, { session }) => {
      const { protocolVersion } = parse(initializeParamsSchema, params, "params");
      session.version = negotiateVersion(protocolVersion);
      return {
        protocolVersion: session.version,
        capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
        serverInfo: { name: "endpoint-for-tests", version: "1.0.0" },
      };
    },
  ],
  ["notifications/initialized", initialized],
  ["initialized", initialized],
  ["ping", () => ({})],
  ["prompts/list", () => ({ prompts: [] })],
  ["resources/list", () => ({ resources: [] })],
  ["logging/setLevel", setLevel],
  [
    "tools/list",
    (_, { session }) => {
      session.becomeReadyAfter(session.parts.readyMs);
      return { tools: session.parts.listed };
    },
  ],
  [
    "tools/call",
    (params, call) => {
      const { name, arguments: args } = parse(callToolParamsSchema, params, "params");
      const tool = call.session.parts.tools.get(name);
      if (!tool) throw new RpcError(errorCodes.invalidParams, `there is no tool ${name}`);
      return tool(args ?? {}, call);
    },
  ],
]);
