/** The client's JSON-RPC messages, and its responses to requests (MCP-03 to MCP-05, ERR). */
import { isRecord } from "@tandem-ide/base";
import {
  allowsBatches,
  callToolParamsSchema,
  errorCodes,
  type ProtocolVersion,
  protocolVersions,
  type RequestId,
  tools,
} from "@tandem-ide/protocol";
import { expectEqual, expectError, expectResult } from "../../expect.js";
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import type { ClientCheck } from "../check.js";
import type { ClientContext } from "../context.js";
import type { ConnectionLog, RunLog } from "../log.js";
import { initializeAnswerIndex, messagesOf, requestsOf, responsesOf, toolCallsOf } from "../log-queries.js";
import { isScriptedError } from "../script.js";
import { expectAliveAfter, requireConnections, requireSessions } from "./needs.js";

/** Returns the negotiated version of a connection. */
function versionOf(connection: ConnectionLog): ProtocolVersion | undefined {
  const answer = connection.entries[initializeAnswerIndex(connection)];
  const result = answer?.kind === "sent" ? answer.value.result : undefined;
  return protocolVersions.find((version) => isRecord(result) && result.protocolVersion === version);
}

/** Returns the ids of the endpoint's requests. */
function requestIdsOf({ entries }: ConnectionLog): Set<unknown> {
  return new Set(
    entries.flatMap((entry) =>
      entry.kind === "sent" && "method" in entry.value && "id" in entry.value ? [entry.value.id] : [],
    ),
  );
}

function declaresRoots(connection: ConnectionLog): boolean {
  const [initialize] = requestsOf(connection, "initialize");
  const params = initialize?.request.params;
  return isRecord(params) && isRecord(params.capabilities) && isRecord(params.capabilities.roots);
}

async function rootsAreUris(context: ClientContext): Promise<void> {
  const connection = await context.session();
  if (!declaresRoots(connection.log)) throw new NotApplicable("the client doesn't declare roots");
  const answer = await connection.request("roots/list", undefined, context.times.answerMs);
  const result = expectResult(answer, "a result from roots/list, because roots is declared");
  const roots = isRecord(result) ? result.roots : undefined;
  const isRoot = (root: unknown) => isRecord(root) && typeof root.uri === "string" && root.uri.startsWith("file://");
  if (!Array.isArray(roots) || !roots.every(isRoot)) throw new Failure("roots with file:// URIs", show(result));
}

/** Returns the cancellations and their indexes in the log. */
function cancellationsOf(connection: ConnectionLog): { readonly index: number; readonly requestId: unknown }[] {
  return connection.entries.flatMap((entry, index) => {
    if (entry.kind !== "received" || !isRecord(entry.value) || entry.value.method !== "notifications/cancelled")
      return [];
    return [{ index, requestId: isRecord(entry.value.params) ? entry.value.params.requestId : undefined }];
  });
}

const noCancellation = "the client didn't cancel a request during this run";

export const messageChecks: readonly ClientCheck[] = [
  {
    name: "MCP-03/ping",
    title: "ping is answered with {}",
    async run(context) {
      // Pings again for this check, after finding out whether other checks can use ping.
      await context.answersPing();
      const connection = await context.session();
      const answer = await connection.request("ping", undefined, context.times.answerMs);
      expectEqual(expectResult(answer, "a response to ping"), {}, "the response to ping");
    },
  },
  {
    name: "MCP-03/roots",
    title: "roots/list is answered with file:// URIs if roots is declared",
    run: rootsAreUris,
  },
  {
    name: "MCP-03/list-changed",
    title: "notifications/tools/list_changed is accepted or ignored",
    run: (context) =>
      context.survives("notifications/tools/list_changed", (connection) =>
        connection.notify("notifications/tools/list_changed"),
      ),
  },
  {
    name: "MCP-03/calls",
    title: "Tool calls have a listed name and an object of arguments",
    check(log) {
      const calls = requireSessions(log).flatMap((connection) => requestsOf(connection, "tools/call"));
      if (calls.length === 0)
        throw new NotApplicable("the client didn't call a tool during this run; send it a prompt");
      for (const { request } of calls) {
        const { _meta, ...params } = isRecord(request.params) ? request.params : {};
        const parsed = callToolParamsSchema.safeParse(params);
        if (!parsed.success) throw new Failure("tools/call with name and arguments", show(request.params));
        if (!Object.hasOwn(tools, parsed.data.name))
          throw new Failure("a tool from tools/list", show(parsed.data.name));
      }
    },
  },
  {
    name: "MCP-04/progress-token",
    title: "A progress token is a string or a number, and unique among pending calls",
    check(log) {
      requireSessions(log);
      const tokens = toolCallsOf(log).flatMap(({ params: { _meta } }) =>
        isRecord(_meta) && "progressToken" in _meta ? [_meta.progressToken] : [],
      );
      if (tokens.length === 0) throw new NotApplicable("the client sent no progress token during this run");
      for (const token of tokens)
        if (typeof token !== "string" && typeof token !== "number")
          throw new Failure("a string or a number", show(token));
      for (const connection of log.connections) expectUniqueTokens(connection);
    },
  },
  {
    name: "MCP-04/progress",
    title: "Progress on an unknown call is ignored",
    run: (context) =>
      context.survives("progress on an unknown call", (connection) =>
        connection.notify("notifications/progress", { progressToken: "tandem-none", progress: 1, total: 2 }),
      ),
  },
  {
    name: "MCP-04/cancels",
    title: "The client only cancels its own requests, and never initialize",
    check(log) {
      let count = 0;
      for (const connection of requireSessions(log))
        for (const { index, requestId } of cancellationsOf(connection)) {
          count++;
          const before = connection.entries.slice(0, index);
          const cancelled = requestsOf({ ...connection, entries: before }).find(
            ({ request }) => request.id === requestId,
          );
          if (!cancelled || cancelled.request.method === "initialize")
            throw new Failure("the id of a request other than initialize", show(requestId));
        }
      if (count === 0) throw new NotApplicable(noCancellation);
    },
  },
  {
    name: "MCP-04/late-answer",
    title: "A late response to a cancelled request is tolerated",
    check(log) {
      let count = 0;
      for (const connection of requireSessions(log))
        for (const { index, requestId } of cancellationsOf(connection)) {
          const late = connection.entries.findIndex(
            (entry, position) =>
              position > index && entry.kind === "sent" && "result" in entry.value && entry.value.id === requestId,
          );
          if (late < 0) continue;
          count++;
          expectAliveAfter(connection, late, "a late response");
        }
      if (count === 0) throw new NotApplicable(`${noCancellation}; cancel a pending openDiff`);
    },
  },
  {
    name: "MCP-05/batches",
    title: "Batches are only sent if 2025-03-26 was negotiated",
    check(log) {
      for (const connection of requireConnections(log)) {
        const batched = messagesOf(connection).find(({ isBatched, value }) => isBatched || Array.isArray(value));
        if (batched && !allowsBatches(versionOf(connection)))
          throw new Failure("one message per frame", show(batched.text));
      }
    },
  },
  {
    name: "ERR-01/json-rpc",
    title: "Every message is JSON-RPC 2.0",
    check(log) {
      for (const connection of requireConnections(log))
        for (const { is, value } of messagesOf(connection))
          if (is.kind === "invalid" && value !== undefined)
            throw new Failure("JSON-RPC 2.0", `${show(value)}: ${is.reason}`);
    },
  },
  {
    name: "ERR-01/ids",
    title: "A request's id is a string or an integer, and unique on its connection",
    check(log) {
      for (const connection of requireConnections(log)) {
        const used = new Set<RequestId>();
        for (const { request } of requestsOf(connection)) {
          if (typeof request.id === "number" && !Number.isInteger(request.id))
            throw new Failure("a string or an integer", show(request.id));
          if (used.has(request.id)) throw new Failure("an unused id", show(request.id));
          used.add(request.id);
        }
      }
    },
  },
  {
    name: "ERR-01/answers",
    title: "The client answers each request once, and nothing else",
    check(log) {
      for (const connection of requireConnections(log)) {
        const pendingIds = requestIdsOf(connection);
        for (const response of responsesOf(connection))
          if (!pendingIds.delete(response.id))
            throw new Failure("one response to each request, and no others", show(response));
      }
    },
  },
  {
    name: "ERR-01/unknown-method",
    title: "An unknown request is answered with -32601",
    async run(context) {
      const connection = await context.session();
      const answer = await connection.request("tandem/unknown", {}, context.times.answerMs);
      expectError(answer, errorCodes.methodNotFound, "tandem/unknown");
    },
  },
  {
    name: "ERR-01/unknown-notification",
    title: "An unknown notification is ignored",
    run: (context) =>
      context.survives("an unknown notification", (connection) =>
        connection.notify("tandem/unknown", { any: "thing" }),
      ),
  },
  {
    name: "ERR-01/unknown-answer",
    title: "A response with an unknown id is ignored",
    run: (context) =>
      context.survives("a response with an unknown id", (connection) =>
        connection.send({ jsonrpc: "2.0", id: "tandem-none", result: {} }),
      ),
  },
  {
    name: "ERR-01/null-id",
    title: "An error with the id null is ignored",
    run: (context) =>
      context.survives("an error with the id null", (connection) => {
        const error = { code: errorCodes.parseError, message: "This error is part of the test, too." };
        connection.send({ jsonrpc: "2.0", id: null, error });
      }),
  },
  {
    name: "ERR-02/error-answer",
    title: "An error as the response to a call doesn't end the session",
    check(log: RunLog) {
      for (const connection of requireSessions(log)) {
        const index = connection.entries.findIndex((entry) => entry.kind === "sent" && isScriptedError(entry.value));
        if (index >= 0) return expectAliveAfter(connection, index, "an error in answer to closeAllDiffTabs");
      }
      throw new NotApplicable("the client didn't call closeAllDiffTabs during this run; send it a prompt");
    },
  },
];

function expectUniqueTokens({ entries }: ConnectionLog): void {
  /** Tokens of pending calls by id. */
  const pending = new Map<unknown, unknown>();
  for (const entry of entries) {
    if (entry.kind === "frame" || !isRecord(entry.value)) continue;
    const { id, method, params } = entry.value;
    if (entry.kind === "sent" && method === undefined) pending.delete(id);
    const meta = entry.kind === "received" && method === "tools/call" && isRecord(params) ? params._meta : undefined;
    const token = isRecord(meta) ? meta.progressToken : undefined;
    if (token === undefined) continue;
    if ([...pending.values()].includes(token)) throw new Failure("a unique token for each pending call", show(token));
    pending.set(id, token);
  }
}
