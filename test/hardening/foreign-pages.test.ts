/**
 * Pages of other origins, and of a name that resolves to this machine (DNS rebinding), in a signed-in user's browser: all
 * they can try against all of Tandem's ports. test/workbench/foreign-page.test.ts has what each attempt at the page means.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { openInspectorPage, startInspector } from "@tandem-ide/inspector";
import { createWorkbench } from "@tandem-ide/workbench";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium } from "../chromium.js";
import { temporaryDirectory } from "../endpoint.js";
import { needs } from "../parts.js";
import { openPage } from "../workbench/launch.js";
import { attackPage, type Outcome, serveHostilePage } from "./hostile-page.js";
import type { Reading } from "./hostile-timings.js";
import { isLong, scaled, tally } from "./tally.js";

const { test } = needs("chromium");
const evilName = "evil.example";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium([
    `--host-resolver-rules=MAP ${evilName} 127.0.0.1`,
    // Newer browsers block such requests to this machine. The servers must refuse them without that help.
    "--disable-features=LocalNetworkAccessChecks",
  ]);
}, 60_000);
afterAll(() => browser?.close());

/** A workbench, an inspector in front of its endpoint and the inspector's page: four ports, and the clients of each. */
async function openAllServers() {
  const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
  const canary = `canary-${Math.random()}`;
  writeFileSync(join(folder, "a.txt"), canary);
  const workbench = await createWorkbench({ folders: [folder], endpoint: { configDir, env: {}, home: configDir } });
  onTestFinished(() => workbench.close());
  const { port, authToken } = workbench.endpoint;
  let inspected = 0;
  const inspector = await startInspector({
    editor: { name: "Tandem", target: { port, authToken } },
    configDir,
    env: {},
    onEntry: () => {
      inspected++;
    },
  });
  onTestFinished(() => inspector.close());
  let inspectorWindows = 0;
  const inspectorPage = await openInspectorPage({
    header: { recording: 1, at: new Date().toISOString(), editor: canary, folders: [folder] },
    log: (_level, message) => {
      if (message === "A window connected") inspectorWindows++;
    },
  });
  onTestFinished(() => inspectorPage.close());
  let maxClients = 0;
  workbench.onStatusChanged(({ clients }) => {
    maxClients = Math.max(maxClients, clients.length);
  });
  return {
    workbench,
    inspectorPage,
    ports: [port, inspector.port, workbench.pageServer.port, inspectorPage.pageServer.port],
    /** Clients, inspected connections, and windows other than the user's own. */
    whoGotIn: () => maxClients + inspected + workbench.workbench.windows.all.length - 1 + inspectorWindows - 1,
    secrets: [canary, authToken, JSON.parse(readFileSync(inspector.lockFile, "utf8")).authToken],
  };
}

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There was no port.");
  return address.port;
}

async function attack(page: Page, host: string, port: number): Promise<Outcome[]> {
  return await page.evaluate(([to, at]) => Reflect.get(globalThis, "attack")(to, at), [host, port] as const);
}

test("a hostile page in the user's browser gets past no upgrade and reads nothing, by any name", async () => {
  const { workbench, inspectorPage, ports, whoGotIn, secrets } = await openAllServers();
  const hostilePort = await serveHostilePage();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  // The user is signed in, so there are cookies.
  const own = await openPage(context, workbench.pageServer.newLink());
  const inspecting = await context.newPage();
  await inspecting.goto(inspectorPage.pageServer.newLink());
  await inspecting.getByTestId("editor").waitFor();
  const keys = await Promise.all(
    [own, inspecting].map((page) => page.evaluate(() => localStorage.getItem("tandem-key") ?? "no key")),
  );
  expect(keys).not.toContain("no key");
  const cookies = (await context.cookies()).map(({ value }) => value);
  const hosts = [evilName, ...(isLong ? ["localhost", "127.0.0.1"] : [])];
  /** Opens a page, lets it attack, and closes it. */
  const attackFrom = async (address: string, target: string, port: number, isRebound = false) => {
    const page = await context.newPage();
    if (isRebound) await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: attackPage }));
    await page.goto(address);
    const found = await attack(page, target, port);
    await page.close();
    return found;
  };
  const foreign = hosts.flatMap((host) => {
    const targets = isLong ? [...new Set(["127.0.0.1", host])] : ["127.0.0.1"];
    return ports.flatMap((port) => targets.map((to) => attackFrom(`http://${host}:${hostilePort}/`, to, port)));
  });
  // Rebinding: the page came from this very name and port while they led elsewhere, so to the browser it is the same origin.
  const rebound = ports.map((port) => attackFrom(`http://${evilName}:${port}/attack`, evilName, port, true));
  const outcomes = (await Promise.all([...foreign, ...rebound])).flat();

  const isIn = ({ what, saw }: Outcome) =>
    saw === "opened" || saw === "revealed" || (saw === "loaded" && !what.startsWith("style"));
  expect(outcomes.filter(isIn)).toEqual([]);
  // Counted before the user's own client connects.
  const gotIn = whoGotIn();
  expect(gotIn).toBe(0);
  // A page of the same origin may read why it was refused, but never a secret.
  const words = /^read .*(426 Upgrade Required|Tandem only responds to)/s;
  const read = outcomes.filter(({ saw }) => saw.startsWith("read "));
  expect(read.filter(({ saw }) => !words.test(saw))).toEqual([]);
  // The servers refused them, not the browser.
  for (const port of ports) expect(read.some(({ what }) => what.includes(`${evilName}:${port}`))).toBe(true);
  const seen = JSON.stringify(outcomes);
  for (const secret of [...secrets, ...keys, ...cookies]) expect(seen).not.toContain(secret);
  // The user's page and client still work.
  for (const page of [own, inspecting]) expect(await page.title()).not.toBe("");
  const client = await connect(workbench.endpoint);
  await client.close();

  // The same page against a server that allows everything: its attempts work there.
  const page = await context.newPage();
  await page.goto(`http://localhost:${hostilePort}/`);
  const control = await attack(page, "127.0.0.1", hostilePort);
  const saw = (what: string) => control.filter((each) => each.what.startsWith(what)).map((each) => each.saw);
  expect(saw("WebSocket 127")).toContain("opened");
  expect(saw("fetch cors GET omit").join()).toContain("read <!doctype html>");

  // Requests that the browser never sent don't count.
  const attempts = outcomes.filter((each) => each.saw !== "silent").length;
  expect(attempts).toBeGreaterThan(outcomes.length / 2);
  tally({
    what: "Attempts of foreign pages",
    attempts,
    refused: attempts - gotIn,
    crashes: 0,
    lost: 0,
    leaked: 0,
  });
});

test("a hostile page that observes what responses look like and how long they take learns that a port is open, and no more", async () => {
  const { inspectorPage, workbench, ports } = await openAllServers();
  const hostilePort = await serveHostilePage();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await openPage(context, workbench.pageServer.newLink());
  await (await context.newPage()).goto(inspectorPage.pageServer.newLink());
  const measure = async (address: string, to: string, at: number, isRebound = false): Promise<Reading[]> => {
    const page = await context.newPage();
    if (isRebound) await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: attackPage }));
    await page.goto(address);
    const readings: Reading[] = await page.evaluate(
      ([host, port, rounds]) => Reflect.get(globalThis, "measure")(host, port, rounds),
      [to, at, scaled(3, 100)] as const,
    );
    await page.close();
    return readings;
  };
  let attempts = 0;
  for (const port of ports) {
    const foreign = await measure(`http://${evilName}:${hostilePort}/`, "127.0.0.1", port);
    // All requests look the same: no status, header or text, and no difference in timing.
    expect(["no response", '["opaque",0,false,false,[],""]']).toContain(foreign[0]?.saw);
    expect(new Set(foreign.map(({ saw }) => saw)).size).toBe(1);
    expect(foreign.filter(({ revealed }) => revealed !== 0)).toEqual([]);
    // By a name that was made to lead here it may read the response, which is the same to every question.
    const rebound = await measure(`http://${evilName}:${port}/attack`, evilName, port, true);
    expect(new Set(rebound.map(({ saw }) => saw)).size).toBe(1);
    expect(rebound[0]?.saw).toMatch(/426 Upgrade Required|Tandem only responds to/);
    attempts += foreign.length + rebound.length;
  }
  // A page can tell that nothing listens on a port. And it can read the response if a server allows it.
  const closed = await measure(`http://${evilName}:${hostilePort}/`, "127.0.0.1", await closedPort());
  expect(new Set(closed.map(({ saw }) => saw))).toEqual(new Set(["no response"]));
  const open = await measure(`http://127.0.0.1:${hostilePort}/`, "127.0.0.1", hostilePort);
  expect(open[0]?.saw).toContain("<!doctype html>");
  expect(open[0]?.revealed).toBeGreaterThan(0);
  tally({
    what: "Readings of responses by foreign pages",
    attempts,
    refused: attempts,
    crashes: 0,
    lost: 0,
    leaked: 0,
  });
});
