/** Faults in connections (CON). */
import type { Fault } from "./fault.js";

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
    what: "it uses a low port",
    seen: /^\d{4}$/,
    break(parts) {
      parts.ports = { min: 2000, max: 9999 };
    },
  },
  {
    check: "CON-04/replaces",
    what: "a second client is refused",
    seen: /^HTTP 503/,
    break(parts) {
      parts.policy = "refuses";
    },
  },
  {
    check: "CON-04/replaces",
    what: "the replaced client is dropped without a close frame",
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
    what: "the new client can be replaced too soon",
    seen: /^HTTP 101 after (?!0 ms)/,
    options: short,
    break(parts) {
      parts.policy = "single";
      parts.stableMs = 60;
    },
  },
  {
    check: "CON-04/stable",
    what: "everyone is refused even after the new client has left",
    seen: /^HTTP 503/,
    options: short,
    break(parts) {
      parts.policy = "single";
      parts.forgetsNewcomer = false;
    },
  },
  {
    check: "CON-10/limit",
    what: "it accepts any number of clients",
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
    what: "it accepts three clients",
    seen: /^HTTP 503 after 3/,
    break(parts) {
      parts.maxClients = 3;
    },
  },
  {
    check: "CON-10/limit",
    what: "a disconnect doesn't free a connection",
    seen: /^HTTP 503/,
    // The three connections that test the policy count too.
    options: { maxClients: 8 },
    break(parts) {
      parts.freesSlots = false;
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
    what: "the first subprotocol is chosen",
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
    what: "a client without a subprotocol gets one",
    seen: /^mcp$/,
    break(parts) {
      parts.tap = { answerHead: (head) => head.replace("\r\n\r\n", "\r\nSec-WebSocket-Protocol: mcp\r\n\r\n") };
    },
  },
];
