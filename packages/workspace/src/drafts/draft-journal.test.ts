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
import type { Clock } from "@tandem-ide/base";
import { expect, onTestFinished, test } from "vitest";
import type { Draft } from "./draft.js";
import { DraftJournal, type DraftJournalOptions } from "./draft-journal.js";
import { isOwnerRunning, ownerName } from "./owner.js";

/** A clock that stands still until the test runs its pending timers. */
class FrozenClock implements Clock {
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

function fixture(options: Partial<DraftJournalOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), "tandem-drafts-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { XDG_STATE_HOME: join(root, "state") };
  const folder = join(root, "state", "tandem", "drafts");
  const journal = (own: Partial<DraftJournalOptions> = {}) => new DraftJournal({ env, ...options, ...own });
  const names = () => readdirSync(folder);
  return { root, env, folder, journal, names };
}

const draft = (text: string, path = "/p/a.txt"): Draft => ({ kind: "file", path, folders: ["/p"], text });

/** The pid of a process that has exited. */
async function deadOwner(): Promise<string> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const owner = ownerName(child.pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  return owner;
}

/** Simulates that the process that wrote these drafts was killed. */
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

test("writes a draft within a second, once for all changes, readable only by the user", async () => {
  const clock = new FrozenClock();
  const { folder, journal, names } = fixture({ clock });
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

test("saved or discarded text leaves no draft, even right before a write", async () => {
  const { journal, names } = fixture();
  const drafts = journal();
  drafts.keep("a", () => draft("one"));
  await drafts.flush();
  drafts.keep("a", () => draft("two"));
  drafts.drop("a");
  await drafts.flush();
  expect(names()).toEqual([]);
});

test("offers the exact drafts of a killed process in its folders until they are discarded", async () => {
  const { folder, journal, names } = fixture();
  const text = "\uFEFFone\r\ntwo\u2028\0\n\n😀";
  const killed = journal();
  killed.keep("a", () => ({ ...draft(text), base: "hash" }));
  await killed.flush();
  expect(await journal().left(["/p"]), "while its process runs, no other gets it").toEqual([]);
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

test("a clean exit writes pending drafts for the next process", async () => {
  const { journal } = fixture();
  const first = journal();
  first.keep("a", () => draft("the last words"));
  await first.close();
  expect(await journal().left(["/p"])).toMatchObject([{ text: "the last words" }]);
});

test("two processes don't touch each other's drafts", async () => {
  const { journal, names } = fixture({ limits: { drafts: 2 } });
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
  expect(await two.flush()).toMatchObject([{ key: "c", why: expect.stringContaining("too many drafts") }]);
});

test("removes drafts after 14 days unless their process runs", async () => {
  const day = 24 * 60 * 60 * 1000;
  const { folder, journal, names } = fixture();
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

test("limits the number and size of drafts: removes the oldest abandoned ones, and reports text that is too large", async () => {
  const { folder, journal, names } = fixture();
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
  expect(await drafts.flush()).toEqual([{ key: "6", why: "the text is too large" }]);
  drafts.keep("6", () => draft("6".repeat(1002)));
  await drafts.flush();
  expect(words, "told once").toEqual([expect.stringMatching(/keep drafts of unsaved text in .*drafts, so save often/)]);
});

test("removes a partial file of a killed process without offering it", async () => {
  const { folder, journal, names } = fixture();
  const first = journal();
  first.keep("a", () => draft("whole"));
  await first.flush();
  writeFileSync(join(folder, `new-${names()[0]}`), '{"kind":"file","path":"/p/a.txt","folders":["/p"]}\nwh');
  await kill(folder);
  expect(await journal().left(["/p"])).toMatchObject([{ text: "whole" }]);
  expect(names()).toHaveLength(1);
});

test("doesn't read, follow or remove other files in the folder", async () => {
  const { root, folder, journal, names } = fixture();
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

test("no name, path or folder of a workspace can redirect a write", async () => {
  const { root, env, folder, journal, names } = fixture();
  const drafts = journal();
  for (const path of ["../../../../escaped", "/p/../../escaped", `${root}/escaped`, "a\nb", "\0", "x".repeat(5000)])
    drafts.keep(path, () => ({ ...draft("text", path), folders: [path] }));
  expect(await drafts.flush()).toEqual([]);
  expect(names()).toHaveLength(6);
  expect(readdirSync(root)).toEqual(["state"]);
  // A tool in the served folder may set XDG_STATE_HOME. A relative path is not a state directory.
  const relative = new DraftJournal({ env: { HOME: root, XDG_STATE_HOME: "here" } });
  expect(relative.location).toBe(join(root, ".local", "state", "tandem", "drafts"));
  // A link in place of the folder is not followed, and permissive modes are fixed.
  const elsewhere = join(root, "elsewhere");
  renameSync(folder, elsewhere);
  symlinkSync(elsewhere, folder);
  drafts.keep("more", () => draft("more"));
  expect(await drafts.flush()).toMatchObject([{ key: "more", why: expect.stringContaining("a folder that you own") }]);
  expect(readdirSync(elsewhere)).toHaveLength(6);
  rmSync(folder);
  renameSync(elsewhere, folder);
  if (process.platform === "win32") return;
  chmodSync(folder, 0o755);
  expect(await drafts.flush()).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(env.XDG_STATE_HOME).toBe(join(root, "state"));
});

test("a zombie process, or one whose id was reused, isn't running", async () => {
  expect(isOwnerRunning(ownerName())).toBe(true);
  expect(isOwnerRunning(await deadOwner())).toBe(false);
  for (const owner of ["0-0", "1e9-0", "left", "-1-0", ""]) expect(isOwnerRunning(owner)).toBe(false);
  if (process.platform !== "linux") return;
  expect(isOwnerRunning(`${process.pid}-1`), "another process of that id").toBe(false);
  // The shell never waits for its child, which prints its pid.
  const shell = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const pid = Number(await new Promise((resolve) => shell.stdout.once("data", (data) => resolve(String(data).trim()))));
  await expect.poll(() => isOwnerRunning(`${pid}-0`)).toBe(false);
  expect(process.kill(pid, 0), "it is still there").toBe(true);
});
