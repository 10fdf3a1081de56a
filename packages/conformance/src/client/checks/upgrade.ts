/** How the client connects: which lock it picks, and its upgrade request (CON-02, CON-03, CON-06, LCK, AUTH). */
import { authorizationHeader } from "@tandem-ide/protocol";
import { Failure } from "../../outcome.js";
import { show } from "../../show.js";
import type { LogCheck } from "../check.js";
import type { DecoyLog, HttpRequest, RunLog } from "../log.js";
import { headerOf, offersMcp } from "../log-queries.js";
import { requireConnections, requireRequests } from "./needs.js";

function expectHeader(request: HttpRequest, name: string, expected: string, isRight: (value: string) => boolean): void {
  const values = headerOf(request, name);
  const [value] = values;
  if (values.length === 1 && value !== undefined && isRight(value)) return;
  throw new Failure(`${name}: ${expected}`, values.length === 0 ? "no such header" : values.map(show).join(" and "));
}

function tokensOf(value: string): string[] {
  return value.toLowerCase().split(/\s*,\s*/);
}

function expectUntouched(log: RunLog, why: DecoyLog["why"], what: string): void {
  requireRequests(log);
  for (const decoy of log.decoys)
    if (decoy.why === why && decoy.requests.length > 0)
      throw new Failure(`no connection to ${what}`, `${decoy.requests.length} to the port of ${decoy.lockFile}`);
}

export const upgradeChecks: readonly LogCheck[] = [
  {
    name: "CON-02/dials",
    title: "The client finds the lock and connects to the port in its name",
    check({ requests }) {
      if (requests.length > 0) return;
      throw new Failure("a connection to the lock's port", "none");
    },
  },
  {
    name: "CON-03/upgrade",
    title: "The upgrade request follows RFC 6455: GET, HTTP/1.1 and the headers",
    check(log) {
      for (const request of requireRequests(log)) {
        const { method, httpVersion } = request;
        if (method !== "GET" || httpVersion !== "1.1")
          throw new Failure("GET with HTTP/1.1", `${method} with HTTP/${httpVersion}`);
        expectHeader(request, "upgrade", "websocket", (value) => value.toLowerCase() === "websocket");
        expectHeader(request, "connection", "Upgrade", (value) => tokensOf(value).includes("upgrade"));
      }
    },
  },
  {
    name: "CON-03/key",
    title: "Sec-WebSocket-Key is 16 bytes, and new for each connection",
    check(log) {
      const isKey = (value: string) => /^[A-Za-z0-9+/]{22}==$/.test(value);
      const keys = requireConnections(log).map(({ request }) => {
        expectHeader(request, "sec-websocket-key", "16 bytes in base64", isKey);
        return headerOf(request, "sec-websocket-key")[0];
      });
      if (new Set(keys).size < keys.length) throw new Failure("a new key for each connection", "the same key twice");
    },
  },
  {
    name: "CON-03/version",
    title: "Sec-WebSocket-Version is 13",
    check(log) {
      for (const { request } of requireConnections(log))
        expectHeader(request, "sec-websocket-version", "13", (value) => value === "13");
    },
  },
  {
    name: "CON-03/path",
    title: "The requested path is /",
    check(log) {
      for (const { path } of requireRequests(log)) {
        if (path !== "/") throw new Failure("GET /", `GET ${show(path)}`);
      }
    },
  },
  {
    name: "CON-06/offered",
    title: "The client offers the subprotocol mcp",
    check(log) {
      for (const { request } of requireConnections(log)) {
        if (offersMcp(request)) continue;
        const offered = headerOf(request, "sec-websocket-protocol");
        throw new Failure("Sec-WebSocket-Protocol: mcp", offered.map(show).join(" and ") || "no such header");
      }
    },
  },
  {
    name: "LCK-06/other-folder",
    title: "A lock for another folder is ignored",
    check: (log) => expectUntouched(log, "other-folder", "an editor with another folder"),
  },
  {
    name: "LCK-09/dead-editor",
    title: "A lock whose process has exited is ignored or removed",
    check: (log) => expectUntouched(log, "dead-editor", "an editor whose process has exited"),
  },
  {
    name: "AUTH-02/token",
    title: "The client sends the lock's token on every connection",
    check(log) {
      for (const { request } of requireConnections(log)) {
        const values = headerOf(request, authorizationHeader);
        if (values.length === 1 && values[0] === log.token) continue;
        const seen = values.length === 0 ? "no such header" : values.map(show).join(" and ");
        throw new Failure(`${authorizationHeader} with the lock's token`, seen);
      }
    },
  },
  {
    name: "AUTH-04/kept",
    title: "The token is only sent in its header, not in the path, other headers or messages",
    check(log) {
      for (const { request, entries } of requireConnections(log)) {
        if (request.path.includes(log.token)) throw new Failure("a path without the token", show(request.path));
        for (const [name, value] of request.headers)
          if (name.toLowerCase() !== authorizationHeader && value.includes(log.token))
            throw new Failure("no other header with the token", `${name}: ${show(value)}`);
        for (const entry of entries)
          if (entry.kind === "received" && entry.text.includes(log.token))
            throw new Failure("no message with the token", show(entry.value));
      }
    },
  },
  {
    name: "AUTH-05/origin",
    title: "The client sends no Origin header",
    check(log) {
      for (const request of requireRequests(log)) {
        const [origin] = headerOf(request, "origin");
        if (origin !== undefined) throw new Failure("no Origin", show(origin));
      }
    },
  },
  {
    name: "AUTH-05/host",
    title: "Host is the loopback address and the lock's port",
    check(log) {
      for (const request of requireRequests(log)) {
        const hosts = ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${log.port}`);
        expectHeader(request, "host", `127.0.0.1:${log.port}`, (value) => hosts.includes(value));
      }
    },
  },
];
