import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Git } from "./git.js";
import { emptyState } from "./state.js";
import { Store, storeDirectory } from "./store.js";
import { summary, TestEditor, TestFolder } from "./testing/fixture.js";

/** A clock that can start pruning immediately. */
function pruningClock() {
  const waiting: (() => void)[] = [];
  return {
    prune: () => {
      for (const task of waiting.splice(0)) task();
    },
    clock: {
      now: () => performance.now(),
      after: (ms: number, task: () => void) => {
        if (ms >= 60_000) waiting.push(task);
        const timer = ms >= 60_000 ? undefined : setTimeout(task, ms);
        return () => clearTimeout(timer);
      },
    },
  };
}

function looseObjects(folder: TestFolder): number {
  const objects = join(storeDirectory(folder.path, folder.env, folder.home), "objects");
  return readdirSync(objects)
    .filter((name) => name.length === 2)
    .reduce((count, name) => count + readdirSync(join(objects, name)).length, 0);
}

test("pruning forgets what is old, packs the rest, and loses nothing that is listed", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "1\n2\n3\n");
  folder.write("b.txt", "b\n");
  const { clock, prune } = pruningClock();
  const editor = await new TestEditor(folder, { clock }).connect();
  folder.write("a.txt", "one\n2\n3\n");
  folder.write("b.txt", "B\n");
  const turn = await editor.turn();
  await editor.changes.undo({ turn: turn.id, path: folder.at("b.txt") });
  const before = looseObjects(folder);
  prune();
  await expect.poll(() => looseObjects(folder)).toBeLessThan(before);
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "done" });
  for (const { id } of editor.changes.list.undone) await editor.changes.restore(id);
  expect([folder.read("a.txt"), folder.read("b.txt")]).toEqual(["one\n2\n3\n", "B\n"]);
});

test.each([
  ["2.34.1", 0],
  ["2.37.0", 1],
])("many files are added as one pack if git writes one: git %s", async (version, packs) => {
  const folder = new TestFolder();
  const programs = join(folder.home, "programs");
  mkdirSync(programs);
  const script = `#!/bin/sh
for last; do :; done
[ "$last" = version ] && echo "git version ${version}" && exit
PATH='${process.env.PATH}' exec git "$@"
`;
  writeFileSync(join(programs, "git"), script, { mode: 0o755 });
  for (let each = 0; each < 150; each++) folder.write(`${each}.txt`, `${each}\n`);
  const env = { ...folder.env, PATH: `${programs}:${process.env.PATH}` };
  const editor = await new TestEditor(folder, { env }).connect();
  expect(editor.changes.list.problems).toEqual([]);
  const stored = join(storeDirectory(folder.path, folder.env, folder.home), "objects/pack");
  expect(readdirSync(stored).filter((name) => name.endsWith(".pack"))).toHaveLength(packs);
});

test("changes older than the setting are forgotten, and so are stores that nobody uses", async () => {
  const folder = new TestFolder();
  const { clock, prune } = pruningClock();
  const editor = await new TestEditor(folder, { clock, maxAgeDays: 0 }).connect();
  const unused = join(storeDirectory(folder.path, folder.env, folder.home), "..", "unused-0123456789abcdef");
  mkdirSync(join(unused, "refs/tandem"), { recursive: true });
  utimesSync(join(unused, "refs/tandem"), 0, 0);
  folder.write("a.txt", "a\n");
  await editor.turn();
  prune();
  await expect.poll(() => editor.changes.list.turns).toEqual([]);
  expect(folder.read("a.txt")).toBe("a\n");
  await expect.poll(() => statSync(unused, { throwIfNoEntry: false })).toBeUndefined();
});

test("above the limit on files, recording is off with a message, and nothing is scanned", async () => {
  const folder = new TestFolder();
  for (let each = 0; each < 5; each++) folder.write(`${each}.txt`, "");
  const editor = await new TestEditor(folder, { maxFiles: 4 }).connect();
  expect(editor.changes.list.problems[0]?.message).toContain("the folder has more than 4 files");
  folder.write("a.txt", "a");
  expect((await editor.scan()).turns).toEqual([]);
});

test("a state of another version isn't overwritten", async () => {
  const folder = new TestFolder();
  const directory = storeDirectory(folder.path, folder.env, folder.home);
  const git = await Git.find(directory, folder.env, []);
  if (!git) throw new Error("No git");
  const store = await Store.open(git);
  const saved = store.save({ ...emptyState(folder.path), ...JSON.parse('{"format": 2}') }, undefined, new Map());
  const editor = await new TestEditor(folder).connect();
  expect(editor.changes.list.problems[0]?.message).toContain("Another version of Tandem");
  expect(store.hasChanged).toBe(false);
  expect(saved?.commit).toBeDefined();
});

test("only the user can read the store", async () => {
  const folder = new TestFolder();
  await new TestEditor(folder).connect();
  expect(statSync(storeDirectory(folder.path, folder.env, folder.home)).mode & 0o777).toBe(0o700);
});

test.skipIf(process.getuid?.() !== 0)(
  "a full disk is reported, changes no file, and recording goes on afterwards",
  async () => {
    const folder = new TestFolder();
    const state = join(folder.home, "state");
    mkdirSync(state);
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tandem", state]);
    if (status !== 0) throw new Error(`No tmpfs: ${stderr}`);
    onTestFinished(() => void spawnSync("umount", ["-l", state]));
    folder.write("a.txt", "a\n");
    const editor = await new TestEditor(folder).connect();
    folder.write("a.txt", "b\n");
    const turn = await editor.turn();
    const filler = join(state, "filler");
    try {
      for (;;) writeFileSync(filler, "x".repeat(4096), { flag: "a" });
    } catch {
      // The disk is full.
    }
    expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "refused" });
    expect(folder.read("a.txt")).toBe("b\n");
    folder.write("a.txt", "c\n");
    expect((await editor.scan()).problems).toHaveLength(1);
    rmSync(filler);
    const list = await editor.scan();
    expect(list.problems).toEqual([]);
    expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "done" });
    expect(
      summary(
        editor.changes.list.turns.flatMap(({ files }) => files),
        folder,
      ),
    ).toEqual([]);
    expect(folder.read("a.txt")).toBe("a\n");
  },
);
