/** A window's endpoint without a window: real sockets, real files. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "@tandem-ide/client";
import type { ServingOptions } from "@tandem-ide/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WindowEndpoint } from "./endpoint.js";

let folder: string;
const endings: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tandem-window-"));
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  await rm(folder, { recursive: true });
});

async function openWindow(server: number, serving: () => ServingOptions = () => ({})) {
  const log: string[] = [];
  const window = new WindowEndpoint({
    editor: { name: "Test", workspaceFolders: [folder], subscribe: () => () => {} },
    loadPart: () => import("./endpoint-part.js"),
    book: {
      folder: join(folder, "addresses"),
      editor: "100 of today",
      server,
      isAlive: () => false,
      now: () => Date.now(),
    },
    workspace: () => [folder],
    isUntitledWorkspace: () => false,
    endpointOptions: () => ({ ...serving(), configDir: join(folder, "config"), env: {}, home: folder }),
    servingOptions: () => ({ ...serving(), configDir: join(folder, "config"), env: {}, home: folder }),
    askWindow: async () => {},
    abandoned: async () => {},
    opened: () => {},
    changed: () => {},
    log: (message) => log.push(message),
  });
  endings.push(() => window.close());
  await window.start();
  return { window, log };
}

function addressOf({ current }: WindowEndpoint) {
  return { port: current?.port ?? 0, authToken: current?.authToken ?? "" };
}

async function client(window: WindowEndpoint): Promise<Client> {
  const connected = await connect(addressOf(window));
  endings.push(() => connected.close());
  return connected;
}

test("a restart keeps the address and uses the current settings", async () => {
  let clients: "many" | "single" = "many";
  const { window } = await openWindow(1, () => ({ clients }));
  const before = addressOf(window);
  await client(window);
  clients = "single";
  await window.restart();
  await window.restart();
  expect(addressOf(window)).toEqual(before);
  const first = await client(window);
  await client(window);
  await first.closed;
  expect(window.status).toMatchObject({ state: { kind: "serving" }, clients: [{}], isMissed: false });
});

test("the next window of the workspace gets the address and expects the clients", async () => {
  const { window } = await openWindow(1);
  const before = addressOf(window);
  await client(window);
  await window.close();
  expect(window.status.state.kind).toBe("closed");
  const [file = ""] = await readdir(join(folder, "addresses"));
  const kept: unknown = JSON.parse(await readFile(join(folder, "addresses", file), "utf8"));
  expect(kept).toMatchObject({ ...before, clients: 1, endedAt: expect.any(Number) });
  const { window: next } = await openWindow(2);
  expect(addressOf(next)).toEqual(before);
});

test("keeps a pause if the window is reloaded before VS Code has saved it", async () => {
  const { window } = await openWindow(1);
  window.current?.setPaused(true);
  await window.close();
  const { window: next } = await openWindow(2);
  expect(next.status.isPaused).toBe(true);
  next.current?.setPaused(false);
  // Not even after a crash, which the window can't detect.
  const kept = async () => {
    const [file = ""] = await readdir(join(folder, "addresses"));
    return await readFile(join(folder, "addresses", file), "utf8").then(JSON.parse);
  };
  await expect.poll(kept).toMatchObject({ isPaused: false });
});

test("a window that is closed while it starts leaves no lock file and no endpoint", async () => {
  const { window } = await openWindow(1);
  await window.close();
  const again = openWindow(2);
  await endings.at(-1)?.();
  const { window: closed, log } = await again;
  expect(closed.status.state.kind).not.toBe("serving");
  expect(await readdir(join(folder, "config", "ide"))).toEqual([]);
  expect(log).toEqual([]);
});
