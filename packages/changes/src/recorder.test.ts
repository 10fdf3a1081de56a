import { renameSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { claude, summary, TestEditor, TestFolder } from "./testing/fixture.js";

function fixture() {
  const folder = new TestFolder();
  return { folder, editor: new TestEditor(folder) };
}

test("an agent's changes on disk appear in the list without a refresh", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "one\ntwo\nthree\n");
  folder.write("b.txt", "b\n");
  await editor.connect();
  expect(editor.changes.list).toEqual({ turns: [], undone: [], problems: [] });

  folder.write("a.txt", "one\n2\nthree\n");
  folder.write("src/new.txt", "new\n");
  folder.remove("b.txt");
  await vi.waitFor(() => expect(editor.changes.list.turns[0]?.files).toHaveLength(3), 15_000);
  const [turn] = editor.changes.list.turns;
  expect(turn?.agents).toEqual(["claude-code"]);
  expect(summary(turn?.files ?? [], folder)).toEqual([
    "changed a.txt +1 −1",
    "deleted b.txt +0 −1",
    "created src/new.txt +1 −0",
  ]);
});

test("a folder with subfolders is recorded when a client connects (git refused to say which ones it ignores)", async () => {
  const { folder, editor } = fixture();
  folder.write(".gitignore", "ignored\n");
  folder.write("src/:a/a.txt", "a\n");
  folder.write("ignored/b.txt", "b\n");
  await editor.connect();
  folder.write("src/:a/a.txt", "A\n");
  expect(summary((await editor.turn()).files, folder)).toEqual(["changed src/:a/a.txt +1 −1"]);
});

test("lists a change right after Start Over, even if the agent had only just connected", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "a\n");
  editor.changes.clientsChanged([claude]);
  await editor.changes.startOver();
  folder.write("a.txt", "A\n");
  expect(summary((await editor.turn()).files, folder)).toEqual(["changed a.txt +1 −1"]);
});

test("individual hunks can be kept and undone", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "1\n2\n3\n4\n5\n6\n");
  await editor.connect();
  folder.write("a.txt", "one\n2\n3\n4\nfive\n6\nseven\n");
  const opened = await editor.open(folder, "a.txt");
  expect(opened.hunks).toHaveLength(3);
  const { turn, path, version } = opened;

  const undone = await editor.changes.undo({ turn, path, hunks: { version, indexes: [1] } });
  expect(undone).toMatchObject({ kind: "done", message: "Undid 1 change in a.txt" });
  expect(folder.read("a.txt")).toBe("one\n2\n3\n4\n5\n6\nseven\n");

  const second = await editor.open(folder, "a.txt");
  expect(second.hunks).toHaveLength(2);
  expect(await editor.changes.keep({ turn, path, hunks: { version, indexes: [0] } })).toMatchObject({
    kind: "outdated",
  });
  await editor.changes.keep({ turn, path, hunks: { version: second.version, indexes: [0] } });
  const third = await editor.open(folder, "a.txt");
  expect(third.before).toBe("one\n2\n3\n4\n5\n6\n");
  expect(folder.read("a.txt")).toBe("one\n2\n3\n4\n5\n6\nseven\n");

  const restored = await editor.changes.restore(undone.kind === "done" ? (undone.undone ?? "") : "");
  expect(restored.kind).toBe("done");
});

test("a hunk that doesn't exist is outdated (undoing it said that it had undone 1 change)", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "1\n");
  await editor.connect();
  folder.write("a.txt", "one\n");
  const { turn, path, version } = await editor.open(folder, "a.txt");
  for (const indexes of [[1], [-1], [0.5], []])
    expect(await editor.changes.undo({ turn, path, hunks: { version, indexes } })).toMatchObject({ kind: "outdated" });
  expect(folder.read("a.txt")).toBe("one\n");
});

test("an editor that decodes files itself gets the exact bytes before a turn", async () => {
  const { folder, editor } = fixture();
  const latin1 = Buffer.from("\u00e9t\u00e9\r\n", "latin1");
  folder.write("a.txt", latin1);
  await editor.connect();
  folder.write("a.txt", "summer\n");
  folder.write("new.txt", "new\n");
  const { turn, path } = await editor.open(folder, "a.txt");
  const { changes } = editor;
  expect(await changes.bytesBefore(path, turn)).toEqual(latin1);
  expect(await changes.bytesBefore(path)).toEqual(latin1);
  expect((await changes.bytesBefore((await editor.open(folder, "new.txt")).path))?.length).toBe(0);
  expect(await changes.bytesBefore(`${path}.other`)).toBeUndefined();
  expect(await changes.bytesBefore(path, "other")).toBeUndefined();
});

test("a turn is undone and restored, even after a restart", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "a\r\nb\r\n");
  folder.write("gone.bin", Buffer.from([0, 1, 2, 255]));
  await editor.connect();
  folder.write("a.txt", "A\r\nb\r\n");
  folder.write("deep/in/new.txt", "new");
  folder.remove("gone.bin");
  const turn = await editor.turn();
  const outcome = await editor.changes.undo({ turn: turn.id });
  expect(outcome).toMatchObject({ kind: "done", message: "Undid the changes in 3 files" });
  expect(folder.read("a.txt")).toBe("a\r\nb\r\n");
  expect(folder.has("deep")).toBe(false);
  expect(folder.has("gone.bin")).toBe(true);
  expect(editor.changes.list.turns).toEqual([]);
  expect(editor.changes.list.undone).toHaveLength(1);
  await editor.changes.close();

  const next = new TestEditor(folder);
  await next.changes.idle();
  const [undone] = next.changes.list.undone;
  expect(undone?.paths).toEqual([folder.at("a.txt"), folder.at("deep/in/new.txt"), folder.at("gone.bin")]);
  expect(await next.changes.restore(undone?.id ?? "")).toMatchObject({ kind: "done", message: "Restored 3 files" });
  expect(folder.read("a.txt")).toBe("A\r\nb\r\n");
  expect(folder.read("deep/in/new.txt")).toBe("new");
  expect(folder.has("gone.bin")).toBe(false);
  expect(next.changes.list.turns[0]?.files).toHaveLength(3);
  expect(next.changes.list.undone).toEqual([]);
});

test("what the user saves isn't listed, and survives when an agent's change around it is undone", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "1\n2\n3\n4\n5\n");
  folder.write("own.txt", "mine\n");
  await editor.connect();
  folder.write("a.txt", "ONE\n2\n3\n4\n5\n");
  await editor.scan();
  await editor.save(folder, "a.txt", "ONE\n2\n3\n4\n5\nmine\n");
  await editor.save(folder, "own.txt", "mine too\n");
  const turn = await editor.turn();
  expect(summary(turn.files, folder)).toEqual(["changed a.txt +1 −1"]);
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "done" });
  expect(folder.read("a.txt")).toBe("1\n2\n3\n4\n5\nmine\n");
});

test("a folder that the user renames or deletes isn't listed", async () => {
  const { folder, editor } = fixture();
  folder.write("old/deep/a.txt", "a\n");
  folder.write("gone/b.txt", "b\n");
  folder.write("older/c.txt", "c\n");
  await editor.connect();
  renameSync(folder.at("old"), folder.at("new"));
  for (const name of ["old", "new"]) editor.changes.saved(folder.at(name));
  folder.remove("gone");
  editor.changes.saved(folder.at("gone"));
  folder.write("older/c.txt", "C\n");
  await vi.waitFor(() => expect(editor.changes.list.turns).toHaveLength(1), 5_000);
  expect(summary(editor.changes.list.turns[0]?.files ?? [], folder)).toEqual(["changed older/c.txt +1 −1"]);
});

test("asks before undoing lines that the user also edited", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "1\n2\n3\n");
  await editor.connect();
  folder.write("a.txt", "1\ntwo\n3\n");
  await editor.scan();
  await editor.save(folder, "a.txt", "1\ntwo, and mine\n3\n");
  const turn = await editor.turn();
  expect(turn.files[0]?.hasUserEdits).toBe(true);
  expect(await editor.changes.undo({ turn: turn.id })).toMatchObject({ kind: "question" });
  expect(folder.read("a.txt")).toBe("1\ntwo, and mine\n3\n");
  expect(await editor.changes.undo({ turn: turn.id }, true)).toMatchObject({ kind: "done" });
  expect(folder.read("a.txt")).toBe("1\n2\n3\n");
});

test("an accepted proposal isn't listed", async () => {
  const { folder, editor } = fixture();
  folder.write("a.txt", "a\r\n");
  await editor.connect();
  editor.changes.accepted(folder.at("a.txt"), "b\n");
  folder.write("a.txt", "b\r\n");
  expect((await editor.scan()).turns).toEqual([]);
  folder.write("a.txt", "c\r\n");
  expect((await editor.turn()).files).toHaveLength(1);
});

test("a prompt starts a turn, and keeping everything does too for clients that don't report prompts", async () => {
  const { folder, editor } = fixture();
  await editor.connect();
  folder.write("a.txt", "1");
  await editor.prompt();
  folder.write("a.txt", "2");
  folder.write("b.txt", "b");
  const { turns } = await editor.scan();
  expect(turns.map(({ files }) => summary(files, folder))).toEqual([
    ["changed a.txt +1 −1", "created b.txt +1 −0"],
    ["created a.txt +1 −0"],
  ]);
  expect(await editor.changes.keep({ turn: turns[1]?.id ?? "" })).toMatchObject({
    kind: "done",
    message: "Kept a.txt",
  });
  expect((await editor.scan()).turns).toHaveLength(1);
  await editor.changes.startOver();
  expect((await editor.scan()).turns).toEqual([]);
});
