import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";

describe("openFile (TOOL-02)", () => {
  test("opens, selects and returns the path", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, "a.txt", "one two three");
    editor.bufferText = "one two three";
    expect(await client.callTool("openFile", { filePath: path, startText: "two", endText: "three" })).toEqual([
      `Opened file: ${path}`,
    ]);
    expect(editor.opened).toMatchObject([
      {
        path,
        preview: false,
        takeFocus: true,
        selected: { start: { line: 0, character: 4 }, end: { line: 0, character: 13 } },
      },
    ]);
  });

  test("ignores empty texts, which the client sends", async () => {
    const { client, editor, folder } = await connected();
    await client.callTool("openFile", { filePath: writeTo(folder, "a"), startText: "", endText: "" });
    expect(editor.opened[0]?.locate).toBeUndefined();
  });

  test("text that is not found opens the file and says so", async () => {
    const { client, folder } = await connected();
    const path = writeTo(folder, "a.txt");
    const [answer] = await client.callTool("openFile", { filePath: path, startText: "nowhere" });
    expect(answer).toContain(`Opened file: ${path} (startText was not found`);
  });

  test("makeFrontmost: false keeps the focus and returns details", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, "a.txt");
    editor.bufferText = "a\nb\n";
    expect(await client.callJson("openFile", { filePath: path, makeFrontmost: false, startLine: 2 })).toEqual({
      success: true,
      filePath: path,
      languageId: "plaintext",
      lineCount: 3,
    });
    expect(editor.opened).toMatchObject([{ takeFocus: false, selected: { start: { line: 1, character: 0 } } }]);
  });

  test("returns errors for a missing file, a directory and other special files", async () => {
    const { client, editor, folder } = await connected();
    mkdirSync(join(folder, "d"));
    for (const [filePath, words] of [
      ["no.txt", "File not found"],
      ["d", "Not a regular file"],
      ["/dev/null", "Not a regular file"],
    ]) {
      const { result } = await client.request("tools/call", { name: "openFile", arguments: { filePath } });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(words ?? "") }] });
    }
    expect(editor.opened).toEqual([]);
  });

  test.each([
    [{ endText: "x" }, '"endText" needs "startText"'],
    [{ endLine: 3 }, '"endLine" needs "startLine"'],
    [{ startLine: 3, endLine: 2 }, "before"],
    [{ startLine: 0 }, '"startLine" must be at least'],
    [{ startText: "a", startLine: 1 }, "not both"],
  ])("%j is -32602", async (args, words) => {
    const { client, folder } = await connected();
    const filePath = writeTo(folder, "a.txt");
    const { error } = await client.request("tools/call", { name: "openFile", arguments: { filePath, ...args } });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(words) });
  });

  test("opens a hidden file for the user without revealing anything (SEC-02)", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, ".env", "KEY=1");
    await client.callTool("openFile", { filePath: path });
    expect(editor.opened).toMatchObject([{ path }]);
    expect(JSON.stringify(client.received)).not.toContain("KEY=1");
  });

  test("doesn't tell whether a hidden file contains some text, because repeated calls would reveal all of it (SEC-02)", async () => {
    const { client, editor, folder } = await connected();
    const filePath = writeTo(folder, ".env", "KEY=1");
    editor.bufferText = "KEY=1";
    for (const makeFrontmost of [true, false])
      expect(await client.callTool("openFile", { filePath, startText: "KEY=1", makeFrontmost })).toEqual(
        await client.callTool("openFile", { filePath, startText: "KEY=2", makeFrontmost }),
      );
  });
});

describe("openFile outside the folders (SEC-02)", () => {
  const text = "one\ntwo three\nfour\n";
  async function withOutsideFile() {
    const running = await connected();
    running.editor.bufferText = text;
    return { ...running, path: writeTo(temporaryDirectory(), "outside.txt", text) };
  }
  const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 0 } });

  test("moves to a line without selecting it, because selections are sent", async () => {
    const { client, editor, path } = await withOutsideFile();
    for (const lines of [{ startLine: 2 }, { startLine: 2, endLine: 3 }, { startLine: 2, selectToEndOfLine: true }])
      expect(await client.callTool("openFile", { filePath: path, ...lines })).toEqual([`Opened file: ${path}`]);
    expect(editor.opened.map(({ selected }) => selected)).toEqual([at(1), at(1), at(1)]);
  });

  test("doesn't search for text, because its position would reveal the content", async () => {
    const { client, editor, path } = await withOutsideFile();
    await client.callTool("openFile", { filePath: path, startText: "two", endText: "four" });
    await client.callTool("openFile", { filePath: path, startText: "two", selectToEndOfLine: true });
    expect(editor.opened.map(({ locate }) => locate)).toEqual([undefined, undefined]);
  });

  test("doesn't tell whether the text or line exists, and returns the rest", async () => {
    const { client, path } = await withOutsideFile();
    for (const wanted of [{ startText: "two" }, { startText: "absent" }, { startText: "two", endText: "absent" }])
      expect(await client.callTool("openFile", { filePath: path, ...wanted })).toEqual([`Opened file: ${path}`]);
    for (const wanted of [{ startText: "absent" }, { startLine: 100 }])
      expect(await client.callJson("openFile", { filePath: path, makeFrontmost: false, ...wanted })).toEqual({
        success: true,
        filePath: path,
        languageId: "plaintext",
        lineCount: 4,
      });
  });

  test.each(["a link to the file", "a link to its folder", "dots"])("also applies to %s", async (way) => {
    const { client, editor, folder, path } = await withOutsideFile();
    symlinkSync(path, join(folder, "file"));
    symlinkSync(dirname(path), join(folder, "folder"));
    const ways: Record<string, string> = {
      "a link to the file": "file",
      "a link to its folder": "folder/outside.txt",
      dots: relative(folder, path),
    };
    await client.callTool("openFile", { filePath: ways[way], startLine: 1, endLine: 3 });
    expect(editor.opened.map(({ selected }) => selected)).toEqual([at(0)]);
  });

  test("selects in a folder that is opened later", async () => {
    const { client, editor, path } = await withOutsideFile();
    editor.workspaceFolders = [...editor.workspaceFolders, dirname(path)];
    editor.events?.workspaceFoldersChanged();
    await client.callTool("openFile", { filePath: path, startText: "two" });
    expect(editor.opened.map(({ selected }) => selected)).toEqual([
      { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } },
    ]);
  });

  test("treats every file as outside if no folder is open", async () => {
    const { client, editor, path } = await withOutsideFile();
    editor.workspaceFolders = [];
    await client.callTool("openFile", { filePath: path, startLine: 2, endLine: 3 });
    expect(editor.opened.map(({ selected }) => selected)).toEqual([at(1)]);
  });

  test("still sends the user's own selection there", async () => {
    const { client, editor, path } = await withOutsideFile();
    await client.callTool("openFile", { filePath: path, startLine: 2, endLine: 3 });
    editor.select(path, "one");
    for (const tool of ["getCurrentSelection", "getLatestSelection"])
      expect(await client.callJson(tool)).toMatchObject({ success: true, filePath: path, text: "one" });
  });
});

test("returns an error for a circular link", async () => {
  const { client, folder } = await connected();
  symlinkSync(join(folder, "loop"), join(folder, "loop"));
  const { result } = await client.request("tools/call", { name: "openFile", arguments: { filePath: "loop" } });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Too many symbolic links") }],
  });
});
