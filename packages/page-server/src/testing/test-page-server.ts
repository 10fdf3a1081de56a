/** A page server with a small page, and a client other than a browser. For tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type PageServer, type PageServerOptions, startPageServer, type WindowSocket } from "../page-server.js";

export const script = `"use strict"; // ${"long enough to be worth compressing ".repeat(60)}\n`;

/** A built page of three files. */
export function pageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html><head><meta name="secret" content="{{secret}}"><style nonce="{{nonce}}"></style></head></html>`,
  );
  writeFileSync(join(folder, "assets", "main-abc123.js"), script);
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  return folder;
}

export interface TestPageServer {
  readonly server: PageServer;
  readonly windows: WindowSocket[];
  readonly logged: string[];
}

export async function testPageServer(options: Partial<PageServerOptions> = {}): Promise<TestPageServer> {
  const windows: WindowSocket[] = [];
  const logged: string[] = [];
  const server = await startPageServer({
    pageFolder: pageFolder(),
    onWindow: (window) => windows.push(window),
    log: (level, message, details) => logged.push(JSON.stringify({ level, message, details })),
    ...options,
  });
  onTestFinished(() => server.close());
  return { server, windows, logged };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Sends one request on a new connection. */
export function ask(
  server: PageServer,
  path: string,
  { method = "GET", headers = {}, body }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port: server.port, path, method, headers, agent: false });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.of(), text: "" });
    });
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const all = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all, text: all.toString() });
      });
    });
    outgoing.end(body);
  });
}

/** Sends a POST the way the page's script does. */
export function post(
  server: PageServer,
  path: string,
  json: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  return ask(server, path, {
    method: "POST",
    headers: { origin: server.origin, "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
}

export const tokenOf = (link: string): string => new URL(link).hash.slice(1);

/** Exchanges a new link, as the enter page does. */
export async function enter(server: PageServer): Promise<{ readonly cookie: string; readonly key: string }> {
  const answer = await post(server, "/enter", { token: tokenOf(server.newLink()) });
  const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { cookie, key: JSON.parse(answer.text).key };
}

/** Loads the page's HTML and returns the secret in it. */
export async function load(server: PageServer, cookie: string): Promise<string> {
  const { text } = await ask(server, "/", { headers: { cookie } });
  return /name="secret" content="([^"]+)"/.exec(text)?.[1] ?? "";
}
