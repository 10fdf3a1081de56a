/** Reading a log: questions that several checks ask. */
import { isRecord } from "@tandem/base";
import {
  type Classified,
  classify,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  subprotocol,
} from "@tandem/protocol";
import type { ConnectionLog, HeardEntry, HttpRequest, RunLog } from "./log.js";

/** A message of the client, and what kind it is. */
export type Message = HeardEntry & { readonly is: Classified };

export function messagesOf({ entries }: ConnectionLog): Message[] {
  return entries.flatMap((entry) => (entry.kind === "heard" ? [{ ...entry, is: classify(entry.value) }] : []));
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

/** A call of a tool, as it came. */
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

/** The values of a header, whose name knows no case. */
export function headerOf({ headers }: HttpRequest, name: string): string[] {
  return headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

export function offersMcp(request: HttpRequest): boolean {
  return headerOf(request, "sec-websocket-protocol").some((value) => value.split(/\s*,\s*/).includes(subprotocol));
}

/** The answer of the endpoint to `initialize`, by its place among the entries; -1 where there is none. */
export function indexOfWelcome({ entries }: ConnectionLog): number {
  const asked = entries.find(
    (entry): entry is HeardEntry =>
      entry.kind === "heard" && isRecord(entry.value) && entry.value.method === "initialize",
  );
  if (!asked || !isRecord(asked.value)) return -1;
  const { id } = asked.value;
  return entries.findIndex((entry) => entry.kind === "said" && "result" in entry.value && entry.value.id === id);
}

/** What the client said of its own accord after its `initialize` was answered. */
export function afterWelcome(connection: ConnectionLog): Message[] {
  const welcome = indexOfWelcome(connection);
  if (welcome < 0) return [];
  const entries = connection.entries.slice(welcome + 1);
  return messagesOf({ ...connection, entries }).filter(({ is }) => is.kind !== "response");
}

/** Connections on which the handshake could be brought to its end. */
export function servedOf({ connections }: RunLog): ConnectionLog[] {
  return connections.filter(
    (connection) =>
      (connection.manner === "usual" || connection.manner === "older-version") && indexOfWelcome(connection) >= 0,
  );
}

/** Who the client says it is, for a report. */
export function clientNameOf({ connections }: RunLog): string | undefined {
  for (const connection of connections)
    for (const { request } of requestsOf(connection, "initialize")) {
      const info = isRecord(request.params) ? request.params.clientInfo : undefined;
      if (!isRecord(info) || typeof info.name !== "string") continue;
      return typeof info.version === "string" ? `${info.name} ${info.version}` : info.name;
    }
  return undefined;
}
