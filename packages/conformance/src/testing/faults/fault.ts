/** What a fault is, and the words in which faults are written. */
import { isRecord } from "@tandem/base";
import { type CallToolResult, errorResponseSchema } from "@tandem/protocol";
import type { ConformanceOptions } from "../../options.js";
import type { Surroundings } from "../endpoint.js";
import { around, type Call, type Method, type Parts } from "../parts.js";

/** An endpoint that is wrong in one thing, and the check that must find it. */
export interface Fault {
  readonly check: string;
  /** What is wrong, in a few words. */
  readonly what: string;
  /** What the failing check must say it saw, so that it fails for the right reason. */
  readonly seen: RegExp;
  readonly options?: ConformanceOptions;
  readonly break: (parts: Parts, surroundings: Surroundings) => void | Promise<void>;
}

/** Nothing came. */
export const nothing = /^nothing within/;

type Break = (parts: Parts) => void;

/** A method that answers something else. */
export function method(name: string, run: Method): Break {
  return (parts) => void parts.methods.set(name, run);
}

/** A method that is not there. */
export function noMethod(name: string): Break {
  return (parts) => void parts.methods.delete(name);
}

/** A tool that answers something else. */
export function tool(name: string, run: (args: Record<string, unknown>, call: Call) => unknown): Break {
  return (parts) => void parts.tools.set(name, (args, call) => run(isRecord(args) ? args : {}, call));
}

/** A tool whose right answer is changed. */
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

/** A tool whose right JSON is changed. */
export function toolJson(name: string, change: (value: Record<string, unknown>) => unknown): Break {
  return toolAnswer(name, (text) => {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(isRecord(value) ? change(value) : value);
  });
}

/** A tool that takes arguments which it should refuse. */
export function looseTool(name: string, loosen: (args: Record<string, unknown>) => Record<string, unknown>): Break {
  return (parts) =>
    around(parts.tools, name, (original) => (args, call) => original(isRecord(args) ? loosen(args) : args, call));
}

/** Errors of one code that are changed on their way out; undefined drops them. */
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

/** The same error with another code. */
export function recode(from: number, to: number): Break {
  return onError(from, ({ id, message }) => ({ jsonrpc: "2.0", id, error: { code: to, message } }));
}

/** The same error with another message. */
export function reword(code: number, message: string): Break {
  return onError(code, ({ id }) => ({ jsonrpc: "2.0", id, error: { code, message } }));
}

/** A tool that is neither listed nor there. */
export function withoutTool(name: string): Break {
  return (parts) => {
    parts.tools.delete(name);
    parts.listed = parts.listed.filter((listed) => listed.name !== name);
  };
}

export function said(...lines: string[]): CallToolResult {
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
