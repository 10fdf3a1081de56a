/** What a fault of a client is, and the words in which faults are written. */
import { isRecord } from "@tandem/base";
import type { ClientConformanceOptions } from "../../options.js";
import type { Params, Parts } from "../parts.js";

/** A client that is wrong in one thing, and the one check that must find it. */
export interface ClientFault {
  readonly check: string;
  /** What is wrong, in a few words. */
  readonly what: string;
  /** What the failing check must say it saw, so that it fails for the right reason. */
  readonly seen: RegExp;
  readonly options?: ClientConformanceOptions;
  readonly break: (parts: Parts) => void;
}

type Break = (parts: Parts) => void;

/** It hung up, and dialled again. */
export const hungUp = /^the client closed the connection/;

/** Another line for that header; undefined leaves it out. */
export function header(name: string, make: (token: string, port: number) => string | undefined): Break {
  return (parts) => {
    parts.head = (lines, { token, port }) => {
      const value = make(token, port);
      const others = lines.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
      return value === undefined ? others : [...others, `${name}: ${value}`];
    };
  };
}

/** Other params of `initialize`. */
export function initialize(change: (params: Params) => Params): Break {
  return (parts) => {
    const right = parts.initialize();
    parts.initialize = () => change(right);
  };
}

/** Messages of one method that are changed on their way out; undefined drops them. */
export function outgoing(method: string, change: (message: Params) => unknown): Break {
  return (parts) => {
    parts.outgoing = (message) => (message.method === method ? change(message) : message);
  };
}

/** Calls of one tool with other arguments. */
export function args(tool: string, change: (given: Params) => unknown): Break {
  return outgoing("tools/call", (message) => {
    const { params } = message;
    if (!isRecord(params) || params.name !== tool) return message;
    return { ...message, params: { ...params, arguments: change(isRecord(params.arguments) ? params.arguments : {}) } };
  });
}

/** Another answer to one method of the endpoint. */
export function answer(method: string, make: () => Params | undefined): Break {
  return (parts) => {
    const right = parts.answer;
    parts.answer = (asked, params) => (asked === method ? make() : right(asked, params));
  };
}

/** It hangs up at a notification, once it has listened for a while. */
export function hangsUpAt(method: string, isMeant: (params: Params) => boolean = () => true): Break {
  return (parts) => {
    parts.onNotification = (told, params, session) => {
      if (told === method && params.early === undefined && isMeant(params)) session.hangUp();
    };
  };
}

/** Something beside what it does of its own accord. */
export function alsoDoes(act: (session: Parameters<Parts["work"]>[0]) => void): Break {
  return (parts) => {
    const right = parts.work;
    parts.work = async (session) => {
      act(session);
      await right(session);
    };
  };
}
