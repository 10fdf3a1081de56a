/** Faults of the listener and its limits (CON). */
import type { Fault } from "./fault.js";
import { nothing } from "./fault.js";

const short = { slow: true } as const;

export const connectionFaults: readonly Fault[] = [
  {
    check: "CON-01/loopback-only",
    what: "it listens on every address",
    seen: /^a connection to /,
    break(parts) {
      parts.address = "0.0.0.0";
    },
  },
  {
    check: "CON-02/port-range",
    what: "it takes a low port",
    seen: /^\d{4}$/,
    break(parts) {
      parts.ports = { min: 2000, max: 9999 };
    },
  },
  {
    check: "CON-04/replaces",
    what: "a second client is turned away",
    seen: /^HTTP 503/,
    break(parts) {
      parts.policy = "refuses";
    },
  },
  {
    check: "CON-04/replaces",
    what: "the client before is dropped without a word",
    seen: /without a close frame/,
    break(parts) {
      parts.policy = "single";
      parts.evict = "terminate";
    },
  },
  {
    check: "CON-04/stable",
    what: "two clients replace each other forever",
    seen: /^HTTP 101/,
    options: short,
    break(parts) {
      parts.policy = "single";
      parts.stableMs = 0;
    },
  },
  {
    check: "CON-04/stable",
    what: "the newcomer is safe for too short a time",
    seen: /^HTTP 101 after (?!0 ms)/,
    options: short,
    break(parts) {
      parts.policy = "single";
      parts.stableMs = 60;
    },
  },
  {
    check: "CON-04/stable",
    what: "the door stays shut when the newcomer has left",
    seen: /^HTTP 503/,
    options: short,
    break(parts) {
      parts.policy = "single";
      parts.forgetsNewcomer = false;
    },
  },
  {
    check: "CON-10/limit",
    what: "it takes any number",
    seen: /^HTTP 101/,
    break(parts) {
      parts.maxClients = Number.POSITIVE_INFINITY;
    },
  },
  {
    check: "CON-10/limit",
    what: "the eleventh is answered 429",
    seen: /^HTTP 429/,
    break(parts) {
      parts.fullStatus = 429;
    },
  },
  {
    check: "CON-10/limit",
    what: "it takes three",
    seen: /^HTTP 503 after 3/,
    break(parts) {
      parts.maxClients = 3;
    },
  },
  {
    check: "CON-10/limit",
    what: "a place that is left is never free again",
    seen: /^HTTP 503/,
    // The three connections that find out the policy count here as well.
    options: { maxClients: 8 },
    break(parts) {
      parts.countsDepartures = false;
    },
  },
  {
    check: "CON-06/echoed",
    what: "the subprotocol is not echoed",
    seen: /^no such header$/,
    break(parts) {
      parts.chooseProtocol = () => false;
    },
  },
  {
    check: "CON-06/among-others",
    what: "the first subprotocol is taken",
    seen: /^chat$/,
    break(parts) {
      parts.chooseProtocol = ([first = ""]) => first;
    },
  },
  {
    check: "CON-06/not-asked",
    what: "a client without a subprotocol is refused",
    seen: /^HTTP 400/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) =>
        request.headers["sec-websocket-protocol"] ? admit(request, token) : { status: 400, body: "mcp only" };
    },
  },
  {
    check: "CON-06/not-asked",
    what: "the subprotocol is named to a client that did not ask",
    seen: /^mcp$/,
    break(parts) {
      parts.tap = { answerHead: (head) => head.replace("\r\n\r\n", "\r\nSec-WebSocket-Protocol: mcp\r\n\r\n") };
    },
  },
  {
    check: "CON-07/ten-mib",
    what: "messages end at 1 MiB",
    seen: /^close 1009/,
    options: { timeoutMs: 3000 },
    break(parts) {
      parts.maxPayload = 1024 * 1024;
    },
  },
  {
    check: "CON-07/too-large",
    what: "messages end at 20 MiB",
    seen: nothing,
    options: { timeoutMs: 1500 },
    break(parts) {
      parts.maxPayload = 20 * 1024 * 1024;
      parts.outgoing = () => undefined;
    },
  },
  {
    check: "CON-07/too-large-in-fragments",
    what: "only single frames are limited",
    seen: nothing,
    options: { timeoutMs: 1500 },
    break(parts) {
      parts.maxPayload = 20 * 1024 * 1024;
    },
  },
  {
    check: "CON-07/announced",
    what: "it waits for whatever is announced",
    seen: nothing,
    break(parts) {
      parts.maxPayload = 0;
    },
  },
  {
    check: "CON-07/binary",
    what: "a binary frame ends the endpoint",
    seen: /ECONNREFUSED/,
    break(parts) {
      parts.onBinary = (session) => session.crash();
    },
  },
  {
    check: "CON-07/endless-head",
    what: "a request head has no limit",
    seen: nothing,
    break(parts) {
      parts.maxHeaderSize = 1024 * 1024;
    },
  },
  {
    check: "CON-07/unread",
    what: "answers pile up without a limit",
    seen: /after (6[5-9]|[7-9]\d|\d{3}) MiB|still connected/,
    options: { slow: true, timeoutMs: 500 },
    break(parts) {
      parts.maxUnsent = Number.POSITIVE_INFINITY;
    },
  },
  {
    check: "CON-08/half-open",
    what: "nobody looks after the connections",
    seen: /^still connected, after 0 pings/,
    options: short,
    break(parts) {
      parts.healthMs = Number.POSITIVE_INFINITY;
    },
  },
  {
    check: "CON-08/half-open",
    what: "a quiet client is dropped without a ping",
    seen: /^no ping$/,
    options: short,
    break(parts) {
      parts.healthMs = 60;
      parts.pingsFirst = false;
    },
  },
  {
    check: "CON-08/half-open",
    what: "the silent one is kept",
    seen: /^still connected, after [1-9]/,
    options: short,
    break(parts) {
      parts.healthMs = 60;
      // The relay answers for the client.
      parts.tap = {
        fromServer: (frame, link) => {
          if (frame.opcode === 9) link.toServer({ opcode: 10, payload: frame.payload });
          return [{ ...frame, mask: false }];
        },
      };
    },
  },
  {
    check: "CON-08/half-open",
    what: "those who answer are dropped as well",
    seen: /dropped without a close frame/,
    options: short,
    break(parts) {
      parts.healthMs = 60;
      parts.hearsPongs = false;
    },
  },
];
