/** A door with a small page behind it, and a client that is no browser. For tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Door, type DoorOptions, openDoor, type WindowSocket } from "../door.js";

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

export interface StandingDoor {
  readonly door: Door;
  readonly windows: WindowSocket[];
  readonly logged: string[];
}

export async function standingDoor(options: Partial<DoorOptions> = {}): Promise<StandingDoor> {
  const windows: WindowSocket[] = [];
  const logged: string[] = [];
  const door = await openDoor({
    pageFolder: pageFolder(),
    onWindow: (window) => windows.push(window),
    log: (level, message, details) => logged.push(JSON.stringify({ level, message, details })),
    ...options,
  });
  onTestFinished(() => door.close());
  return { door, windows, logged };
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

/** One request on a connection of its own. */
export function ask(door: Door, path: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: door.port, path, method, headers, agent: false });
    asked.on("error", reject);
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.of(), text: "" });
    });
    asked.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const all = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all, text: all.toString() });
      });
    });
    asked.end(body);
  });
}

/** A POST as the page's own script sends it. */
export function post(door: Door, path: string, json: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  return ask(door, path, {
    method: "POST",
    headers: { origin: door.origin, "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  });
}

export const tokenOf = (link: string): string => new URL(link).hash.slice(1);

/** Exchanges a fresh link, as the enter page does. */
export async function enter(door: Door): Promise<{ readonly cookie: string; readonly key: string }> {
  const answer = await post(door, "/enter", { token: tokenOf(door.newLink()) });
  const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { cookie, key: JSON.parse(answer.text).key };
}

/** Loads the page, as far as its HTML. */
export async function load(door: Door, cookie: string): Promise<string> {
  const { text } = await ask(door, "/", { headers: { cookie } });
  return /name="secret" content="([^"]+)"/.exec(text)?.[1] ?? "";
}
