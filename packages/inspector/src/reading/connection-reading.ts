/** Reads the messages of one connection. */
import { messageOf } from "@tandem-ide/base";
import {
  classify,
  initializeResultSchema,
  listToolsResultSchema,
  type RpcRequest,
  type RpcResponse,
  subprotocol,
} from "@tandem-ide/protocol";
import * as z from "zod/mini";
import { type End, type Entry, otherEnd, type TextEntry } from "../recording/entry.js";
import { aboutArguments, aboutError, aboutParams, aboutResult } from "./about.js";
import { checkError, checkNotification, checkRequest, checkResult } from "./check-message.js";
import type { Row } from "./row.js";

type Count = () => number;
type Details = Pick<Row, "kind" | "about"> & Partial<Row>;

/** The only revision of MCP with batches. */
const versionWithBatches = "2025-03-26";

const nameOfTool = z.looseObject({ name: z.string(), arguments: z.optional(z.unknown()) });

/** Ids are compared with their type: 1 and "1" differ. An invalid id may be nested too deeply for JSON. */
function keyOf(id: unknown): string {
  try {
    return JSON.stringify(id) ?? "none";
  } catch {
    return "(nested too deeply to show)";
  }
}

/** Limits the memory for calls that are never answered. */
const maxPending = 10_000;
/** The response to a cancelled call arrives soon or never. */
const maxCancelled = 1000;

/** Adds a row and removes the oldest if there are too many. */
function addLimited(rows: Map<string, Row>, key: string, row: Row, limit: number): void {
  rows.delete(key);
  rows.set(key, row);
  const [oldest] = rows.keys();
  if (rows.size > limit && oldest !== undefined) rows.delete(oldest);
}

/** Returns true for a request with a cursor, whose result continues an earlier one. */
function isFurtherPage({ message }: Row): boolean {
  const classified = classify(message);
  if (classified.kind !== "request") return false;
  const { params } = classified.message;
  return params !== undefined && "cursor" in params && params.cursor !== undefined;
}

export class ConnectionReading {
  /** Requests without a response, by sender and id. */
  readonly #pending: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  /** Cancelled requests. A response that was already on its way is not a fault. */
  readonly #cancelled: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  #listed: ReadonlySet<string> | undefined;
  /** False if the start of the connection is missing, as in a recording of only the client's side. */
  #hasOpened = false;
  #hasInitialized = false;
  /** The negotiated revision of MCP. */
  #version: string | undefined;

  get pending(): Row[] {
    return [...this.#pending.client.values(), ...this.#pending.editor.values()];
  }

  read(entry: Entry, count: Count): Row[] {
    if ("text" in entry) return this.#readText(entry, count);
    return [makeRow(entry, count, this.#readFrame(entry))];
  }

  #readFrame(entry: Exclude<Entry, TextEntry>): Details {
    if ("open" in entry) {
      const { headers, protocol } = entry.open;
      this.#hasOpened = true;
      const faults = protocol === subprotocol ? [] : [`the editor didn't choose the subprotocol "${subprotocol}"`];
      return { kind: "opened", from: undefined, about: headers["user-agent"] ?? "", faults };
    }
    if ("refused" in entry) {
      const { status, words } = entry.refused;
      return { kind: "refused", from: "editor", about: `${status ?? ""} ${words}`.trim() };
    }
    if ("close" in entry) {
      const { code, reason } = entry.close;
      const lost = this.pending.length;
      const about = [String(code), reason, lost > 0 ? `${lost} unanswered call${lost === 1 ? "" : "s"}` : ""];
      return { kind: "closed", about: about.filter((part) => part !== "").join(" · ") };
    }
    if ("binary" in entry)
      return { kind: "broken", about: "binary frame", faults: ["the protocol only allows text frames"] };
    return "ping" in entry ? { kind: "ping", about: "" } : { kind: "pong", about: "" };
  }

  #readText(entry: TextEntry, count: Count): Row[] {
    let value: unknown;
    try {
      value = JSON.parse(entry.text);
    } catch (error) {
      const faults = [`invalid JSON: ${messageOf(error)}`];
      return [makeRow(entry, count, { kind: "broken", about: entry.text.slice(0, 200), faults })];
    }
    if (!Array.isArray(value)) return [this.#readMessage(entry, value, count)];
    if (value.length === 0) return [makeRow(entry, count, { kind: "broken", about: "[]", faults: ["empty batch"] })];
    const rows = value.map((each) => this.#readMessage(entry, each, count));
    const [first, ...rest] = rows;
    if (!first || this.#version === undefined || this.#version === versionWithBatches) return rows;
    const fault = `batches need MCP ${versionWithBatches}, but the negotiated version is ${this.#version}`;
    return [{ ...first, faults: [fault, ...first.faults] }, ...rest];
  }

  #readMessage(entry: TextEntry, message: unknown, count: Count): Row {
    const { from } = entry;
    const classified = classify(message);
    switch (classified.kind) {
      case "invalid":
        return makeRow(entry, count, {
          kind: "broken",
          about: entry.text.slice(0, 200),
          id: classified.id,
          faults: [classified.reason],
          message,
        });
      case "request":
        return this.#readRequest(entry, classified.message, count);
      case "notification": {
        const { method, params } = classified.message;
        const faults = checkNotification(from, method, params);
        if (method === "notifications/cancelled" && params && "requestId" in params)
          this.#cancel(from, keyOf(params.requestId));
        return makeRow(entry, count, {
          kind: "notification",
          method,
          about: aboutParams(method, params),
          faults,
          message,
        });
      }
      case "response":
        return this.#readResponse(entry, classified.message, count);
    }
  }

  #readRequest(entry: TextEntry, message: RpcRequest, count: Count): Row {
    const { from } = entry;
    const { id, method, params } = message;
    const faults = checkRequest(from, message, this.#listed);
    if (this.#pending[from].has(keyOf(id))) faults.push(`the id ${keyOf(id)} is already used by a pending call`);
    if (from === "client" && this.#hasOpened && !this.#hasInitialized && method.startsWith("tools/"))
      faults.push("sent before initialize was answered");
    const call = method === "tools/call" ? z.safeParse(nameOfTool, params) : undefined;
    const row = makeRow(entry, count, {
      kind: "request",
      method,
      id,
      about: call?.success ? aboutArguments(call.data.arguments) : aboutParams(method, params),
      ...(call?.success && { tool: call.data.name }),
      faults,
      message,
    });
    addLimited(this.#pending[from], keyOf(id), row, maxPending);
    return row;
  }

  #readResponse(entry: TextEntry, message: RpcResponse, count: Count): Row {
    const { from } = entry;
    const sender = otherEnd[from];
    const key = keyOf(message.id);
    const request = this.#pending[sender].get(key) ?? this.#cancelled[sender].get(key);
    const isError = "error" in message;
    const details = { kind: isError ? "error" : "answer", id: message.id, message } as const;
    if (!request) return makeRow(entry, count, { ...details, about: "", faults: [faultWithoutRequest(message)] });

    this.#pending[sender].delete(key);
    this.#cancelled[sender].delete(key);
    const { method = "", tool } = request;
    const faults = isError ? checkError(message.error) : checkResult(from, method, tool, message.result);
    if (!isError) this.#remember(request, message.result);
    return makeRow(entry, count, {
      ...details,
      method,
      ...(tool !== undefined && { tool }),
      about: isError ? aboutError(message.error) : aboutResult(method, message.result),
      answers: request.number,
      tookMs: entry.t - request.t,
      faults,
    });
  }

  #cancel(sender: End, key: string): void {
    const request = this.#pending[sender].get(key);
    if (!request) return;
    this.#pending[sender].delete(key);
    addLimited(this.#cancelled[sender], key, request, maxCancelled);
  }

  /** Keeps what later checks need from a response. */
  #remember(request: Row, result: unknown): void {
    if (request.method === "initialize") {
      this.#hasInitialized = true;
      const parsed = z.safeParse(initializeResultSchema, result);
      if (parsed.success) this.#version = parsed.data.protocolVersion;
    }
    if (request.method !== "tools/list") return;
    const parsed = z.safeParse(listToolsResultSchema, result);
    if (!parsed.success) return;
    const before = isFurtherPage(request) ? (this.#listed ?? []) : [];
    this.#listed = new Set([...before, ...parsed.data.tools.map(({ name }) => name)]);
  }
}

function faultWithoutRequest({ id }: RpcResponse): string {
  return id === null ? "error without an id" : `no pending call has the id ${keyOf(id)}`;
}

function makeRow(entry: Entry, count: Count, details: Details): Row {
  return {
    number: count(),
    t: entry.t,
    connection: entry.connection,
    from: "from" in entry ? entry.from : undefined,
    faults: [],
    size: "text" in entry ? entry.text.length : 0,
    entry,
    ...details,
  };
}
