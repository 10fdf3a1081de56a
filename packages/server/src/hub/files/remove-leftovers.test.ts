import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { removeLeftovers } from "./remove-leftovers.js";
import { replaceFile } from "./replace-file.js";
import { UnfinishedWrites } from "./unfinished-writes.js";

const id = "0123456789abcdef";
const name = `.tandem-${id}.tmp`;

let folder: string;
let unfinished: UnfinishedWrites;
beforeEach(() => {
  folder = temporaryDirectory();
  unfinished = new UnfinishedWrites({ env: {}, home: temporaryDirectory() });
});

/** An unused pid. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

/** The pid of another process, which runs until the test ends. */
function livePid(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

function record(content: object | string, ofId = id): string {
  mkdirSync(unfinished.directory, { recursive: true });
  const path = join(unfinished.directory, `${ofId}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const clean = () => removeLeftovers(unfinished.directory);

describe("a temporary file of a killed process", () => {
  test("is removed with its record, and nothing else", async () => {
    const path = writeTo(folder, name, "half");
    writeTo(folder, ".tandem-ffffffffffffffff.tmp", "not on record");
    record({ folder, pid: await deadPid() });
    expect(clean()).toEqual([path]);
    expect(readdirSync(folder)).toEqual([".tandem-ffffffffffffffff.tmp"]);
    expect(readdirSync(unfinished.directory)).toEqual([]);
  });

  test("is removed if its pid belongs to another process by now", () => {
    const path = writeTo(folder, name, "half");
    record({ folder, pid: livePid(), started: "another time" });
    // If start times of processes are unavailable, nothing is removed that may be in use.
    const isKnown = process.platform !== "win32";
    expect(clean()).toEqual(isKnown ? [path] : []);
  });

  test("is kept while its process is running", async () => {
    const path = writeTo(folder, name, "half");
    const end = unfinished.begin(folder, id);
    expect(clean()).toEqual([]);
    end();
    record({ folder, pid: livePid() });
    expect(clean()).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});

describe("a record never removes other files:", () => {
  test.each([
    ["a folder of that name", () => mkdirSync(join(folder, name))],
    ["a link of that name", () => symlinkSync(writeTo(folder, "precious.txt", "mine"), join(folder, name))],
    ["nothing of that name", () => {}],
  ])("%s", async (_title, make) => {
    make();
    const before = readdirSync(folder);
    record({ folder, pid: await deadPid() });
    expect(clean()).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
    expect(readdirSync(unfinished.directory)).toEqual([]);
  });

  test("a folder that was replaced by a link isn't followed", async () => {
    const elsewhere = temporaryDirectory();
    writeTo(elsewhere, name, "somebody's");
    const place = join(folder, "sub");
    mkdirSync(place);
    record({ folder: place, pid: await deadPid() });
    renameSync(place, join(folder, "moved"));
    symlinkSync(elsewhere, place);
    expect(clean()).toEqual([]);
    expect(readFileSync(join(elsewhere, name), "utf8")).toBe("somebody's");
  });

  test.each([
    ["no JSON", "{"],
    ["no record", "[]"],
    ["a relative folder", JSON.stringify({ folder: ".", pid: 1 })],
    ["no process", JSON.stringify({ folder: "/", pid: -1 })],
  ])("%s is kept for a minute, because it may be incomplete, and then removed", (_title, content) => {
    const path = record(content);
    expect(clean()).toEqual([]);
    expect(existsSync(path)).toBe(true);
    const before = new Date(Date.now() - 61_000);
    utimesSync(path, before, before);
    expect(clean()).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  test("other files in the directory of records are kept", async () => {
    for (const other of ["notes.txt", "0123.json", `../${id}.json`, `${id}.json.bak`])
      writeTo(unfinished.directory, other, JSON.stringify({ folder, pid: await deadPid() }));
    writeTo(folder, name, "half");
    expect(clean()).toEqual([]);
    expect(readdirSync(folder)).toEqual([name]);
  });
});

test("a write is recorded while it is in progress, readable only by its user, and not afterwards", async () => {
  const path = join(folder, "a.txt");
  let during: string[] = [];
  let modes: number[] = [];
  const mayReplace = async () => {
    during = readdirSync(unfinished.directory);
    const file = join(unfinished.directory, during[0] ?? "");
    modes = [statSync(unfinished.directory), statSync(file)].map(({ mode }) => mode & 0o777);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ folder, pid: process.pid });
    expect(readdirSync(folder)).toEqual([`.tandem-${during[0]?.replace(".json", "")}.tmp`]);
    return true;
  };
  await replaceFile(path, "new", { unfinished, mayReplace });
  expect(during).toHaveLength(1);
  if (process.platform !== "win32") expect(modes).toEqual([0o700, 0o600]);
  expect(readdirSync(unfinished.directory)).toEqual([]);
  await expect(
    replaceFile(path, "x", { unfinished, mayReplace: () => Promise.reject(new Error("no")) }),
  ).rejects.toThrow("no");
  expect([readdirSync(unfinished.directory), readdirSync(folder)]).toEqual([[], ["a.txt"]]);
});

test("the file is written even if it can't be recorded", async () => {
  const home = temporaryDirectory();
  writeTo(home, ".local", "a file, not a folder");
  await replaceFile(join(folder, "a.txt"), "new", { unfinished: new UnfinishedWrites({ env: {}, home }) });
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("new");
});

test("a relative XDG_STATE_HOME doesn't put records into the working directory", () => {
  const { directory } = new UnfinishedWrites({ env: { XDG_STATE_HOME: "state", HOME: "/home/me" } });
  expect(directory).toBe("/home/me/.local/state/tandem/unfinished-writes");
});
