/** JSON-RPC as the client speaks it, and requests of the endpoint that it answers (MCP-03 to MCP-05, ERR). */
import { isRecord } from "@tandem/base";
import {
  allowsBatches,
  callToolParamsSchema,
  errorCodes,
  type ProtocolVersion,
  protocolVersions,
  type RequestId,
  tools,
} from "@tandem/protocol";
import { expectEqual, expectError, expectResult } from "../../expect.js";
import { Failure, NotApplicable } from "../../outcome.js";
import { show } from "../../show.js";
import type { ClientCheck } from "../check.js";
import type { ConnectionLog, RunLog } from "../log.js";
import { indexOfWelcome, messagesOf, requestsOf, responsesOf, toolCallsOf } from "../reading.js";
import { isScriptedError } from "../script.js";
import type { Stage } from "../stage.js";
import { livesAfter, needsConnections, needsSessions } from "./needs.js";

/** The revision that a connection agreed on. */
function versionOf(connection: ConnectionLog): ProtocolVersion | undefined {
  const welcome = connection.entries[indexOfWelcome(connection)];
  const result = welcome?.kind === "said" ? welcome.value.result : undefined;
  return protocolVersions.find((version) => isRecord(result) && result.protocolVersion === version);
}

/** Ids of the endpoint's own requests. */
function askedOf({ entries }: ConnectionLog): Set<unknown> {
  return new Set(
    entries.flatMap((entry) =>
      entry.kind === "said" && "method" in entry.value && "id" in entry.value ? [entry.value.id] : [],
    ),
  );
}

function declaresRoots(connection: ConnectionLog): boolean {
  const [asked] = requestsOf(connection, "initialize");
  const params = asked?.request.params;
  return isRecord(params) && isRecord(params.capabilities) && isRecord(params.capabilities.roots);
}

async function rootsAreUris(stage: Stage): Promise<void> {
  const connection = await stage.session();
  if (!declaresRoots(connection.log)) throw new NotApplicable("the client does not declare roots");
  const answer = await connection.request("roots/list", undefined, stage.times.answerMs);
  const result = expectResult(answer, "a result of roots/list, since roots is declared");
  const roots = isRecord(result) ? result.roots : undefined;
  const isRoot = (root: unknown) => isRecord(root) && typeof root.uri === "string" && root.uri.startsWith("file://");
  if (!Array.isArray(roots) || !roots.every(isRoot)) throw new Failure("roots with file:// URIs", show(result));
}

/** Cancellations, each with where it stands. */
function cancellationsOf(connection: ConnectionLog): { readonly index: number; readonly requestId: unknown }[] {
  return connection.entries.flatMap((entry, index) => {
    if (entry.kind !== "heard" || !isRecord(entry.value) || entry.value.method !== "notifications/cancelled") return [];
    return [{ index, requestId: isRecord(entry.value.params) ? entry.value.params.requestId : undefined }];
  });
}

const noCancellation = "the client did not cancel a request during this run";

export const messageChecks: readonly ClientCheck[] = [
  {
    name: "MCP-03/ping",
    title: "ping is answered with {}",
    async play(stage) {
      // Asked again, for a verdict; what other scenes rely on is settled by then.
      await stage.answersPing();
      const connection = await stage.session();
      const answer = await connection.request("ping", undefined, stage.times.answerMs);
      expectEqual(expectResult(answer, "an answer to ping"), {}, "the answer to ping");
    },
  },
  {
    name: "MCP-03/roots",
    title: "roots/list is answered where roots is declared, with file:// URIs",
    play: rootsAreUris,
  },
  {
    name: "MCP-03/list-changed",
    title: "notifications/tools/list_changed makes it list again, or nothing",
    play: (stage) =>
      stage.survives("notifications/tools/list_changed", (connection) =>
        connection.notify("notifications/tools/list_changed"),
      ),
  },
  {
    name: "MCP-03/calls",
    title: "It calls tools that were listed, with a name and an object of arguments",
    judge(log) {
      const calls = needsSessions(log).flatMap((connection) => requestsOf(connection, "tools/call"));
      if (calls.length === 0)
        throw new NotApplicable("the client did not call a tool during this run; send it a prompt");
      for (const { request } of calls) {
        const { _meta, ...params } = isRecord(request.params) ? request.params : {};
        const parsed = callToolParamsSchema.safeParse(params);
        if (!parsed.success) throw new Failure("tools/call with name and arguments", show(request.params));
        if (!Object.hasOwn(tools, parsed.data.name))
          throw new Failure("a tool that tools/list names", show(parsed.data.name));
      }
    },
  },
  {
    name: "MCP-04/progress-token",
    title: "A progress token is a string or a number, and not that of another call that waits",
    judge(log) {
      needsSessions(log);
      const tokens = toolCallsOf(log).flatMap(({ params: { _meta } }) =>
        isRecord(_meta) && "progressToken" in _meta ? [_meta.progressToken] : [],
      );
      if (tokens.length === 0) throw new NotApplicable("the client sent no progress token during this run");
      for (const token of tokens)
        if (typeof token !== "string" && typeof token !== "number")
          throw new Failure("a string or a number", show(token));
      for (const connection of log.connections) expectFreeTokens(connection);
    },
  },
  {
    name: "MCP-04/progress",
    title: "Progress of a call that it does not know is ignored",
    play: (stage) =>
      stage.survives("progress of an unknown call", (connection) =>
        connection.notify("notifications/progress", { progressToken: "tandem-none", progress: 1, total: 2 }),
      ),
  },
  {
    name: "MCP-04/cancels",
    title: "What it cancels is a request that it has made, and never initialize",
    judge(log) {
      let count = 0;
      for (const connection of needsSessions(log))
        for (const { index, requestId } of cancellationsOf(connection)) {
          count++;
          const before = connection.entries.slice(0, index);
          const asked = requestsOf({ ...connection, entries: before }).find(({ request }) => request.id === requestId);
          if (!asked || asked.request.method === "initialize")
            throw new Failure("the id of a request other than initialize", show(requestId));
        }
      if (count === 0) throw new NotApplicable(noCancellation);
    },
  },
  {
    name: "MCP-04/late-answer",
    title: "The answer to a request that it cancelled does no harm when it comes late",
    judge(log) {
      let count = 0;
      for (const connection of needsSessions(log))
        for (const { index, requestId } of cancellationsOf(connection)) {
          const late = connection.entries.findIndex(
            (entry, at) =>
              at > index && entry.kind === "said" && "result" in entry.value && entry.value.id === requestId,
          );
          if (late < 0) continue;
          count++;
          livesAfter(connection, late, "a late answer");
        }
      if (count === 0) throw new NotApplicable(`${noCancellation}; cancel an openDiff while it waits`);
    },
  },
  {
    name: "MCP-05/batches",
    title: "Batches come only where 2025-03-26 was agreed on",
    judge(log) {
      for (const connection of needsConnections(log)) {
        const batched = messagesOf(connection).find(({ isBatched, value }) => isBatched || Array.isArray(value));
        if (batched && !allowsBatches(versionOf(connection)))
          throw new Failure("one message in a frame", show(batched.text));
      }
    },
  },
  {
    name: "ERR-01/json-rpc",
    title: "Every message is JSON-RPC 2.0",
    judge(log) {
      for (const connection of needsConnections(log))
        for (const { is, value } of messagesOf(connection))
          if (is.kind === "invalid" && value !== undefined)
            throw new Failure("JSON-RPC 2.0", `${show(value)}: ${is.reason}`);
    },
  },
  {
    name: "ERR-01/ids",
    title: "The id of a request is a string or a whole number, and new on its connection",
    judge(log) {
      for (const connection of needsConnections(log)) {
        const used = new Set<RequestId>();
        for (const { request } of requestsOf(connection)) {
          if (typeof request.id === "number" && !Number.isInteger(request.id))
            throw new Failure("a string or a whole number", show(request.id));
          if (used.has(request.id)) throw new Failure("an id that was not used before", show(request.id));
          used.add(request.id);
        }
      }
    },
  },
  {
    name: "ERR-01/answers",
    title: "It answers only what it is asked, once, and never a notification",
    judge(log) {
      for (const connection of needsConnections(log)) {
        const asked = askedOf(connection);
        for (const response of responsesOf(connection))
          if (!asked.delete(response.id)) throw new Failure("an answer to a request, and one only", show(response));
      }
    },
  },
  {
    name: "ERR-01/unknown-method",
    title: "A request that it does not know is answered with -32601",
    async play(stage) {
      const connection = await stage.session();
      const answer = await connection.request("tandem/unknown", {}, stage.times.answerMs);
      expectError(answer, errorCodes.methodNotFound, "tandem/unknown");
    },
  },
  {
    name: "ERR-01/unknown-notification",
    title: "A notification that it does not know is ignored",
    play: (stage) =>
      stage.survives("an unknown notification", (connection) => connection.notify("tandem/unknown", { any: "thing" })),
  },
  {
    name: "ERR-01/unknown-answer",
    title: "An answer to nothing that it asked is ignored",
    play: (stage) =>
      stage.survives("an answer with an unknown id", (connection) =>
        connection.send({ jsonrpc: "2.0", id: "tandem-none", result: {} }),
      ),
  },
  {
    name: "ERR-01/null-id",
    title: "An error that belongs to no request (its id is null) is ignored",
    play: (stage) =>
      stage.survives("an error with the id null", (connection) => {
        const error = { code: errorCodes.parseError, message: "This error is a part of the test, too." };
        connection.send({ jsonrpc: "2.0", id: null, error });
      }),
  },
  {
    name: "ERR-02/error-answer",
    title: "A call that is answered with an error does not end the session",
    judge(log: RunLog) {
      for (const connection of needsSessions(log)) {
        const index = connection.entries.findIndex((entry) => entry.kind === "said" && isScriptedError(entry.value));
        if (index >= 0) return livesAfter(connection, index, "an error in answer to closeAllDiffTabs");
      }
      throw new NotApplicable("the client did not call closeAllDiffTabs during this run; send it a prompt");
    },
  },
];

function expectFreeTokens({ entries }: ConnectionLog): void {
  /** Of calls that wait, by the id of the call. */
  const waiting = new Map<unknown, unknown>();
  for (const entry of entries) {
    if (entry.kind === "frame" || !isRecord(entry.value)) continue;
    const { id, method, params } = entry.value;
    if (entry.kind === "said" && method === undefined) waiting.delete(id);
    const meta = entry.kind === "heard" && method === "tools/call" && isRecord(params) ? params._meta : undefined;
    const token = isRecord(meta) ? meta.progressToken : undefined;
    if (token === undefined) continue;
    if ([...waiting.values()].includes(token))
      throw new Failure("a token of its own for each call that waits", show(token));
    waiting.set(id, token);
  }
}
