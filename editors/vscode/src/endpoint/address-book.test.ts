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

test("a window that was reloaded has its address again", async () => {
  await window(1).keep({ ...address, endedAt: now });
  now += 5_000;
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345, authToken: address.authToken, clients: 1 });
});

test("so has one whose extension host crashed", async () => {
  await window(1).keep(address);
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
});

test("a folder more or less is the same window; another workspace is not", async () => {
  await window(1).keep({ ...address, endedAt: now });
  expect(await window(2).take(["/other"])).toBeUndefined();
  expect(await window(2).take(["/other", "/project"])).toMatchObject({ port: 12345 });
});

test("a workspace that was made of a window takes over from it, whatever folders it has", async () => {
  await window(1).keep({ ...address, port: 11111, workspace: ["/elsewhere"], endedAt: now - 9_000 });
  await window(1).keep({ ...address, endedAt: now - 10_000 });
  await window(2).keep({ ...address, port: 22222, workspace: ["/before"], endedAt: now - 1_000 });
  expect(await window(3).take(["/made", "/project"], true)).toMatchObject({ port: 12345 });
  expect(await window(3).take(["/made", "/after"], true)).toMatchObject({ port: 22222 });
});

test("only one of two windows gets it", async () => {
  await window(1).keep({ ...address, endedAt: now });
  const taken = await Promise.all([window(2).take(["/project"]), window(3).take(["/project"])]);
  expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
});

test("the address of a window that still runs is its own", async () => {
  alive.add(1);
  await window(1).keep(address);
  expect(await window(2).take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toHaveLength(1);
});

test("a window that serves is asked whether it is there, and says yes", async () => {
  alive.add(1);
  const serving = window(1);
  await serving.keep(address);
  const end = serving.whenAsked(() => void serving.answer());
  await window(2).askOthers(["/project"], () => false);
  end();
  expect(await window(2).take(["/project"])).toBeUndefined();
});

test("one that has gone leaves when it is asked, and its address is the next one's", async () => {
  alive.add(1);
  const gone = window(1);
  await gone.keep(address);
  let isLeaving = false;
  const end = gone.whenAsked(() => {
    if (!isLeaving) void gone.keep({ ...address, endedAt: now });
    isLeaving = true;
  });
  await window(2).askOthers(["/project"], () => false);
  end();
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
  expect(await readdir(folder)).toHaveLength(1);
});

test("one that ends instead of answering is no longer waited for, and asking can be ended", async () => {
  alive.add(1);
  await window(1).keep(address);
  const asking = window(2).askOthers(["/project"], () => false);
  await expect.poll(() => readdir(folder)).toHaveLength(2);
  alive.clear();
  await asking;
  alive.add(1);
  await window(2).askOthers(["/project"], () => true);
  expect(await readdir(folder)).toHaveLength(1);
});

test("windows of other workspaces, and of another VS Code, are not asked", async () => {
  alive.add(1);
  const other = window(1);
  await other.keep(address);
  let count = 0;
  const end = other.whenAsked(() => count++);
  await window(2).askOthers(["/elsewhere"], () => false);
  await window(2, "200 of today").askOthers(["/project"], () => false);
  end();
  expect(count).toBe(0);
});

test("a minute after the end, and after a restart of VS Code, nothing is left of it", async () => {
  await window(1).keep({ ...address, endedAt: now });
  expect(await window(2, "100 of tomorrow").take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await window(1).keep({ ...address, endedAt: now });
  now += 60_001;
  expect(await window(2).take(["/project"])).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test("only the user may read it", async () => {
  await window(1).keep(address);
  const [name = ""] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("what is no address is thrown away", async () => {
  const book = window(1);
  await book.keep(address);
  const { writeFile } = await import("node:fs/promises");
  for (const name of ["odd.json", "odd.json.new", "odd.json.ask"]) await writeFile(join(folder, name), "not JSON");
  expect(await window(2).take(["/project"])).toMatchObject({ port: 12345 });
  expect(await readdir(folder)).toHaveLength(1);
});
