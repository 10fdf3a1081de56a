/** Faults in limits (CON). */
import type { Fault } from "./fault.js";
import { nothing } from "./fault.js";

const short = { slow: true } as const;

export const limitFaults: readonly Fault[] = [
  {
    check: "CON-07/ten-mib",
    what: "messages are limited to 1 MiB",
    seen: /^close 1009/,
    options: { timeoutMs: 3000 },
    break(parts) {
      parts.maxPayload = 1024 * 1024;
    },
  },
  {
    check: "CON-07/too-large",
    what: "messages are limited to 20 MiB",
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
    what: "it waits for any announced length",
    seen: nothing,
    break(parts) {
      parts.maxPayload = 0;
    },
  },
  {
    check: "CON-07/binary",
    what: "a binary frame stops the endpoint",
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
    what: "answers are buffered without a limit",
    seen: /after (6[5-9]|[7-9]\d|\d{3}) MiB|still connected/,
    options: { slow: true, timeoutMs: 500 },
    break(parts) {
      parts.maxUnsent = Number.POSITIVE_INFINITY;
    },
  },
  {
    check: "CON-08/half-open",
    what: "connections aren't monitored",
    seen: /^still connected, after 0 pings/,
    options: short,
    break(parts) {
      parts.healthMs = Number.POSITIVE_INFINITY;
    },
  },
  {
    check: "CON-08/half-open",
    what: "an idle client is dropped without a ping",
    seen: /^no ping$/,
    options: short,
    break(parts) {
      parts.healthMs = 60;
      parts.pingsFirst = false;
    },
  },
  {
    check: "CON-08/half-open",
    what: "the dead client stays connected",
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
    what: "clients that answer pings are dropped too",
    seen: /dropped without a close frame/,
    options: short,
    break(parts) {
      parts.healthMs = 60;
      parts.hearsPongs = false;
    },
  },
];
