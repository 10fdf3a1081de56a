/** Faults in connecting, and connections to the wrong lock. */
import { deadPid } from "../../locks.js";
import { alsoDoes, type ClientFault, header } from "./fault.js";

const authorization = "X-Claude-Code-Ide-Authorization";

export const connectingFaults: readonly ClientFault[] = [
  {
    check: "CON-02/dials",
    what: "it doesn't connect",
    seen: /^none$/,
    options: { times: { connectMs: 300 } },
    break(parts) {
      parts.choose = () => [];
    },
  },
  {
    check: "CON-03/upgrade",
    what: "it sends a POST",
    seen: /^POST with HTTP\/1\.1$/,
    break(parts) {
      parts.head = ([, ...lines]) => ["POST / HTTP/1.1", ...lines];
    },
  },
  {
    check: "CON-03/upgrade",
    what: "it sends a plain GET",
    seen: /^no such header$/,
    break(parts) {
      parts.head = (lines) => lines.filter((line) => !/^(upgrade|connection)/i.test(line));
      // It can't succeed, so one short attempt is enough.
      parts.redialMs = () => undefined;
    },
    options: { times: { connectMs: 500 } },
  },
  {
    check: "CON-03/key",
    what: "the key is short",
    seen: /"c2hvcnQ="/,
    break: header("Sec-WebSocket-Key", () => "c2hvcnQ="),
  },
  {
    check: "CON-03/key",
    what: "the key is always the same",
    seen: /the same key twice/,
    break: header("Sec-WebSocket-Key", () => "AAAAAAAAAAAAAAAAAAAAAA=="),
  },
  { check: "CON-03/version", what: "an old version", seen: /"8"/, break: header("Sec-WebSocket-Version", () => "8") },
  {
    check: "CON-03/path",
    what: "another path",
    seen: /GET "\/mcp"/,
    break(parts) {
      parts.head = ([, ...lines]) => ["GET /mcp HTTP/1.1", ...lines];
    },
  },
  {
    check: "CON-06/offered",
    what: "it offers no subprotocol",
    seen: /no such header/,
    break(parts) {
      header("Sec-WebSocket-Protocol", () => undefined)(parts);
      parts.acceptsEcho = () => true;
    },
  },
  {
    check: "LCK-06/other-folder",
    what: "it connects to every lock of a running editor",
    seen: /^\d+ to the port of/,
    break(parts) {
      parts.choose = (locks, cwd) =>
        locks
          .filter(({ pid }) => pid !== deadPid)
          .sort((a, b) => Number(a.folders.includes(cwd)) - Number(b.folders.includes(cwd)));
    },
  },
  {
    check: "LCK-09/dead-editor",
    what: "it connects to every lock of its folder",
    seen: /^\d+ to the port of/,
    break(parts) {
      parts.choose = (locks, cwd) =>
        locks
          .filter(({ folders }) => folders.includes(cwd))
          .sort((a, b) => Number(b.pid === deadPid) - Number(a.pid === deadPid));
    },
  },
  { check: "AUTH-02/token", what: "no token", seen: /no such header/, break: header(authorization, () => undefined) },
  { check: "AUTH-02/token", what: "another token", seen: /"none"/, break: header(authorization, () => "none") },
  {
    check: "AUTH-04/kept",
    what: "the token is in another header",
    seen: /^User-Agent: "by-hand <token>"$/,
    break: header("User-Agent", (token) => `by-hand ${token}`),
  },
  {
    check: "AUTH-04/kept",
    what: "the token is in a message",
    seen: /<token>/,
    break(parts) {
      let known = "";
      const right = parts.head;
      parts.head = (lines, lock) => {
        known = lock.token;
        return right(lines, lock);
      };
      alsoDoes((session) => session.notify("debug", { token: known }))(parts);
    },
  },
  {
    check: "AUTH-05/origin",
    what: "it sends an Origin",
    seen: /"http:\/\/localhost"/,
    break: header("Origin", () => "http://localhost"),
    options: { times: { connectMs: 500 } },
  },
  {
    check: "AUTH-05/host",
    what: "it names another host",
    seen: /"editor\.example:\d+"/,
    break: header("Host", (_token, port) => `editor.example:${port}`),
  },
  {
    check: "AUTH-05/host",
    what: "it names no port",
    seen: /^"127\.0\.0\.1"$/,
    break: header("Host", () => "127.0.0.1"),
  },
];
