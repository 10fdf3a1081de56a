/** How the client dials: the request for the upgrade, and what it finds to dial (CON-02, CON-03, CON-06, LCK, AUTH). */
import { authorizationHeader } from "@tandem/protocol";
import { Failure } from "../../outcome.js";
import { show } from "../../show.js";
import type { LogCheck } from "../check.js";
import type { DecoyLog, HttpRequest, RunLog } from "../log.js";
import { headerOf, offersMcp } from "../reading.js";
import { needsConnections, needsRequests } from "./needs.js";

function eachRequest(log: RunLog, look: (request: HttpRequest) => void): void {
  for (const request of needsRequests(log)) look(request);
}

function expectHeader(request: HttpRequest, name: string, expected: string, isRight: (value: string) => boolean): void {
  const values = headerOf(request, name);
  const [value] = values;
  if (values.length === 1 && value !== undefined && isRight(value)) return;
  throw new Failure(`${name}: ${expected}`, values.length === 0 ? "no such header" : values.map(show).join(" and "));
}

function words(value: string): string[] {
  return value.toLowerCase().split(/\s*,\s*/);
}

function expectUntouched(log: RunLog, why: DecoyLog["why"], what: string): void {
  needsRequests(log);
  for (const decoy of log.decoys)
    if (decoy.why === why && decoy.requests.length > 0)
      throw new Failure(`no connection to ${what}`, `${decoy.requests.length} to the port of ${decoy.lockFile}`);
}

export const upgradeChecks: readonly LogCheck[] = [
  {
    name: "CON-02/dials",
    title: "The client finds the lock and dials the port in its name",
    judge({ requests }) {
      if (requests.length > 0) return;
      throw new Failure("a connection to the port of the lock", "none");
    },
  },
  {
    name: "CON-03/upgrade",
    title: "It asks for the upgrade as RFC 6455 says: GET, HTTP/1.1, and the headers for it",
    judge: (log) =>
      eachRequest(log, (request) => {
        const { method, httpVersion } = request;
        if (method !== "GET" || httpVersion !== "1.1")
          throw new Failure("GET by HTTP/1.1", `${method} by HTTP/${httpVersion}`);
        expectHeader(request, "upgrade", "websocket", (value) => value.toLowerCase() === "websocket");
        expectHeader(request, "connection", "Upgrade", (value) => words(value).includes("upgrade"));
      }),
  },
  {
    name: "CON-03/key",
    title: "The key of the upgrade is 16 bytes, new for each connection",
    judge(log) {
      const isKey = (value: string) => /^[A-Za-z0-9+/]{22}==$/.test(value);
      const keys = needsConnections(log).map(({ request }) => {
        expectHeader(request, "sec-websocket-key", "16 bytes in base64", isKey);
        return headerOf(request, "sec-websocket-key")[0];
      });
      if (new Set(keys).size < keys.length) throw new Failure("a new key for each connection", "the same one again");
    },
  },
  {
    name: "CON-03/version",
    title: "It asks for version 13 of WebSocket",
    judge(log) {
      for (const { request } of needsConnections(log))
        expectHeader(request, "sec-websocket-version", "13", (value) => value === "13");
    },
  },
  {
    name: "CON-03/path",
    title: "It asks for the path /",
    judge: (log) =>
      eachRequest(log, ({ path }) => {
        if (path !== "/") throw new Failure("GET /", `GET ${show(path)}`);
      }),
  },
  {
    name: "CON-06/offered",
    title: "It offers the subprotocol mcp",
    judge(log) {
      for (const { request } of needsConnections(log)) {
        if (offersMcp(request)) continue;
        const offered = headerOf(request, "sec-websocket-protocol");
        throw new Failure("Sec-WebSocket-Protocol: mcp", offered.map(show).join(" and ") || "no such header");
      }
    },
  },
  {
    name: "LCK-06/other-folder",
    title: "A lock of another folder is left alone",
    judge: (log) => expectUntouched(log, "other-folder", "an editor that has another folder open"),
  },
  {
    name: "LCK-09/dead-editor",
    title: "A lock whose process is gone is left alone, or removed",
    judge: (log) => expectUntouched(log, "dead-editor", "an editor whose process is gone"),
  },
  {
    name: "AUTH-02/token",
    title: "It shows the token of the lock, on every connection",
    judge(log) {
      for (const { request } of needsConnections(log)) {
        const shown = headerOf(request, authorizationHeader);
        if (shown.length === 1 && shown[0] === log.token) continue;
        const seen = shown.length === 0 ? "no such header" : shown.map(show).join(" and ");
        throw new Failure(`${authorizationHeader} with the token of the lock`, seen);
      }
    },
  },
  {
    name: "AUTH-04/kept",
    title: "The token stands in its header and nowhere else: in no path, other header or message",
    judge(log) {
      for (const { request, entries } of needsConnections(log)) {
        if (request.path.includes(log.token)) throw new Failure("a path without the token", show(request.path));
        for (const [name, value] of request.headers)
          if (name.toLowerCase() !== authorizationHeader && value.includes(log.token))
            throw new Failure("no other header with the token", `${name}: ${show(value)}`);
        for (const entry of entries)
          if (entry.kind === "heard" && entry.text.includes(log.token))
            throw new Failure("no message with the token", show(entry.value));
      }
    },
  },
  {
    name: "AUTH-05/origin",
    title: "It sends no Origin, which only browsers do",
    judge: (log) =>
      eachRequest(log, (request) => {
        const [origin] = headerOf(request, "origin");
        if (origin !== undefined) throw new Failure("no Origin", show(origin));
      }),
  },
  {
    name: "AUTH-05/host",
    title: "Host is the loopback address and the port that it dials",
    judge: (log) =>
      eachRequest(log, (request) => {
        const hosts = ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${log.port}`);
        expectHeader(request, "host", `127.0.0.1:${log.port}`, (value) => hosts.includes(value));
      }),
  },
];
