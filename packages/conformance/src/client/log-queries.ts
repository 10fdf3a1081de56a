/** Queries on a log that several checks use. */
import { isRecord } from "@tandem-ide/base";
import {
  type Classified,
  classify,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  subprotocol,
} from "@tandem-ide/protocol";
import type { ConnectionLog, HttpRequest, ReceivedEntry, RunLog } from "./log.js";

/** A message from the client, classified. */
export type Message = ReceivedEntry & { readonly is: Classified };

export function messagesOf({ entries }: ConnectionLog): Message[] {
  return entries.flatMap((entry) => (entry.kind === "received" ? [{ ...entry, is: classify(entry.value) }] : []));
}

export interface RequestEntry {
  readonly at: number;
  readonly request: RpcRequest;
}

export function requestsOf(connection: ConnectionLog, method?: string): RequestEntry[] {
  return messagesOf(connection).flatMap(({ at, is }) =>
    is.kind === "request" && (method === undefined || is.message.method === method)
      ? [{ at, request: is.message }]
      : [],
  );
}

export function notificationsOf(connection: ConnectionLog, method?: string): RpcNotification[] {
  return messagesOf(connection).flatMap(({ is }) =>
    is.kind === "notification" && (method === undefined || is.message.method === method) ? [is.message] : [],
  );
}

export function responsesOf(connection: ConnectionLog): RpcResponse[] {
  return messagesOf(connection).flatMap(({ is }) => (is.kind === "response" ? [is.message] : []));
}

/** A tool call. */
export interface ToolCall {
  readonly name: string;
  readonly args: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

export function toolCallsOf(log: RunLog): ToolCall[] {
  return log.connections.flatMap((connection) =>
    requestsOf(connection, "tools/call").flatMap(({ request: { params } }) =>
      isRecord(params) && typeof params.name === "string"
        ? [{ name: params.name, args: params.arguments, params }]
        : [],
    ),
  );
}

/** Returns the values of a header; `name` is in lower case. */
export function headerOf({ headers }: HttpRequest, name: string): string[] {
  return headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

export function offersMcp(request: HttpRequest): boolean {
  return headerOf(request, "sec-websocket-protocol").some((value) => value.split(/\s*,\s*/).includes(subprotocol));
}

/** Returns the index of the endpoint's response to `initialize` in the entries, or -1. */
export function initializeAnswerIndex({ entries }: ConnectionLog): number {
  const initialize = entries.find(
    (entry): entry is ReceivedEntry =>
      entry.kind === "received" && isRecord(entry.value) && entry.value.method === "initialize",
  );
  if (!initialize || !isRecord(initialize.value)) return -1;
  const { id } = initialize.value;
  return entries.findIndex((entry) => entry.kind === "sent" && "result" in entry.value && entry.value.id === id);
}

/** Returns the client's requests and notifications after `initialize` was answered. */
export function messagesAfterInitialize(connection: ConnectionLog): Message[] {
  const index = initializeAnswerIndex(connection);
  if (index < 0) return [];
  const entries = connection.entries.slice(index + 1);
  return messagesOf({ ...connection, entries }).filter(({ is }) => is.kind !== "response");
}

/** Returns connections whose handshake was completed normally. */
export function initializedConnections({ connections }: RunLog): ConnectionLog[] {
  return connections.filter(
    (connection) =>
      (connection.answerMode === "usual" || connection.answerMode === "older-version") &&
      initializeAnswerIndex(connection) >= 0,
  );
}

/** Returns the client's name and version. */
export function clientNameOf({ connections }: RunLog): string | undefined {
  for (const connection of connections)
    for (const { request } of requestsOf(connection, "initialize")) {
      const info = isRecord(request.params) ? request.params.clientInfo : undefined;
      if (!isRecord(info) || typeof info.name !== "string") continue;
      return typeof info.version === "string" ? `${info.name} ${info.version}` : info.name;
    }
  return undefined;
}
