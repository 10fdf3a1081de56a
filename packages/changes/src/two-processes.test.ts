import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { removeStoredChanges, StoredChanges } from "./stored-changes.js";
import { summary, TestEditor, TestFolder, temporaryDirectory } from "./testing/fixture.js";

test("two editors on one folder have one store: both see each change once, and both can decide", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "a\n");
  folder.write("b.txt", "b\n");
  const one = new TestEditor(folder);
  const other = new TestEditor(folder);
  await Promise.all([one.connect(), other.connect()]);
  folder.write("a.txt", "A\n");
  folder.write("b.txt", "B\n");
  for (const { changes } of [one, other])
    await vi.waitFor(() => expect(changes.list.turns.map(({ files }) => files.length)).toEqual([2]), 15_000);
  const [turn] = one.changes.list.turns;
  const [first, second] = await Promise.all([
    one.changes.undo({ turn: turn?.id ?? "", path: folder.at("a.txt") }),
    other.changes.keep({ turn: turn?.id ?? "", path: folder.at("b.txt") }),
  ]);
  expect([first.kind, second.kind]).toEqual(["done", "done"]);
  for (const { changes } of [one, other])
    await vi.waitFor(() => expect(changes.list).toMatchObject({ turns: [], undone: [{}] }), 15_000);
  expect([folder.read("a.txt"), folder.read("b.txt")]).toEqual(["a\n", "B\n"]);
});

test("what the user saved in an editor without clients isn't the agent's, even if another editor sees it first", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "1\n2\n3\n");
  const recording = await new TestEditor(folder).connect();
  const other = new TestEditor(folder);
  await other.changes.idle();
  folder.write("a.txt", "one\n2\n3\n");
  await recording.scan();
  folder.write("a.txt", "one\n2\nmine\n");
  expect(summary((await recording.turn()).files, folder)).toEqual(["changed a.txt +2 −2"]);
  other.changes.saved(folder.at("a.txt"));
  await vi.waitFor(
    () => expect(summary(recording.changes.list.turns[0]?.files ?? [], folder)).toEqual(["changed a.txt +1 −1"]),
    15_000,
  );
});

test("saving an agent's text again doesn't make it the user's", async () => {
  const folder = new TestFolder();
  const editor = await new TestEditor(folder).connect();
  folder.write("a.txt", "agent\n");
  await editor.scan();
  await editor.save(folder, "a.txt", "agent\n");
  expect(summary((await editor.turn()).files, folder)).toEqual(["created a.txt +1 −0"]);
});

test("the store is read, decided on and removed without an editor", async () => {
  const folder = new TestFolder();
  const { env, home } = folder;
  expect(await StoredChanges.open(folder.path, { env, home })).toBeUndefined();
  folder.write("a.txt", "1\n2\n3\n");
  folder.write("b.txt", "b\n");
  const editor = await new TestEditor(folder).connect();
  folder.write("a.txt", "one\n2\nthree\n");
  folder.write("b.txt", "B\n");
  await editor.scan();
  const stored = await StoredChanges.open(folder.path, { env, home });
  const turn = stored?.list.turns[0]?.id ?? "";
  expect(summary(stored?.list.turns[0]?.files ?? [], folder)).toEqual(["changed a.txt +2 −2", "changed b.txt +1 −1"]);
  const opened = await stored?.open(turn, folder.at("a.txt"));
  const version = opened && "version" in opened ? opened.version : "";
  await stored?.undo({ turn, path: folder.at("a.txt"), hunks: { version, indexes: [0] } });
  expect(folder.read("a.txt")).toBe("1\n2\nthree\n");
  await vi.waitFor(() => expect(editor.changes.list.undone).toHaveLength(1), 15_000);
  await editor.changes.close();

  folder.write("a.txt", "1\n2\nthree\nmine\n");
  const later = await StoredChanges.open(folder.path, { env, home });
  expect(summary(later?.list.turns[0]?.files ?? [], folder)).toEqual(["changed a.txt +1 −1", "changed b.txt +1 −1"]);
  expect(await later?.undo({ turn })).toMatchObject({ kind: "done" });
  expect([folder.read("a.txt"), folder.read("b.txt")]).toEqual(["1\n2\n3\nmine\n", "b\n"]);
  expect(await later?.restore(later.list.undone[0]?.id ?? "")).toMatchObject({ kind: "done" });
  expect(folder.read("a.txt")).toBe("1\n2\nthree\nmine\n");

  expect(removeStoredChanges(folder.at("."), { env, home })).toBe(folder.path);
  expect(await StoredChanges.open(folder.path, { env, home })).toBeUndefined();
});

test("recording starts over if the store is removed in the meantime", async () => {
  const folder = new TestFolder();
  const editor = await new TestEditor(folder).connect();
  folder.write("a.txt", "a\n");
  await editor.turn();
  removeStoredChanges(folder.path, folder);
  folder.write("b.txt", "b\n");
  expect((await editor.scan()).turns).toEqual([]);
  folder.write("c.txt", "c\n");
  expect(summary((await editor.turn()).files, folder)).toEqual(["created c.txt +1 −0"]);
});

test("a file that changes while it is undone is never overwritten", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "a\n");
  const editor = await new TestEditor(folder).connect();
  folder.write("a.txt", "b\n");
  const turn = await editor.turn();
  const opened = await editor.open(folder, "a.txt");
  folder.write("a.txt", "c\n");
  const hunks = { version: opened.version, indexes: [0] };
  expect(await editor.changes.undo({ turn: turn.id, path: opened.path, hunks })).toMatchObject({ kind: "outdated" });
  expect(folder.read("a.txt")).toBe("c\n");
});

test("unsaved text in the editor isn't overruled without asking", async () => {
  const folder = new TestFolder();
  const editor = await new TestEditor(folder).connect();
  editor.unsaved.add(folder.write("a.txt", "a\n"));
  const turn = await editor.turn();
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "question" });
  expect(folder.read("a.txt")).toBe("a\n");
});

test("a link that leads outside is not followed when a file is restored", async () => {
  const folder = new TestFolder();
  const outside = temporaryDirectory();
  folder.write("sub/a.txt", "a\n");
  const editor = await new TestEditor(folder).connect();
  folder.remove("sub");
  const turn = await editor.turn();
  symlinkSync(outside, folder.at("sub"));
  const outcome = await editor.changes.undo({ turn: turn.id, path: folder.at("sub/a.txt") });
  expect(outcome.kind).not.toBe("done");
  folder.remove("sub");
  expect(await editor.changes.undo({ turn: turn.id, path: folder.at("sub/a.txt") })).toMatchObject({ kind: "done" });
  expect(folder.read("sub/a.txt")).toBe("a\n");
});

test("nothing that a repository configures runs or changes bytes", async () => {
  const folder = new TestFolder();
  const trap = folder.write("trap.sh", `#!/bin/sh\ntouch ${folder.at("ran")}\ncat\n`);
  chmodSync(trap, 0o755);
  folder.write(".git/HEAD", "ref: refs/heads/main\n");
  mkdirSync(folder.at(".git/objects"));
  mkdirSync(folder.at(".git/refs"));
  const filter = `[filter "x"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\trequired = true\n`;
  folder.write(
    ".git/config",
    `[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${folder.path}\n\tautocrlf = true\n${filter}`,
  );
  folder.write(".gitattributes", "* text filter=x ident working-tree-encoding=UTF-16\n");
  for (const hook of ["post-index-change", "reference-transaction"])
    renameSync(folder.write("h", "x"), folder.at(hook));
  folder.write("a.txt", "$Id$\r\n1\n");
  const editor = await new TestEditor(folder).connect();
  folder.write("a.txt", "$Id: x$\n");
  const turn = await editor.turn();
  await editor.changes.undo({ turn: turn.id });
  expect(folder.read("a.txt")).toBe("$Id$\r\n1\n");
  expect(folder.has("ran")).toBe(false);
});

test("objects planted in the workspace's repository are never used, and no repository is needed", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "a\n");
  const editor = await new TestEditor(folder).connect();
  const planted = join(folder.path, ".git/objects/78");
  mkdirSync(planted, { recursive: true });
  writeFileSync(join(planted, "981922613b2afb6025042ff6bd878ac1994e85"), "not a\n");
  folder.write("a.txt", "b\n");
  const turn = await editor.turn();
  folder.remove(".git");
  await editor.changes.undo({ turn: turn.id });
  expect(folder.read("a.txt")).toBe("a\n");
});

test("nothing is recorded in the home directory or above it, and the list says so", async () => {
  const folder = new TestFolder();
  const editor = await new TestEditor(new TestFolder(folder.home, folder)).connect();
  expect(editor.changes.list.problems).toEqual([
    { folder: folder.home, message: expect.stringContaining("home directory") },
  ]);
});

test("without git the list says so", async () => {
  const folder = new TestFolder();
  const editor = await new TestEditor(folder, { env: { ...folder.env, PATH: folder.path } }).connect();
  expect(editor.changes.list.problems[0]?.message).toContain("Git isn't installed");
});

test("too many bytes are refused with a message, and the store stays small", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "x".repeat(2_000_000));
  const editor = await new TestEditor(folder, { maxBytes: 1_000_000 }).connect();
  expect(editor.changes.list.problems[0]?.message).toContain("more than 1 MB of files");
});

test("a folder that vanishes is not a change of all of its files", async () => {
  const folder = new TestFolder();
  folder.write("a.txt", "a\n");
  const editor = await new TestEditor(folder).connect();
  renameSync(folder.path, `${folder.path}.moved`);
  const { turns, problems } = await editor.scan();
  expect({ turns, problems: problems.length }).toEqual({ turns: [], problems: 1 });
  renameSync(`${folder.path}.moved`, folder.path);
  folder.write("b.txt", "b\n");
  const list = await editor.scan();
  expect(list.problems).toEqual([]);
  expect(list.turns).toHaveLength(1);
  rmSync(folder.path, { recursive: true });
});
