import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { ChangeSet } from "@codemirror/state";
import { UnfinishedWrites } from "@tandem-ide/server/files";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { FileDocument } from "./file-document.js";

let folder: string;
let unfinished: UnfinishedWrites;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  const home = mkdtempSync(join(tmpdir(), "tandem-test-"));
  unfinished = new UnfinishedWrites({ env: {}, home });
  onTestFinished(() => {
    for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
  });
});

async function opened(content: string) {
  const path = join(folder, "a.txt");
  writeFileSync(path, content);
  return { path, document: await FileDocument.open(path, { updated: () => {}, stateChanged: () => {} }, unfinished) };
}

function type(document: FileDocument, insert: string): void {
  const { shared } = document;
  shared.push(shared.version, "test", [
    { changes: ChangeSet.of({ from: 0, insert: insert }, shared.text.length).toJSON() },
  ]);
}

test.each([
  ["CRLF", "one\r\ntwo\r\n", "x\none", "x\r\noneone\r\ntwo\r\n"],
  ["a byte-order mark", "\uFEFFone\n", "x", "\uFEFFxone\n"],
  ["no final newline", "one", "x", "xone"],
  ["an empty file", "", "x", "x"],
  ["odd separators", "a\u2028b\u0085\f\n", "x", "xa\u2028b\u0085\f\n"],
])("saving keeps %s to the byte", async (_title, content, typed, saved) => {
  const { path, document } = await opened(content);
  expect(document.isDirty).toBe(false);
  type(document, typed);
  expect(document.isDirty).toBe(true);
  expect(await document.save(false)).toBe("saved");
  expect([readFileSync(path, "utf8"), document.isDirty]).toEqual([saved, false]);
});

test("does not overwrite a file that changed on disk until the user confirms", async () => {
  const { path, document } = await opened("one\n");
  type(document, "mine ");
  writeFileSync(path, "theirs\n");
  expect(await document.save(false)).toBe("changed-on-disk");
  expect([readFileSync(path, "utf8"), document.isDirty, document.isChangedOnDisk]).toEqual(["theirs\n", true, true]);
  expect(await document.save(true)).toBe("saved");
  expect([readFileSync(path, "utf8"), document.isChangedOnDisk]).toEqual(["mine one\n", false]);
});

test("a clean document follows the disk, and a dirty one keeps its text and notes the change", async () => {
  const { path, document } = await opened("one\n");
  writeFileSync(path, "two\n");
  await document.checkDisk();
  expect([document.shared.text.toString(), document.isDirty]).toEqual(["two\n", false]);
  type(document, "mine ");
  writeFileSync(path, "three\n");
  await document.checkDisk();
  expect([document.shared.text.toString(), document.isChangedOnDisk]).toEqual(["mine two\n", true]);
  await document.reload();
  expect([document.shared.text.toString(), document.isDirty, document.isChangedOnDisk]).toEqual([
    "three\n",
    false,
    false,
  ]);
});

test("keeps the text of a deleted file, and saving creates the file again", async () => {
  const { path, document } = await opened("one\n");
  rmSync(path);
  await document.checkDisk();
  expect([document.isDeleted, document.shared.text.toString()]).toEqual([true, "one\n"]);
  expect(await document.save(false)).toBe("saved");
  expect([readFileSync(path, "utf8"), document.isDeleted]).toEqual(["one\n", false]);
});

test("saving keeps links and permissions", async () => {
  const target = join(folder, "target.sh");
  const path = join(folder, "link.sh");
  writeFileSync(target, "one\n");
  chmodSync(target, 0o751);
  symlinkSync("target.sh", path);
  const document = await FileDocument.open(path, { updated: () => {}, stateChanged: () => {} }, unfinished);
  type(document, "x");
  await document.save(false);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect([readFileSync(target, "utf8"), statSync(target).mode & 0o777]).toEqual(["xone\n", 0o751]);
});

test("refuses to open a file that isn't text", async () => {
  const path = join(folder, "image.png");
  writeFileSync(path, Buffer.from([0x89, 0x50, 0, 0]));
  const events = { updated: () => {}, stateChanged: () => {} };
  await expect(FileDocument.open(path, events, unfinished)).rejects.toThrow(
    "image.png couldn't be opened: Binary file",
  );
  await expect(FileDocument.open(folder, events, unfinished)).rejects.toThrow("Is a directory");
  await expect(FileDocument.open(join(folder, "none"), events, unfinished)).rejects.toThrow("none no longer exists");
});

test("text typed during a save is unsaved afterwards", async () => {
  const { path, document } = await opened("one\n");
  type(document, "a");
  const saving = document.save(false);
  await Promise.resolve();
  type(document, "b");
  await saving;
  const onDisk = readFileSync(path, "utf8");
  expect(document.isDirty).toBe(onDisk !== "baone\n");
  await document.save(false);
  expect([readFileSync(path, "utf8"), document.isDirty]).toEqual(["baone\n", false]);
});

test("no conflict when the file on disk gets the typed text, and saving keeps its line endings", async () => {
  const { path, document } = await opened("one\n");
  type(document, "mine ");
  writeFileSync(path, "mine one\r\n");
  await document.checkDisk();
  expect([document.isDirty, document.isChangedOnDisk]).toEqual([false, false]);
  type(document, "x");
  expect(await document.save(false)).toBe("saved");
  expect(readFileSync(path, "utf8")).toBe("xmine one\r\n");
});

test("a failed save reports the reason and keeps the text", async () => {
  const { path, document } = await opened("one\n");
  type(document, "x");
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file where the folder was");
  await expect(document.save(false)).rejects.toThrow(/^a.txt couldn't be (saved|opened): Part of the path is a file/);
  expect([document.shared.text.toString(), document.isDirty, document.path]).toEqual(["xone\n", true, path]);
});

test("a document whose file became binary can still be saved if the user confirms", async () => {
  const { path, document } = await opened("one\n");
  type(document, "mine ");
  writeFileSync(path, Buffer.from([0, 1, 2]));
  await document.checkDisk();
  expect(await document.save(false)).toBe("changed-on-disk");
  expect(readFileSync(path)).toEqual(Buffer.from([0, 1, 2]));
  expect(await document.save(true)).toBe("saved");
  expect(readFileSync(path, "utf8")).toBe("mine one\n");
});

test("a reload from disk never shows up as an unsaved change", async () => {
  const path = join(folder, "a.txt");
  writeFileSync(path, "one\n");
  const states: boolean[] = [];
  const document: FileDocument = await FileDocument.open(
    path,
    {
      updated: () => states.push(document.isDirty),
      stateChanged: () => states.push(document.isDirty),
    },
    unfinished,
  );
  writeFileSync(path, "two\n");
  await document.checkDisk();
  expect(states).toEqual([false]);
});

test("a busy folder does not queue up disk checks that delay a save", async () => {
  const { document } = await opened("one\n");
  expect(document.checkDisk()).toBe(document.checkDisk());
});

test("does not overwrite a file that another program writes during a save", async () => {
  const { path, document } = await opened("one\n");
  type(document, "mine ");
  const saving = document.save(false);
  // The new text is being written to a temporary file: it takes several more turns until that replaces the file.
  while (readdirSync(folder).length < 2) await setImmediate();
  writeFileSync(path, "theirs\n");
  expect(await saving).toBe("changed-on-disk");
  expect(readFileSync(path, "utf8")).toBe("theirs\n");
  expect([document.isDirty, document.isChangedOnDisk, readdirSync(folder)]).toEqual([true, true, ["a.txt"]]);
});
