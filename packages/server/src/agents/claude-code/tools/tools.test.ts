import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";
import { writeTo } from "../../../testing/temporary.js";

describe("checkDocumentDirty, saveDocument (TOOL-08, TOOL-09)", () => {
  test("work for open documents, by absolute or relative path", async () => {
    const { client, editor, folder } = await connected();
    const path = join(folder, "a.txt");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    for (const filePath of [path, "a.txt"]) {
      expect(await client.callJson("checkDocumentDirty", { filePath })).toEqual({
        success: true,
        filePath: path,
        isDirty: true,
        isUntitled: false,
      });
      expect(await client.callJson("saveDocument", { filePath })).toMatchObject({
        success: true,
        filePath: path,
        saved: true,
      });
    }
  });

  test("return an error with the path if the document isn't open", async () => {
    const { client } = await connected();
    const refusal = { success: false, message: "Document not open: /no/such.txt" };
    expect(await client.callJson("checkDocumentDirty", { filePath: "/no/such.txt" })).toEqual(refusal);
    expect(await client.callJson("saveDocument", { filePath: "/no/such.txt" })).toEqual(refusal);
  });

  test("a save that fails says why", async () => {
    const { client, editor } = await connected();
    editor.saveDocument = () => {
      throw new Error("disk full");
    };
    expect(await client.callJson("saveDocument", { filePath: "a" })).toMatchObject({
      success: true,
      saved: false,
      message: "Not saved: disk full",
    });
  });
});

describe("close_tab (TOOL-10)", () => {
  test("is idempotent, even for an unknown name", async () => {
    const { client } = await connected();
    for (let i = 0; i < 2; i++) expect(await client.callTool("close_tab", { tab_name: "no" })).toEqual(["TAB_CLOSED"]);
  });

  test("doesn't close a tab with unsaved changes", async () => {
    const { client, editor } = await connected();
    editor.closeTabAnswer = "unsaved changes";
    const { result } = await client.request("tools/call", { name: "close_tab", arguments: { tab_name: "a.txt" } });
    expect(result).toEqual({
      isError: true,
      content: [{ type: "text", text: "Tab not closed: a.txt has unsaved changes" }],
    });
  });
});

test("a result that can't be serialised is sent as an error", async () => {
  const { client, editor, folder } = await connected();
  Object.assign(editor, {
    currentSelection: () => ({ path: join(folder, "a"), text: "", range: { start: { line: 1n }, end: { line: 1n } } }),
  });
  expect((await client.request("workspace/selection")).error).toMatchObject({ code: -32603 });
  expect((await client.request("tools/call", { name: "getCurrentSelection" })).result).toMatchObject({ isError: true });
});

test("the timeout also applies to other promise implementations, and aborts the editor's call", async () => {
  const clock = new FakeClock();
  const { client, editor } = await connected({ clock });
  let signal: AbortSignal | undefined;
  const asked = new Promise<void>((resolve) => {
    Object.assign(editor, {
      openEditors: (given: AbortSignal) => {
        signal = given;
        resolve();
        // biome-ignore lint/suspicious/noThenProperty: this tests a thenable that isn't a Promise
        return { then: () => {} };
      },
    });
  });
  const id = client.beginTool("getOpenEditors");
  await asked;
  clock.advance(10_000);
  expect((await client.answer(id)).result).toMatchObject({ isError: true });
  expect(signal?.aborted).toBe(true);
});

test("an editor call that never returns times out, and other calls continue", async () => {
  const clock = new FakeClock();
  const { client, editor } = await connected({ clock });
  const asked = new Promise<void>((resolve) => {
    Object.assign(editor, {
      openEditors: () => {
        resolve();
        return new Promise(() => {});
      },
    });
  });
  const id = client.beginTool("getOpenEditors");
  await asked;
  expect(await client.callJson("getWorkspaceFolders")).toMatchObject({ success: true });
  clock.advance(10_000);
  expect((await client.answer(id)).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Test Editor did not answer within 10 s") }],
  });
});

test("nothing that a tool does touches the file's bytes or times", async () => {
  const { client, editor, folder } = await connected();
  const path = writeTo(folder, "a.txt", "a\r\nb");
  const before = statSync(path).mtimeMs;
  const id = client.beginTool("openDiff", {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "x",
    tab_name: "t",
  });
  (await editor.diff("t")).decide({ accepted: true, text: "x" });
  await client.texts(id);
  await client.callTool("openFile", { filePath: path });
  expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual(["a\r\nb", before]);
});
