/** A foreign page on its own server, with the attacks it can try against the workbench. */
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/**
 * Each function tries one attack from the foreign page and resolves to what the page sees: "refused", or what it got. Plain
 * JavaScript, because it runs in the page.
 */
const attacks = `"use strict";
const outcomeOf = (element, url, attribute) =>
  new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("refused");
    element[attribute] = url;
    document.body.append(element);
  });
globalThis.attacks = {
  fetch: (url, options) =>
    fetch(url, options).then(async (answer) => answer.type + " " + (await answer.text()), () => "refused"),
  script: (url) => outcomeOf(document.createElement("script"), url, "src"),
  module: (url) => import(url).then(() => "loaded", () => "refused"),
  image: (url) => outcomeOf(document.createElement("img"), url, "src"),
  style: (url) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    return outcomeOf(link, url, "href");
  },
  worker: (url) => {
    const code = new Blob(["try { importScripts('" + url + "'); postMessage('loaded'); } catch { postMessage('refused'); }"]);
    return new Promise((resolve) => {
      new Worker(URL.createObjectURL(code)).onmessage = ({ data }) => resolve(data);
    });
  },
  async frame(kind, url) {
    const element = document.createElement(kind);
    await new Promise((resolve) => {
      element.onload = element.onerror = resolve;
      element[kind === "object" ? "data" : "src"] = url;
      document.body.append(element);
    });
    try {
      const inner = element.contentDocument?.body.innerHTML ?? "";
      return inner === "" ? "refused" : "got " + inner;
    } catch {
      return "refused";
    }
  },
  socket: (url, frame) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.onopen = () => frame === undefined ? resolve("opened") : socket.send(frame);
      socket.onmessage = ({ data }) => resolve("got " + data);
      socket.onclose = () => resolve("refused");
    }),
  events: (url) =>
    new Promise((resolve) => {
      const source = new EventSource(url, { withCredentials: true });
      source.onopen = () => resolve("opened");
      source.onerror = () => { source.close(); resolve("refused"); };
    }),
  form(url, name, value) {
    const form = document.createElement("form");
    form.method = "POST";
    form.enctype = "text/plain";
    form.action = url;
    const field = document.createElement("input");
    field.name = name;
    field.value = value;
    form.append(field);
    document.body.append(form);
    form.submit();
  },
  link(url) {
    const link = document.createElement("a");
    link.href = url;
    document.body.append(link);
    link.click();
  },
  open(url) {
    globalThis.opened = window.open(url);
  },
  /** What the opener can learn from the opened window. */
  readOpened() {
    const reading = {
      document: () => opened.document.body.innerHTML,
      storage: () => opened.localStorage.getItem("tandem-key"),
      address: () => opened.location.href,
    };
    const seen = { isClosed: opened.closed };
    for (const [name, read] of Object.entries(reading)) {
      try {
        seen[name] = read() ?? "nothing";
      } catch {
        seen[name] = "refused";
      }
    }
    return seen;
  },
};
`;

export interface ForeignServer {
  readonly port: number;
  /** The Cookie headers received from browsers. */
  readonly cookies: string[];
}

/** Serves the foreign page at every path except its script's. */
export async function foreignServer(): Promise<ForeignServer> {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.cookie !== undefined) cookies.push(request.headers.cookie);
    const isScript = request.url === "/attacks.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? attacks : `<!doctype html><title>Foreign</title><body><script src="/attacks.js"></script>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The foreign server has no port.");
  return { port: address.port, cookies };
}
