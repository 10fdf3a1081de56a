/** Reads what passes on one connection. */
import { classify, listToolsResultSchema, type Request, type Response, subprotocol } from "@tandem/protocol";
import * as z from "zod/mini";
import type { End, Entry, TextEntry } from "../recording/entry.js";
import { aboutArguments, aboutError, aboutParams, aboutResult } from "./about.js";
import { checkError, checkNotification, checkRequest, checkResult } from "./check-message.js";
import type { Row } from "./row.js";

type Count = () => number;
type Details = Pick<Row, "kind" | "about"> & Partial<Row>;

const other = { client: "editor", editor: "client" } as const;
/** What may be asked before `initialize` has been answered. */
const early = new Set(["initialize", "ping"]);

const nameOfTool = z.looseObject({ name: z.string(), arguments: z.optional(z.unknown()) });

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Ids are compared with their type: 1 and "1" are two. */
const keyOf = (id: unknown) => JSON.stringify(id);

export class ConnectionReading {
  /** Requests without an answer, by who asked and the id. */
  readonly #pending: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  /** Requests that were called off: nobody waits for them, and an answer that was on its way is no fault. */
  readonly #cancelled: Record<End, Map<string, Row>> = { client: new Map(), editor: new Map() };
  #listed: ReadonlySet<string> | undefined;
  #hasInitialized = false;

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
      const faults = protocol === subprotocol ? [] : [`the editor did not take the subprotocol "${subprotocol}"`];
      return { kind: "opened", from: undefined, about: headers["user-agent"] ?? "", faults };
    }
    if ("refused" in entry) {
      const { status, words } = entry.refused;
      return { kind: "refused", from: "editor", about: `${status ?? "no answer"} ${words}`.trim() };
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
      const why = error instanceof Error ? error.message : String(error);
      return [
        makeRow(entry, count, { kind: "broken", about: entry.text.slice(0, 200), faults: [`it is no JSON: ${why}`] }),
      ];
    }
    if (!Array.isArray(value)) return [this.#readMessage(entry, value, count)];
    if (value.length === 0)
      return [makeRow(entry, count, { kind: "broken", about: "[]", faults: ["a batch has at least one message"] })];
    return value.map((each) => this.#readMessage(entry, each, count));
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

  #readRequest(entry: TextEntry, message: Request, count: Count): Row {
    const { from } = entry;
    const { id, method, params } = message;
    const faults = checkRequest(from, message, this.#listed);
    if (this.#pending[from].has(keyOf(id)))
      faults.push(`the id ${keyOf(id)} is already that of a call without an answer`);
    if (from === "client" && !this.#hasInitialized && method.startsWith("tools/") && !early.has(method))
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
    this.#pending[from].set(keyOf(id), row);
    return row;
  }

  #readResponse(entry: TextEntry, message: Response, count: Count): Row {
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
    if (!isError) this.#learn(method, message.result);
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
    this.#cancelled[asker].set(key, request);
  }

  #learn(method: string, result: unknown): void {
    if (method === "initialize") this.#hasInitialized = true;
    if (method !== "tools/list") return;
    const parsed = z.safeParse(listToolsResultSchema, result);
    if (parsed.success) this.#listed = new Set(parsed.data.tools.map(({ name }) => name));
  }
}

function whyUnknown({ id }: Response): string {
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
