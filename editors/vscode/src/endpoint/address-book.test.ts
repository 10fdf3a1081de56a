import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AddressBook } from "./address-book.js";

let folder: string;
let now = 1_000_000;
const alive = new Set<number>();
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "tandem-addresses-")), "addresses");
  alive.clear();
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

function window(server: number, editor = "100 of today") {
  return new AddressBook({ folder, editor, server, isAlive: (pid) => alive.has(pid), now: () => now });
}

const address = { port: 12345, authToken: "a secret of sixteen", workspace: ["/project"], clients: 1 };

test("a reloaded window gets its address back", async () => {
  await window(1).store({ ...address, endedAt: now });
  now += 5_000;
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345, authToken: address.authToken, clients: 1 });
});

test("a window whose extension host crashed gets its address back", async () => {
  await window(1).store(address);
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
});

test("adding or removing a folder keeps the address; another workspace gets a new one", async () => {
  await window(1).store({ ...address, endedAt: now });
  expect(await window(2).take(["/other"])).toBeUndefined();
  expect(await window(2).take(["/other", "/project"])).toMatchObject({ port: 12345 });
});

test("an untitled workspace takes over the address of its window, whatever its folders", async () => {
  await window(1).store({ ...address, port: 11111, workspace: ["/elsewhere"], endedAt: now - 9_000 });
  await window(1).store({ ...address, endedAt: now - 10_000 });
  await window(2).store({ ...address, port: 22222, workspace: ["/before"], endedAt: now - 1_000 });
  expect(await window(3).take(["/made", "/project"], true)).toMatchObject({ port: 12345 });
  expect(await window(3).take(["/made", "/after"], true)).toMatchObject({ port: 22222 });
});

test("only one of two windows gets the address", async () => {
  await window(1).store({ ...address, endedAt: now });
  const taken = await Promise.all([window(2).take(["/project"]), window(3).take(["/project"])]);
  expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
});

test("doesn't take the address of a running window", async () => {
  alive.add(1);
  await window(1).store(address);
  expect(await window(2).take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toHaveLength(1);
});

test("an existing window answers", async () => {
  alive.add(1);
  const serving = window(1);
  await serving.store(address);
  const end = serving.whenAsked(() => void serving.answer());
  await window(2).askOthers(["/project"], () => false);
  end();
  expect(await window(2).take(["/project"])).toBeUndefined();
});

test("a lost window closes when asked, and the next one gets its address", async () => {
  alive.add(1);
  const gone = window(1);
  await gone.store(address);
  let isLeaving = false;
  const end = gone.whenAsked(() => {
    if (!isLeaving) void gone.store({ ...address, endedAt: now });
    isLeaving = true;
  });
  await window(2).askOthers(["/project"], () => false);
  end();
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
  expect(await readdir(folder)).toHaveLength(1);
});

test("stops waiting for a window that closes, and asking can be aborted", async () => {
  alive.add(1);
  await window(1).store(address);
  const asking = window(2).askOthers(["/project"], () => false);
  await expect.poll(() => readdir(folder)).toHaveLength(2);
  alive.clear();
  await asking;
  alive.add(1);
  await window(2).askOthers(["/project"], () => true);
  expect(await readdir(folder)).toHaveLength(1);
});

test("does not ask windows of other workspaces or another VS Code", async () => {
  alive.add(1);
  const other = window(1);
  await other.store(address);
  let count = 0;
  const end = other.whenAsked(() => count++);
  await window(2).askOthers(["/elsewhere"], () => false);
  await window(2, "200 of today").askOthers(["/project"], () => false);
  end();
  expect(count).toBe(0);
});

test("an address expires after a minute and when VS Code restarts", async () => {
  await window(1).store({ ...address, endedAt: now });
  expect(await window(2, "100 of tomorrow").take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await window(1).store({ ...address, endedAt: now });
  now += 60_001;
  expect(await window(2).take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("only the user can read the file", async () => {
  await window(1).store(address);
  const [name = ""] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("deletes invalid files", async () => {
  const book = window(1);
  await book.store(address);
  const { writeFile } = await import("node:fs/promises");
  for (const name of ["odd.json", "odd.json.new", "odd.json.ask"]) await writeFile(join(folder, name), "not JSON");
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
  expect(await readdir(folder)).toHaveLength(1);
});
