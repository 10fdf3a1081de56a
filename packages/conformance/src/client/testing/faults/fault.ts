/** What a client fault is, and helpers to write faults. */
import { isRecord } from "@tandem-ide/base";
import type { ClientConformanceOptions } from "../../options.js";
import type { Params, Parts } from "../parts.js";

/** A client with one fault, and the check that must find it. */
export interface ClientFault {
  readonly check: string;
  /** A short description. */
  readonly what: string;
  /** What the failed check must report as seen, to prove that it failed for the right reason. */
  readonly seen: RegExp;
  readonly options?: ClientConformanceOptions;
  readonly break: (parts: Parts) => void;
}

type Break = (parts: Parts) => void;

/** It disconnected and reconnected. */
export const hungUp = /^the client closed the connection/;

/** Changes a header line; undefined removes it. */
export function header(name: string, make: (token: string, port: number) => string | undefined): Break {
  return (parts) => {
    parts.head = (lines, { token, port }) => {
      const value = make(token, port);
      const others = lines.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
      return value === undefined ? others : [...others, `${name}: ${value}`];
    };
  };
}

/** Changes the params of `initialize`. */
export function initialize(change: (params: Params) => Params): Break {
  return (parts) => {
    const right = parts.initialize();
    parts.initialize = () => change(right);
  };
}

/** Changes outgoing messages of one method; undefined drops them. */
export function outgoing(method: string, change: (message: Params) => unknown): Break {
  return (parts) => {
    parts.outgoing = (message) => (message.method === method ? change(message) : message);
  };
}

/** Changes the arguments of one tool. */
export function args(tool: string, change: (given: Params) => unknown): Break {
  return outgoing("tools/call", (message) => {
    const { params } = message;
    if (!isRecord(params) || params.name !== tool) return message;
    return { ...message, params: { ...params, arguments: change(isRecord(params.arguments) ? params.arguments : {}) } };
  });
}

/** Changes the response to one method. */
export function answer(method: string, make: () => Params | undefined): Break {
  return (parts) => {
    const right = parts.answer;
    parts.answer = (asked, params) => (asked === method ? make() : right(asked, params));
  };
}

/** Disconnects on a notification, after a while. */
export function hangsUpAt(method: string, isMeant: (params: Params) => boolean = () => true): Break {
  return (parts) => {
    parts.onNotification = (received, params, session) => {
      if (received === method && params.early === undefined && isMeant(params)) session.hangUp();
    };
  };
}

/** Adds something to what the client does on its own. */
export function alsoDoes(act: (session: Parameters<Parts["work"]>[0]) => void): Break {
  return (parts) => {
    const right = parts.work;
    parts.work = async (session) => {
      act(session);
      await right(session);
    };
  };
}
