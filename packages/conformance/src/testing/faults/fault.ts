/** What a fault is, and helpers to write faults. */
import { isRecord } from "@tandem-ide/base";
import { type CallToolResult, errorResponseSchema } from "@tandem-ide/protocol";
import type { ConformanceOptions } from "../../options.js";
import type { Surroundings } from "../endpoint.js";
import { around, type Call, type Method, type Parts } from "../parts.js";

/** An endpoint with one fault, and the check that must find it. */
export interface Fault {
  readonly check: string;
  /** A short description. */
  readonly what: string;
  /** What the failed check must report as seen, to prove that it failed for the right reason. */
  readonly seen: RegExp;
  readonly options?: ConformanceOptions;
  readonly break: (parts: Parts, surroundings: Surroundings) => void | Promise<void>;
}

/** Matches a timeout. */
export const nothing = /^nothing within/;

type Break = (parts: Parts) => void;

/** A method with a different answer. */
export function method(name: string, run: Method): Break {
  return (parts) => void parts.methods.set(name, run);
}

/** A missing method. */
export function noMethod(name: string): Break {
  return (parts) => void parts.methods.delete(name);
}

/** A tool with a different answer. */
export function tool(name: string, run: (args: Record<string, unknown>, call: Call) => unknown): Break {
  return (parts) => void parts.tools.set(name, (args, call) => run(isRecord(args) ? args : {}, call));
}

/** A tool whose correct response is changed. */
export function toolAnswer(name: string, change: (text: string) => string): Break {
  return (parts) =>
    around(parts.tools, name, (original) => async (args, call) => {
      const answer = await original(args, call);
      if (!isRecord(answer) || !Array.isArray(answer.content)) return answer;
      const content = answer.content.map((item: unknown) =>
        isRecord(item) && typeof item.text === "string" ? { ...item, text: change(item.text) } : item,
      );
      return { ...answer, content };
    });
}

/** A tool whose correct JSON is changed. */
export function toolJson(name: string, change: (value: Record<string, unknown>) => unknown): Break {
  return toolAnswer(name, (text) => {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(isRecord(value) ? change(value) : value);
  });
}

/** A tool that accepts invalid arguments. */
export function lenientTool(name: string, relax: (args: Record<string, unknown>) => Record<string, unknown>): Break {
  return (parts) =>
    around(parts.tools, name, (original) => (args, call) => original(isRecord(args) ? relax(args) : args, call));
}

/** Changes outgoing errors with one code; undefined drops them. */
export function onError(code: number, change: (error: { id: unknown; message: string }) => unknown): Break {
  return (parts) => {
    const before = parts.outgoing;
    parts.outgoing = (message, session) => {
      const parsed = errorResponseSchema.safeParse(message);
      if (!parsed.success || parsed.data.error.code !== code) return before(message, session);
      return change({ id: parsed.data.id, message: parsed.data.error.message });
    };
  };
}

/** The same error with a different code. */
export function recode(from: number, to: number): Break {
  return onError(from, ({ id, message }) => ({ jsonrpc: "2.0", id, error: { code: to, message } }));
}

/** The same error with a different message. */
export function reword(code: number, message: string): Break {
  return onError(code, ({ id }) => ({ jsonrpc: "2.0", id, error: { code, message } }));
}

/** A missing tool. */
export function withoutTool(name: string): Break {
  return (parts) => {
    parts.tools.delete(name);
    parts.listed = parts.listed.filter((listed) => listed.name !== name);
  };
}

export function textResult(...lines: string[]): CallToolResult {
  return { content: lines.map((text) => ({ type: "text", text })) };
}

/** A notification that is answered. */
export function answersNotification(name: string): Break {
  return (parts) => {
    const before = parts.notifications.get(name);
    parts.notifications.set(name, async (params, call) => {
      await before?.(params, call);
      call.session.send({ jsonrpc: "2.0", id: null, error: { code: -32601, message: `no method ${name}` } });
    });
  };
}
