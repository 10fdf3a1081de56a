import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { summary, TestEditor, TestFolder } from "./testing/fixture.js";

function fixture() {
  const folder = new TestFolder();
  return { folder, editor: new TestEditor(folder) };
}

function git(directory: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  return execFileSync("git", [...identity, ...args], { cwd: directory, env, encoding: "utf8", stdio: "pipe" });
}

test("a rename is one change, and undone as one", async () => {
  const { folder, editor } = fixture();
  folder.write("old.txt", "1\n2\n3\n4\n5\n");
  folder.write("same.txt", "same\n");
  await editor.connect();
  folder.remove("old.txt");
  folder.write("src/new.txt", "1\n2\nthree\n4\n5\n");
  renameSync(folder.at("same.txt"), folder.at("moved.txt"));
  const turn = await editor.turn();
  expect(summary(turn.files, folder)).toEqual([
    "renamed same.txt → moved.txt +0 −0",
    "renamed old.txt → src/new.txt +1 −1",
  ]);
  const opened = await editor.open(folder, "src/new.txt");
  expect(opened).toMatchObject({ before: "1\n2\n3\n4\n5\n", after: "1\n2\nthree\n4\n5\n", kind: "renamed" });
  const { version, path } = opened;
  await editor.changes.undo({ turn: turn.id, path, hunks: { version, indexes: [0] } });
  expect(folder.read("src/new.txt")).toBe("1\n2\n3\n4\n5\n");
  expect(summary((await editor.turn()).files, folder)).toEqual([
    "renamed same.txt → moved.txt +0 −0",
    "renamed old.txt → src/new.txt +0 −0",
  ]);
  expect(await editor.changes.undo({ turn: turn.id, path })).toMatchObject({ kind: "done" });
  expect(folder.has("src")).toBe(false);
  expect(folder.read("old.txt")).toBe("1\n2\n3\n4\n5\n");
  await editor.changes.keep({ turn: turn.id, path: folder.at("moved.txt") });
  expect(editor.changes.list.turns).toEqual([]);
  expect(folder.has("same.txt")).toBe(false);
});

test("a link that replaced a folder is undone, and restored (the folder counted as a file that had changed)", async () => {
  const { folder, editor } = fixture();
  folder.write("dir/d/e.txt", "e\n");
  await editor.connect();
  rmSync(folder.at("dir"), { recursive: true });
  symlinkSync("a.txt", folder.at("dir"));
  const turn = await editor.turn();
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "done" });
  expect(folder.read("dir/d/e.txt")).toBe("e\n");
  const [undone] = editor.changes.list.undone;
  expect(await editor.changes.restore(undone?.id ?? "")).toMatchObject({ kind: "done" });
  expect(readlinkSync(folder.at("dir"))).toBe("a.txt");
});

test("modes, links and binary files are undone exactly", async () => {
  const { folder, editor } = fixture();
  chmodSync(folder.write("run.sh", "#!/bin/sh\n"), 0o640);
  folder.write("data.bin", Buffer.from([0, 200, 1]));
  folder.write("latin.txt", Buffer.from([0xe9, 0x0a, 0xff, 0x0d, 0x0a]));
  symlinkSync("run.sh", folder.at("link"));
  await editor.connect();
  chmodSync(folder.at("run.sh"), 0o750);
  folder.write("data.bin", Buffer.from([0, 1]));
  folder.write("latin.txt", Buffer.from([0xe8, 0x0a, 0xff, 0x0d, 0x0a]));
  folder.remove("link");
  symlinkSync("data.bin", folder.at("link"));
  const turn = await editor.turn();
  expect(turn.files.map(({ isOpaque }) => isOpaque)).toEqual([true, false, true, true]);
  await editor.changes.undo({ turn: turn.id });
  expect(statSync(folder.at("run.sh")).mode & 0o777).toBe(0o640);
  expect(Buffer.from(folder.bytes("data.bin"))).toEqual(Buffer.from([0, 200, 1]));
  expect(Buffer.from(folder.bytes("latin.txt"))).toEqual(Buffer.from([0xe9, 0x0a, 0xff, 0x0d, 0x0a]));
  expect(readlinkSync(folder.at("link"))).toBe("run.sh");
});

test("a folder that became a file, and a file that became a folder, are undone", async () => {
  const { folder, editor } = fixture();
  folder.write("a/one.txt", "1");
  folder.write("b", "b");
  await editor.connect();
  folder.remove("a");
  folder.write("a", "file");
  folder.remove("b");
  folder.write("b/two.txt", "2");
  await editor.scan();
  const turn = await editor.turn();
  await editor.changes.undo({ turn: turn.id });
  expect(folder.read("b")).toBe("b");
  expect(folder.read("a/one.txt")).toBe("1");
  expect((await editor.scan()).turns).toEqual([]);
});

test("files in repositories inside the folder, submodules and worktrees are recorded as files", async () => {
  const { folder, editor } = fixture();
  git(folder.path, "init", "-q");
  folder.write("a.txt", "a\n");
  git(folder.path, "add", ".");
  git(folder.path, "commit", "-qm", "one");
  mkdirSync(folder.at("nested"));
  git(folder.at("nested"), "init", "-q");
  folder.write("nested/in.txt", "in\n");
  git(folder.path, "worktree", "add", "-q", "tree");
  await editor.connect();
  folder.write("nested/in.txt", "changed\n");
  folder.write("tree/a.txt", "changed\n");
  const turn = await editor.turn();
  expect(summary(turn.files, folder)).toEqual(["changed nested/in.txt +1 −1", "changed tree/a.txt +1 −1"]);
  await editor.changes.undo({ turn: turn.id });
  expect(folder.read("nested/in.txt")).toBe("in\n");
  expect(folder.read("tree/a.txt")).toBe("a\n");
});

test("turning a folder into a repository, or back, changes none of its files", async () => {
  const { folder, editor } = fixture();
  folder.write("sub/a.txt", "a\n");
  folder.write("repo/b.txt", "b\n");
  git(folder.at("repo"), "init", "-q");
  await editor.connect();
  git(folder.at("sub"), "init", "-q");
  folder.remove("repo/.git");
  expect((await editor.scan()).turns).toEqual([]);
  folder.write("sub/a.txt", "A\n");
  folder.write("repo/b.txt", "B\n");
  expect((await editor.turn()).files).toHaveLength(2);
});

test("hidden files are never stored, and ignored ones are only listed", async () => {
  const { folder, editor } = fixture();
  editor.hidden.add(".env");
  folder.write(".gitignore", "*.log\nout/\n");
  folder.write(".env", "SECRET=1\n");
  folder.write("out/build.js", "1");
  await editor.connect();
  folder.write(".env", "SECRET=2\n");
  folder.write("out/build.js", "2");
  folder.write("run.log", "log\n");
  await vi.waitFor(() => expect(editor.changes.list.turns).toHaveLength(1), 15_000);
  const turn = await editor.turn();
  expect(turn.files.map(({ path }) => path)).toEqual([folder.at("run.log")]);
  expect(turn.files[0]?.whyNotUndoable).toMatch(/Ignored by git/);
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "refused" });
  expect(folder.stored()).not.toContain("SECRET=1\n");
  expect(folder.stored()).not.toContain("1");
  await editor.changes.keep({ turn: turn.id });
  expect(editor.changes.list.turns).toEqual([]);
});

test("a file that the user hides later leaves the store", async () => {
  const { folder, editor } = fixture();
  folder.write("plan.txt", "secret plan 1\n");
  folder.write("a.txt", "a\n");
  await editor.connect();
  folder.write("plan.txt", "secret plan 2\n");
  expect((await editor.turn()).files).toHaveLength(1);
  editor.hidden.add("plan.txt");
  folder.write(".tandemignore", "plan.txt\n");
  const turn = await editor.turn();
  expect(summary(turn.files, folder)).toEqual(["created .tandemignore +1 −0"]);
  expect(folder.named()).not.toMatch(/secret plan|plan\.txt"/);
  folder.write("plan.txt", "secret plan 3\n");
  expect((await editor.turn()).files).toHaveLength(1);
});

test("ignored files that the settings name are recorded", async () => {
  const folder = new TestFolder();
  const editor = new TestEditor(folder, { includeIgnored: ["*.local"] });
  folder.write(".gitignore", "*.local\n*.log\n");
  folder.write("a.local", "1\n");
  await editor.connect();
  folder.write("a.local", "2\n");
  const turn = await editor.turn();
  await editor.changes.undo({ turn: turn.id });
  expect(folder.read("a.local")).toBe("1\n");
});

test("ignore rules of the enclosing repository and of the user apply", async () => {
  const folder = new TestFolder();
  const inner = new TestFolder(join(folder.path, "packages/app"), folder);
  git(folder.path, "init", "-q");
  folder.write(".gitignore", "node_modules\n/packages/*/dist\n");
  folder.write(".git/info/exclude", "excluded.txt\n");
  for (const name of ["node_modules/x/a.js", "dist/b.js", "excluded.txt", "own.tmp", "c.ts"]) inner.write(name, "1");
  const config = join(folder.home, ".config/git");
  mkdirSync(config, { recursive: true });
  folder.write("../.config/git/ignore", "*.tmp\n");
  const editor = await new TestEditor(inner).connect();
  for (const name of ["node_modules/x/a.js", "dist/b.js", "excluded.txt", "own.tmp", "c.ts"]) inner.write(name, "2");
  const turn = await editor.turn();
  expect(
    summary(
      turn.files.filter(({ whyNotUndoable }) => !whyNotUndoable),
      inner,
    ),
  ).toEqual(["changed c.ts +1 −1"]);
  await editor.changes.undo({ turn: turn.id });
  expect(inner.read("c.ts")).toBe("1");
});

test("a folder that the enclosing repository ignores is still recorded", async () => {
  const folder = new TestFolder();
  const inner = new TestFolder(join(folder.path, "scratch"), folder);
  git(folder.path, "init", "-q");
  folder.write(".gitignore", "scratch\n");
  inner.write("a.txt", "1");
  const editor = await new TestEditor(inner).connect();
  inner.write("a.txt", "2");
  expect(summary((await editor.turn()).files, inner)).toEqual(["changed a.txt +1 −1"]);
});

test("a git that was killed while it held the lock of the index doesn't stop recording", async () => {
  const { folder, editor } = fixture();
  await editor.connect();
  folder.write("a.txt", "a\n");
  await editor.turn();
  const stores = join(folder.home, "state/tandem/changes");
  const [store = ""] = readdirSync(stores);
  const index = readdirSync(join(stores, store)).find((name) => name.startsWith("index-")) ?? "";
  writeFileSync(join(stores, store, `${index}.lock`), "");
  folder.write("b.txt", "b\n");
  expect((await editor.turn()).files).toHaveLength(2);
});

test("files over 10 MB are listed, and can't be undone", async () => {
  const { folder, editor } = fixture();
  folder.write("large.bin", Buffer.alloc(10 * 1024 * 1024 + 1, 1));
  folder.write("a.txt", "a");
  await editor.connect();
  folder.write("large.bin", Buffer.alloc(10 * 1024 * 1024 + 2, 1));
  folder.write("a.txt", "b");
  const turn = await editor.turn();
  expect(turn.files.map(({ whyNotUndoable }) => whyNotUndoable?.slice(0, 17))).toEqual([
    undefined,
    "Larger than 10 MB",
  ]);
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({
    kind: "done",
    message: "Undid the changes in a.txt. 1 can't be undone",
  });
  expect(lstatSync(folder.at("large.bin")).size).toBe(10 * 1024 * 1024 + 2);
});

test("a commit keeps what it contains, and a checkout by the user is one entry that can't be undone", async () => {
  const { folder, editor } = fixture();
  git(folder.path, "init", "-q");
  folder.write("a.txt", "a\n");
  folder.write("b.txt", "b\n");
  git(folder.path, "add", ".");
  git(folder.path, "commit", "-qm", "one");
  await editor.connect();
  folder.write("a.txt", "A\n");
  folder.write("b.txt", "B\n");
  await editor.scan();
  git(folder.path, "commit", "-qm", "two", "a.txt");
  expect(summary((await editor.turn()).files, folder)).toEqual(["changed b.txt +1 −1"]);
  git(folder.path, "checkout", "-q", "-b", "topic", "HEAD~1");
  const { turns } = await editor.scan();
  expect(turns.map(({ kind, operation, files }) => [kind, operation, summary(files, folder)])).toEqual([
    ["git", "checkout: moving from main to topic", ["changed a.txt +1 −1"]],
    ["turn", undefined, ["changed b.txt +1 −1"]],
  ]);
  expect(await editor.changes.undo({ turn: turns[0]?.id ?? "" })).toMatchObject({ kind: "refused" });
  git(folder.path, "stash", "-q");
  expect(folder.read("b.txt")).toBe("b\n");
  expect((await editor.scan()).turns.map(({ operation }) => operation)).toEqual([
    "stash",
    "checkout: moving from main to topic",
  ]);
  for (const { id } of editor.changes.list.turns) await editor.changes.keep({ turn: id });
  expect(editor.changes.list.turns).toEqual([]);
});
