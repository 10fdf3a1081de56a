/** Reads what passes on one connection. */
import { messageOf } from "@tandem/base";
import {
  classify,
  initializeResultSchema,
  listToolsResultSchema,
  type RpcRequest,
  type RpcResponse,
  subprotocol,
} from "@tandem/protocol";
import * as z from "zod/mini";
import type { End, Entry, TextEntry } from "../recording/entry.js";
import { aboutArguments, aboutError, aboutParams, aboutResult } from "./about.js";
import { checkError, checkNotification, checkRequest, checkResult } from "./check-message.js";
import type { Row } from "./row.js";

type Count = () => number;
type Details = Pick<Row, "kind" | "about"> & Partial<Row>;

const other = { client: "editor", editor: "client" } as const;
/** The one revision of MCP that has batches. */
const versionWithBatches = "2025-03-26";

const nameOfTool = z.looseObject({ name: z.string(), arguments: z.optional(z.unknown()) });

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Ids are compared with their type: 1 and "1" are two. One that is no id may be nested so deeply that it has no JSON. */
function keyOf(id: unknown): string {
  try {
    return JSON.stringify(id) ?? "none";
  } catch {
    return "(nested too deeply to show)";
  }
}

/** More calls than this wait for nothing: they are an end's fault, and must not cost the memory of a long session. */
const maxPending = 10_000;
/** An answer that was on its way when its call was called off comes soon, or never. */
const maxCancelled = 1000;

/** The newest are kept. */
function keep(rows: Map<string, Row>, key: string, row: Row, limit: number): void {
  rows.delete(key);
  rows.set(key, row);
  const [oldest] = rows.keys();
  if (rows.size > limit && oldest !== undefined) rows.delete(oldest);
}

/** Whether a list was asked for from a place in it: what comes belongs to what came before. */
function isFurtherPage({ message }: Row): boolean {
  const classified = classify(message);
  if (classified.kind !== "request") return false;
  const { params } = classified.message;
  return params !== undefined && "cursor" in params && params.cursor !== undefined;
}

export class ConnectionReading {
  /** Requests without an answer, by who asked and the id. */
  readonly #pending: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  /** Requests that were called off: nobody waits for them, and an answer that was on its way is no fault. */
  readonly #cancelled: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  #listed: ReadonlySet<string> | undefined;
  /** The beginning was seen. A recording that somebody made of the client's side alone has neither it nor answers. */
  #hasOpened = false;
  #hasInitialized = false;
  /** The revision of MCP that was agreed on. */
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
      const faults = protocol === subprotocol ? [] : [`the editor did not take the subprotocol "${subprotocol}"`];
      return { kind: "opened", from: undefined, about: headers["user-agent"] ?? "", faults };
    }
    if ("refused" in entry) {
      const { status, words } = entry.refused;
      return { kind: "refused", from: "editor", about: `${status ?? ""} ${words}`.trim() };
    }
    if ("close" in entry) {
      const { code, reason } = entry.close;
      const lost = this.pending.length;
      const about = [String(code), reason, lost > 0 ? `${plural(lost, "call")} without an answer` : ""];
      return { kind: "closed", about: about.filter((part) => part !== "").join(" · ") };
    }
    if ("binary" in entry)
      return { kind: "broken", about: "binary frame", faults: ["the protocol has text frames only"] };
    return "ping" in entry ? { kind: "ping", about: "" } : { kind: "pong", about: "" };
  }

  #readText(entry: TextEntry, count: Count): Row[] {
    let value: unknown;
    try {
      value = JSON.parse(entry.text);
    } catch (error) {
      const why = messageOf(error);
      return [
        makeRow(entry, count, { kind: "broken", about: entry.text.slice(0, 200), faults: [`it is no JSON: ${why}`] }),
      ];
    }
    if (!Array.isArray(value)) return [this.#readMessage(entry, value, count)];
    if (value.length === 0)
      return [makeRow(entry, count, { kind: "broken", about: "[]", faults: ["a batch has at least one message"] })];
    const rows = value.map((each) => this.#readMessage(entry, each, count));
    const [first, ...rest] = rows;
    if (!first || this.#version === undefined || this.#version === versionWithBatches) return rows;
    const fault = `a batch, which only MCP ${versionWithBatches} has: ${this.#version} was agreed on`;
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
    if (this.#pending[from].has(keyOf(id)))
      faults.push(`the id ${keyOf(id)} is already that of a call without an answer`);
    if (from === "client" && this.#hasOpened && !this.#hasInitialized && method.startsWith("tools/"))
      faults.push("it comes before initialize was answered");
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
    keep(this.#pending[from], keyOf(id), row, maxPending);
    return row;
  }

  #readResponse(entry: TextEntry, message: RpcResponse, count: Count): Row {
    const { from } = entry;
    const asker = other[from];
    const key = keyOf(message.id);
    const request = this.#pending[asker].get(key) ?? this.#cancelled[asker].get(key);
    const isError = "error" in message;
    const details = { kind: isError ? "error" : "answer", id: message.id, message } as const;
    if (!request) return makeRow(entry, count, { ...details, about: "", faults: [whyUnknown(message)] });

    this.#pending[asker].delete(key);
    this.#cancelled[asker].delete(key);
    const { method = "", tool } = request;
    const faults = isError ? checkError(message.error) : checkResult(from, method, tool, message.result);
    if (!isError) this.#learn(request, message.result);
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

  #cancel(asker: End, key: string): void {
    const request = this.#pending[asker].get(key);
    if (!request) return;
    this.#pending[asker].delete(key);
    keep(this.#cancelled[asker], key, request, maxCancelled);
  }

  #learn(request: Row, result: unknown): void {
    if (request.method === "initialize") {
      this.#hasInitialized = true;
      const agreed = z.safeParse(initializeResultSchema, result);
      if (agreed.success) this.#version = agreed.data.protocolVersion;
    }
    if (request.method !== "tools/list") return;
    const parsed = z.safeParse(listToolsResultSchema, result);
    if (!parsed.success) return;
    const before = isFurtherPage(request) ? (this.#listed ?? []) : [];
    this.#listed = new Set([...before, ...parsed.data.tools.map(({ name }) => name)]);
  }
}

function whyUnknown({ id }: RpcResponse): string {
  if (id === null) return "an error without an id: nobody can tell which call it is about";
  return `no call with the id ${keyOf(id)} is waiting for an answer`;
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
