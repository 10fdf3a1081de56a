/** Answers a POST, which is one message. The response is JSON, or a stream if it takes a while. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Clock, isRecord } from "@tandem-ide/base";
import { classify, errorCodes, type RequestId, RpcError } from "@tandem-ide/protocol/schema-free";
import { type Answer, errorAnswer } from "../json-rpc/answers.js";
import type { Connection } from "./connection.js";
import { beginEvents, keepAlive, writeEvent } from "./events.js";
import { readBody } from "./read-body.js";

/** The SDK's code for errors of the transport. */
const transportError = -32_000;
/** After this time the response becomes a stream, because a client gives up if it gets no headers for minutes. */
const slowMs = 1_000;
/** No client sends a larger first message. */
const maxFirstBytes = 64 * 1024;

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly clock: Clock;
  readonly maxMessageBytes: number;
  /** Interval between keep-alive messages on a stream. */
  readonly keepAliveMs: number;
}

export function fail(response: ServerResponse, status: number, message: string): void {
  answerJson(response, status, errorAnswer(null, new RpcError(transportError, message)));
}

function answerJson(response: ServerResponse, status: number, body: string | Buffer, sessionId?: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    // Closes a connection whose request was not read to its end.
    ...(status === 413 && { connection: "close" }),
    ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
  });
  response.end(body);
}

/** Answers a message. `connect` creates the connection of a new client, or says why not. */
export async function answerPost(
  exchange: Exchange,
  known: Connection | undefined,
  connect: () => Promise<Connection | string>,
): Promise<void> {
  const { request, response, maxMessageBytes } = exchange;
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) {
    fail(response, 415, "Send JSON with the content type application/json");
    return;
  }
  const body = await readBody(request, known ? maxMessageBytes : maxFirstBytes);
  if (!body) {
    fail(response, 413, `The message is larger than ${known ? maxMessageBytes : maxFirstBytes} bytes`);
    return;
  }
  const connection = known ?? (await firstConnection(exchange, body, connect));
  if (connection) await respond(exchange, connection, connection.receive(body));
}

/** Connects a client that sends `initialize`. Answers any other message, and returns undefined. */
async function firstConnection(
  { request, response }: Exchange,
  body: Buffer,
  connect: () => Promise<Connection | string>,
): Promise<Connection | undefined> {
  const { method, id } = firstMessage(body);
  if (method === "initialize") {
    const connection = await connect();
    if (typeof connection !== "string") return connection;
    fail(response, 503, connection);
  } else if (method === "server/discover" && id !== undefined) {
    // Newer clients try this first, and fall back to `initialize`.
    answerJson(response, 200, errorAnswer(id, new RpcError(errorCodes.methodNotFound, "Send initialize")));
  } else if (request.headers["mcp-session-id"] !== undefined) fail(response, 404, "Unknown session. Send initialize");
  else fail(response, 400, "Send initialize first, then include the mcp-session-id from its response");
  return undefined;
}

function firstMessage(body: Buffer): { readonly method?: string; readonly id?: RequestId } {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    const classified = classify(value);
    return isRecord(value) && classified.kind === "request" ? classified.message : {};
  } catch {
    return {};
  }
}

async function respond(exchange: Exchange, connection: Connection, work: Answer | Promise<Answer>): Promise<void> {
  const { response, clock, keepAliveMs } = exchange;
  let cancel = clock.after(slowMs, function beginStream() {
    if (response.headersSent) keepAlive(response);
    else beginEvents(response, connection.id);
    cancel = clock.after(keepAliveMs, beginStream);
  });
  const stop = () => cancel();
  response.on("close", stop);
  let answer: Answer;
  try {
    answer = await work;
  } finally {
    stop();
  }
  if (response.destroyed) return;
  if (response.headersSent) {
    if (answer !== undefined) writeEvent(response, answer);
    response.end();
  } else if (answer === undefined) response.writeHead(202).end();
  else answerJson(response, 200, answer, connection.id);
}
