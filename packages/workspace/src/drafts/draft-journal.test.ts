import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@tandem/base";
import { expect, onTestFinished, test } from "vitest";
import type { Draft } from "./draft.js";
import { DraftJournal, type DraftJournalOptions } from "./draft-journal.js";
import { isOwnerRunning, ownerName } from "./owner.js";

/** Stands still until it is told to run what waits. */
class StandingClock implements Clock {
  readonly #tasks = new Set<() => void>();
  readonly delays: number[] = [];
  now = () => 0;
  after = (ms: number, task: () => void) => {
    this.delays.push(ms);
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  };
  run(): void {
    for (const task of [...this.#tasks]) {
      this.#tasks.delete(task);
      task();
    }
  }
}

function stage(options: Partial<DraftJournalOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), "tandem-drafts-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { XDG_STATE_HOME: join(root, "state") };
  const folder = join(root, "state", "tandem", "drafts");
  const journal = (own: Partial<DraftJournalOptions> = {}) => new DraftJournal({ env, ...options, ...own });
  const names = () => readdirSync(folder);
  return { root, env, folder, journal, names };
}

const draft = (text: string, path = "/p/a.txt"): Draft => ({ kind: "file", path, folders: ["/p"], text });

/** The pid of a process that has ended. */
async function deadOwner(): Promise<string> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const owner = ownerName(child.pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  return owner;
}

/** As if the process that keeps these had been killed. */
async function kill(folder: string): Promise<void> {
  const owner = await deadOwner();
  for (const name of readdirSync(folder))
    renameSync(
      join(folder, name),
      join(
        folder,
        name.replace(/^(new-)?[0-9-]+\./, (_, half = "") => `${half}${owner}.`),
      ),
    );
}

test("a draft is written within a second, once for all that was typed meanwhile, for its user's eyes only", async () => {
  const clock = new StandingClock();
  const { folder, journal, names } = stage({ clock });
  const drafts = journal();
  for (const text of ["t", "ty", "typ", "typed"]) drafts.keep("a", () => draft(text));
  expect(clock.delays).toEqual([300]);
  clock.run();
  expect(await drafts.flush()).toEqual([]);
  expect(names()).toHaveLength(1);
  const file = join(folder, names()[0] ?? "");
  expect(readFileSync(file, "utf8").split("\n").slice(1)).toEqual(["typed"]);
  if (process.platform !== "win32")
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("what was saved or thrown away leaves nothing behind, also while it was about to be written", async () => {
  const { journal, names } = stage();
  const drafts = journal();
  drafts.keep("a", () => draft("one"));
  await drafts.flush();
  drafts.keep("a", () => draft("two"));
  drafts.drop("a");
  await drafts.flush();
  expect(names()).toEqual([]);
});

test("what a killed process left is offered in its folders, to the byte, and stays until it is discarded", async () => {
  const { folder, journal, names } = stage();
  const text = "\uFEFFone\r\ntwo\u2028\0\n\n😀";
  const killed = journal();
  killed.keep("a", () => ({ ...draft(text), base: "hash" }));
  await killed.flush();
  expect(await journal().left(["/p"]), "as long as it runs it is nobody else's").toEqual([]);
  await kill(folder);
  const next = journal();
  expect(await next.left(["/elsewhere"])).toEqual([]);
  const [left, ...others] = await next.left(["/x", "/p"]);
  expect(others).toEqual([]);
  expect(left).toMatchObject({ kind: "file", path: "/p/a.txt", text, base: "hash" });
  expect(await next.read(left?.id ?? "")).toEqual(left);
  await next.discard(left?.id ?? "");
  expect(names()).toEqual([]);
  expect(await next.read(left?.id ?? "")).toBeUndefined();
});

test("an orderly end writes what waits and leaves it to whoever starts next", async () => {
  const { journal } = stage();
  const first = journal();
  first.keep("a", () => draft("the last words"));
  await first.close();
  expect(await journal().left(["/p"])).toMatchObject([{ text: "the last words" }]);
});

test("two processes on one folder leave each other's drafts alone", async () => {
  const { journal, names } = stage({ limits: { drafts: 2 } });
  const [one, two] = [journal(), journal()];
  one.keep("a", () => draft("of one"));
  two.keep("a", () => draft("of two"));
  await one.flush();
  await two.flush();
  for (const name of names()) await two.discard(name);
  expect(await two.left(["/p"])).toEqual([]);
  expect(names()).toHaveLength(2);
  one.drop("a");
  await one.flush();
  expect(names()).toHaveLength(1);
  two.keep("b", () => draft("more of two"));
  two.keep("c", () => draft("too many"));
  expect(await two.flush()).toMatchObject([{ key: "c", why: expect.stringContaining("too much") }]);
});

test("drafts go after 14 days, by a clock that is passed in, unless their process runs", async () => {
  const day = 24 * 60 * 60 * 1000;
  const { folder, journal, names } = stage();
  const first = journal();
  first.keep("a", () => draft("old"));
  await first.flush();
  const later = (days: number) => journal({ now: () => Date.now() + days * day });
  await later(15).left([]);
  expect(names(), "its process runs").toHaveLength(1);
  await kill(folder);
  expect(await later(13.9).left(["/p"])).toHaveLength(1);
  expect(await later(14.1).left(["/p"])).toEqual([]);
  expect(names()).toEqual([]);
});

test("the journal is bounded in number and size: the oldest that nobody keeps make room, and what is too large is said", async () => {
  const { folder, journal, names } = stage();
  const earlier = journal();
  for (const key of ["1", "2", "3"]) earlier.keep(key, () => draft(key.repeat(400), `/p/${key}`));
  await earlier.flush();
  await kill(folder);
  for (const name of names()) {
    const age = Number(/"path":"\/p\/(\d)"/.exec(readFileSync(join(folder, name), "utf8"))?.[1]);
    utimesSync(join(folder, name), new Date(age * 1000), new Date(age * 1000));
  }
  const words: string[] = [];
  const limits = { drafts: 3, allBytes: 1400, draftBytes: 1000 };
  const drafts = journal({ limits, now: () => 0, onFailed: (each) => words.push(each) });
  drafts.keep("4", () => draft("4", "/p/4"));
  await drafts.flush();
  expect(
    (await drafts.left(["/p"])).map(({ path }) => path),
    "one more than three",
  ).toEqual(["/p/3", "/p/2"]);
  drafts.keep("5", () => draft("5".repeat(800), "/p/5"));
  await drafts.flush();
  expect(
    (await drafts.left(["/p"])).map(({ path }) => path),
    "and no room for so many bytes",
  ).toEqual(["/p/3"]);
  expect(words).toEqual([]);
  drafts.keep("6", () => draft("6".repeat(1001)));
  expect(await drafts.flush()).toEqual([{ key: "6", why: "it is too large" }]);
  drafts.keep("6", () => draft("6".repeat(1002)));
  await drafts.flush();
  expect(words, "told once").toEqual([expect.stringMatching(/cannot be kept in .*drafts, so save often/)]);
});

test("a text that was half written when its process was killed is not offered, and goes", async () => {
  const { folder, journal, names } = stage();
  const first = journal();
  first.keep("a", () => draft("whole"));
  await first.flush();
  writeFileSync(join(folder, `new-${names()[0]}`), '{"kind":"file","path":"/p/a.txt","folders":["/p"]}\nwh');
  await kill(folder);
  expect(await journal().left(["/p"])).toMatchObject([{ text: "whole" }]);
  expect(names()).toHaveLength(1);
});

test("what else lies in the folder is neither read, followed nor removed", async () => {
  const { root, folder, journal, names } = stage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "secret"), '{"kind":"file","path":"/p/x","folders":["/p"]}\nsecret');
  symlinkSync(join(root, "secret"), join(folder, "left.0123456789abcdef.draft"));
  writeFileSync(join(folder, "left.0123456789abcdee.draft"), "no draft at all");
  writeFileSync(join(folder, "notes.txt"), "somebody's");
  const drafts = journal();
  expect(await drafts.left(["/p"])).toEqual([]);
  for (const id of ["../../../secret", "notes.txt", "left.0123456789abcdef.draft"]) {
    expect(await drafts.read(id)).toBeUndefined();
    await drafts.discard(id);
  }
  expect(names()).toHaveLength(3);
  expect(readFileSync(join(root, "secret"), "utf8")).toContain("secret");
});

test("no name, path or folder of a workspace leads a write elsewhere", async () => {
  const { root, env, folder, journal, names } = stage();
  const drafts = journal();
  for (const path of ["../../../../escaped", "/p/../../escaped", `${root}/escaped`, "a\nb", "\0", "x".repeat(5000)])
    drafts.keep(path, () => ({ ...draft("text", path), folders: [path] }));
  expect(await drafts.flush()).toEqual([]);
  expect(names()).toHaveLength(6);
  expect(readdirSync(root)).toEqual(["state"]);
  // A served folder may set XDG_STATE_HOME by some tool of its own; a relative one is no state directory.
  const relative = new DraftJournal({ env: { HOME: root, XDG_STATE_HOME: "here" } });
  expect(relative.place).toBe(join(root, ".local", "state", "tandem", "drafts"));
  // A link in the place of the folder is not followed, and looser permissions are tightened.
  const elsewhere = join(root, "elsewhere");
  renameSync(folder, elsewhere);
  symlinkSync(elsewhere, folder);
  drafts.keep("more", () => draft("more"));
  expect(await drafts.flush()).toMatchObject([{ key: "more", why: expect.stringContaining("not a folder of yours") }]);
  expect(readdirSync(elsewhere)).toHaveLength(6);
  rmSync(folder);
  renameSync(elsewhere, folder);
  if (process.platform === "win32") return;
  chmodSync(folder, 0o755);
  expect(await drafts.flush()).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(env.XDG_STATE_HOME).toBe(join(root, "state"));
});

test("a process that has ended without being asked how, or whose id another one has by now, is not running", async () => {
  expect(isOwnerRunning(ownerName())).toBe(true);
  expect(isOwnerRunning(await deadOwner())).toBe(false);
  for (const owner of ["0-0", "1e9-0", "left", "-1-0", ""]) expect(isOwnerRunning(owner)).toBe(false);
  if (process.platform !== "linux") return;
  expect(isOwnerRunning(`${process.pid}-1`), "another process of that id").toBe(false);
  // The shell never asks how its child ended, and that child says which it is.
  const shell = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const pid = Number(await new Promise((resolve) => shell.stdout.once("data", (data) => resolve(String(data).trim()))));
  await expect.poll(() => isOwnerRunning(`${pid}-0`)).toBe(false);
  expect(process.kill(pid, 0), "it is still there").toBe(true);
});
