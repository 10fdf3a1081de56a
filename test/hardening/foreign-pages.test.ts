/**
 * Pages of other origins, and of a name that was made to lead here (DNS rebinding), in the browser of a user who is in: all
 * they can try against all of Tandem's ports. test/workbench/foreign-page.test.ts has what each attempt at the page means.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem/client";
import { openInspectorPage, startInspector } from "@tandem/inspector";
import { createWorkbench } from "@tandem/workbench";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium } from "../chromium.js";
import { temporaryDirectory } from "../endpoint.js";
import { needs } from "../parts.js";
import { openPage } from "../workbench/launch.js";
import { attackPage, type Outcome, serveHostilePage } from "./hostile-page.js";
import { isLong, tally } from "./tally.js";

const { test } = needs("chromium");
const evilName = "evil.example";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium([`--host-resolver-rules=MAP ${evilName} 127.0.0.1`]);
}, 60_000);
afterAll(() => browser?.close());

/** A workbench, an inspector before its endpoint and the inspector's page: four ports, and who has come in by each. */
async function openAllDoors() {
  const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
  const canary = `canary-${Math.random()}`;
  writeFileSync(join(folder, "a.txt"), canary);
  const workbench = await createWorkbench({ folders: [folder], ide: { configDir, env: {}, home: configDir } });
  onTestFinished(() => workbench.close());
  const { port, authToken } = workbench.ide;
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
  // A stand-in for the inspector's page: what guards it is the door, which is the real one.
  const pageFolder = join(configDir, "page");
  mkdirSync(pageFolder);
  writeFileSync(join(pageFolder, "index.html"), `<!doctype html><title>${canary}</title>{{secret}}`);
  const at = new Date().toISOString();
  const inspectorPage = await openInspectorPage({
    header: { recording: 1, at, editor: canary, folders: [] },
    pageFolder,
  });
  onTestFinished(() => inspectorPage.close());
  let mostClients = 0;
  workbench.onStatusChanged(({ clients }) => {
    mostClients = Math.max(mostClients, clients.length);
  });
  return {
    workbench,
    ports: [port, inspector.port, workbench.door.port, inspectorPage.door.port],
    /** Clients, inspected connections, and windows beside the user's own. */
    whoGotIn: () => mostClients + inspected + workbench.workbench.windows.all.length - 1,
    secrets: [canary, authToken, JSON.parse(readFileSync(inspector.lockFile, "utf8")).authToken],
  };
}

async function attack(page: Page, host: string, port: number): Promise<Outcome[]> {
  return await page.evaluate(([to, at]) => Reflect.get(globalThis, "attack")(to, at), [host, port] as const);
}

test("a hostile page in the user's browser gets past no upgrade and reads nothing, by any name", async () => {
  const { workbench, ports, whoGotIn, secrets } = await openAllDoors();
  const hostilePort = await serveHostilePage();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  // The user is in: cookies and all.
  const own = await openPage(context, workbench.door.newLink());
  const key = await own.evaluate(() => localStorage.getItem("tandem-key"));
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
    saw === "opened" || saw === "told" || (saw === "loaded" && !what.startsWith("style"));
  expect(outcomes.filter(isIn)).toEqual([]);
  // Counted before the user's own client comes.
  const gotIn = whoGotIn();
  expect(gotIn).toBe(0);
  // What a page of the same origin may read is why it is refused, and never a secret.
  const words = /^read .*(426 Upgrade Required|Tandem answers to)/s;
  const read = outcomes.filter(({ saw }) => saw.startsWith("read "));
  expect(read.filter(({ saw }) => !words.test(saw))).toEqual([]);
  const seen = JSON.stringify(outcomes);
  for (const secret of [...secrets, key ?? "no key", ...cookies]) expect(seen).not.toContain(secret);
  // The user goes on, and so does a client of theirs.
  expect(await own.title()).not.toBe("");
  const client = await connect(workbench.ide);
  await client.close();

  // The same page against a server that lets it: its attempts are real.
  const page = await context.newPage();
  await page.goto(`http://localhost:${hostilePort}/`);
  const control = await attack(page, "127.0.0.1", hostilePort);
  const saw = (what: string) => control.filter((each) => each.what.startsWith(what)).map((each) => each.saw);
  expect(saw("WebSocket 127")).toContain("opened");
  expect(saw("fetch cors GET omit").join()).toContain("read <!doctype html>");

  // What the browser never sent was no attempt.
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
