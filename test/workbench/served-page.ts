/** A page server with a stand-in for the built page, which connects and sends its hello. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PageServer, startPageServer, type WindowSocket } from "@tandem-ide/page-server";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";

const html = `<!doctype html>
<html>
  <head>
    <title>Workbench</title>
    <meta name="secret" content="{{secret}}">
    <style nonce="{{nonce}}">#state { color: rgb(1, 2, 3); }</style>
    <link rel="icon" href="/icon.svg">
    <script type="module" src="/assets/main-1.js"></script>
  </head>
  <body><p id="state">loading</p></body>
</html>
`;

const script = `
globalThis.leaked = "code of the workbench";
globalThis.evaluated = "no";
try { globalThis.evaluated = (0, eval)("1 + 1"); } catch {}
const state = document.querySelector("#state");
const secret = document.querySelector("meta[name=secret]").content;
const socket = new WebSocket("ws://" + location.host + "/socket");
socket.onopen = () => socket.send(JSON.stringify({ hello: { secret } }));
socket.onmessage = ({ data }) => { state.textContent = data; };
socket.onclose = ({ code }) => { state.textContent = "closed with " + code; };
`;

export interface ServedPage {
  readonly pageServer: PageServer;
  readonly windows: WindowSocket[];
  readonly logged: string[];
}

/** The text of a connected window. */
export const greeting = "welcome, window";

export async function servePage(): Promise<ServedPage> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "assets/main-1.js"), script);
  writeFileSync(join(folder, "icon.svg"), `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`);
  const windows: WindowSocket[] = [];
  const logged: string[] = [];
  const pageServer = await startPageServer({
    pageFolder: folder,
    onWindow: (window) => {
      windows.push(window);
      window.send(greeting);
    },
    log: (_level, message, details) => logged.push(`${message} ${JSON.stringify(details)}`),
  });
  onTestFinished(() => pageServer.close());
  return { pageServer, windows, logged };
}

/** Waits until the page contains this text. */
export async function shows(page: Page, words: string): Promise<void> {
  await vi.waitFor(async () => expect(await page.textContent("body")).toContain(words), { timeout: 10_000 });
}

/** Signs in with a link. */
export async function login(context: BrowserContext, pageServer: PageServer): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pageServer.newLink());
  await shows(page, greeting);
  return page;
}
