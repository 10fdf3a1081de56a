import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";

const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };

describe("getCurrentSelection, getLatestSelection (TOOL-03, TOOL-04)", () => {
  test("return the file, text, encoded URL and range", async () => {
    const { client, editor, folder } = await connected();
    const path = join(folder, "a b#1.txt");
    editor.selection = { path, text: "cde", range };
    editor.events?.selectionChanged(editor.selection);
    const expected = {
      success: true,
      text: "cde",
      filePath: path,
      fileUrl: `file://${folder}/a%20b%231.txt`,
      selection: { ...range, isEmpty: false },
    };
    expect(await client.callJson("getCurrentSelection")).toEqual(expected);
    expect(await client.callJson("getLatestSelection")).toEqual(expected);
  });

  test("say so if there is none", async () => {
    const { client } = await connected();
    expect(await client.callJson("getCurrentSelection")).toEqual({ success: false, message: "No active editor found" });
    expect(await client.callJson("getLatestSelection")).toEqual({ success: false, message: "No selection available" });
  });

  test("the latest selection stays while no editor is active, until its file is closed", async () => {
    const { client, editor, folder } = await connected();
    editor.select(join(folder, "a.txt"), "abc");
    editor.selection = undefined; // A terminal has the focus, so the editor reports no selection.
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ success: false });
    expect(await client.callJson("getLatestSelection")).toMatchObject({ success: true, text: "abc" });
    editor.events?.selectionChanged(undefined);
    expect(await client.callJson("getLatestSelection")).toMatchObject({ success: false });
  });

  test("don't return a hidden file", async () => {
    const { client, editor, folder } = await connected();
    editor.select(join(folder, ".env"), "KEY=1");
    const refusal = { success: false, message: "Hidden by privacy rules" };
    expect(await client.callJson("getCurrentSelection")).toEqual(refusal);
    expect(await client.callJson("getLatestSelection")).toEqual(refusal);
  });

  test("return a backward selection in order", async () => {
    const { client, editor, folder } = await connected();
    editor.selection = { path: join(folder, "a"), text: "cde", range: { start: range.end, end: range.start } };
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ selection: { ...range, isEmpty: false } });
  });
});
