/** A page that tries everything it can against one port, and reports what it could see. */
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { timingScript } from "./hostile-timings.js";

/**
 * The result of one attempt, as the page saw it: "refused", "silent" (a timeout), "opaque" (only that there is a
 * server), or the response.
 */
export interface Outcome {
  readonly what: string;
  readonly saw: string;
}

/** Plain JavaScript, because it runs in the page: `attack(host, port)` resolves with a list of outcomes. */
export const attackScript = `"use strict";
// A browser itself keeps WebSockets waiting, seconds each, after some have failed.
const timeoutMs = 20000;
const within = (what, run, limit = timeoutMs) => new Promise((resolve) => {
  const timer = setTimeout(() => resolve({ what, saw: "silent" }), limit);
  const done = (saw) => { clearTimeout(timer); resolve({ what, saw: String(saw) }); };
  Promise.resolve().then(run).then(done, () => done("refused"));
});
const socket = (url, protocols) => new Promise((resolve) => {
  const opened = new WebSocket(url, protocols);
  opened.onopen = () => { opened.send('{"jsonrpc":"2.0","id":1,"method":"ping"}'); resolve("opened"); };
  opened.onerror = () => resolve("refused");
});
const element = (tag, attribute, url, more = {}) => new Promise((resolve) => {
  const made = Object.assign(document.createElement(tag), more);
  made.onload = () => resolve("loaded");
  made.onerror = () => resolve("refused");
  made[attribute] = url;
  document.body.append(made);
});
const framed = (tag, attribute, url) => new Promise((resolve) => {
  const frame = document.createElement(tag);
  frame.onload = frame.onerror = () => {
    let text = "";
    try { text = frame.contentDocument?.body?.innerHTML ?? ""; } catch {}
    resolve(text === "" ? "refused" : "read " + text);
  };
  frame[attribute] = url;
  document.body.append(frame);
});
const form = (method, url, fields) => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.name = "f" + Math.random();
  document.body.append(frame);
  const made = Object.assign(document.createElement("form"), { method, action: url, target: frame.name, enctype: "text/plain" });
  for (const [name, value] of Object.entries(fields)) made.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(made);
  frame.onload = () => {
    let text = "";
    try { text = frame.contentDocument?.body?.innerHTML ?? ""; } catch {}
    resolve(text === "" ? "refused" : "read " + text);
  };
  made.submit();
});
const fetched = async (url, options) => {
  const answer = await fetch(url, options);
  return answer.type === "opaque" ? "opaque" : "read " + (await answer.text());
};
async function attack(host, port) {
  const tries = [];
  const add = (what, run, limit) => tries.push(within(what, run, limit));
  for (const path of ["/", "/socket", "/?token=x"]) {
    const url = host + ":" + port + path;
    for (const protocols of [[], ["mcp"], ["x", "mcp"], ["X-Claude-Code-Ide-Authorization", "mcp"]])
      add("WebSocket " + url + " " + protocols, () => socket("ws://" + url, protocols));
    add("WebSocket with a user and a password " + url, () => socket("ws://user:password@" + url, ["mcp"]));
    for (const mode of ["cors", "no-cors", "same-origin"])
      for (const method of ["GET", "POST"])
        for (const credentials of ["include", "omit"])
          add(["fetch", mode, method, credentials, url].join(" "), () =>
            fetched("http://" + url, { mode, method, credentials, ...(method === "POST" && { body: '{"token":"x"}' }) }));
    add("fetch with the header of clients " + url, () =>
      fetched("http://" + url, { headers: { "X-Claude-Code-Ide-Authorization": "x" } }));
    add("fetch that upgrades " + url, () => fetched("http://" + url, { headers: { Upgrade: "websocket" } }));
    add("EventSource " + url, () => new Promise((resolve) => {
      const source = new EventSource("http://" + url, { withCredentials: true });
      source.onopen = () => resolve("opened");
      source.onerror = () => { source.close(); resolve("refused"); };
    }));
    add("form GET " + url, () => form("GET", "http://" + url, { token: "x" }));
    add("form POST " + url, () => form("POST", "http://" + url, { '{"token":"x","y":"': '"}' }));
  }
  const base = "http://" + host + ":" + port;
  for (const path of ["/", "/enter", "/enter.js", "/tab.js", "/icon.svg"]) {
    add("script " + path, () => element("script", "src", base + path));
    add("module " + path, () => import(base + path).then(() => "loaded"));
    add("image " + path, () => element("img", "src", base + path));
    add("style " + path, () => element("link", "href", base + path, { rel: "stylesheet" }));
    for (const [tag, attribute] of [["iframe", "src"], ["object", "data"], ["embed", "src"]])
      add(tag + " " + path, () => framed(tag, attribute, base + path));
    add("service worker " + path, () => navigator.serviceWorker.register(base + path).then(() => "loaded"));
    // A browser does not always say that one could not be loaded.
    add("shared worker " + path, () => new Promise((resolve) => {
      const worker = new SharedWorker(base + path);
      worker.onerror = () => resolve("refused");
      worker.port.onmessage = () => resolve("loaded");
    }), 5000);
  }
  // A page never learns whether it arrived.
  add("beacon", () => { navigator.sendBeacon(base + "/enter", '{"token":"x"}'); return "opaque"; });
  const outcomes = await Promise.all(tries);
  // What the browser's resource timing reveals about other origins besides the duration.
  for (const entry of performance.getEntriesByType("resource"))
    if (entry.name.startsWith(base) && new URL(entry.name).origin !== location.origin)
      outcomes.push({ what: "timing " + entry.name, saw: entry.transferSize + entry.responseStart > 0 ? "revealed" : "refused" });
  return outcomes;
}
globalThis.attack = attack;
`;

export const attackPage = `<!doctype html><title>Hostile</title><body><script>${attackScript}</script><script>${timingScript}</script>`;

/**
 * Serves the page on a separate port that accepts all requests, to prove that the page's attempts work where they are
 * allowed.
 */
export async function serveHostilePage(): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(attackPage);
  });
  const sockets = new WebSocketServer({ server });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The hostile page has no port.");
  return address.port;
}
