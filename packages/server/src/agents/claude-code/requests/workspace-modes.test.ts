/** What workspace requests may do is the host's choice: off, read, ask or write (WSM-01 to WSM-09). */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestMethods } from "@tandem/protocol";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";
import { writeTo } from "../../../testing/temporary.js";

const write = { path: "a.txt", content: "new\r\ntext\r\n" };

describe("off", () => {
  test.each(requestMethods)("%s is unknown, and the connection goes on", async (method) => {
    const { client } = await connected({ workspaceRequests: "off" });
    const { error } = await client.request(method, method === "writeFile" ? write : {});
    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining('workspace requests is "off"') });
    expect((await client.request("ping")).result).toEqual({});
  });
});

test("read: files are read and listed, and writeFile is unknown", async () => {
  const { client, folder } = await connected({ workspaceRequests: "read" });
  writeTo(folder, "a.txt", "old");
  expect((await client.request("readFile", { path: "a.txt" })).result).toBe("old");
  expect((await client.request("listFiles")).result).toEqual(["a.txt"]);
  expect((await client.request("writeFile", write)).error?.code).toBe(-32601);
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
});

describe("ask, which is the default", () => {
  const mode = { workspaceRequests: undefined } as const;

  test("a write is shown as a review, and written with the bytes that the user left", async () => {
    const { client, editor, folder } = await connected(mode);
    const path = writeTo(folder, "a.txt", "old\r\n");
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    expect(shown.proposal).toMatchObject({ path, oldText: "old\n", newText: "new\ntext\n", isNewFile: false });
    expect(readFileSync(path, "utf8")).toBe("old\r\n");
    shown.decide({ accepted: true, text: "new\nedited\n" });
    expect((await client.answer(id)).result).toEqual({ success: true });
    expect(readFileSync(path, "utf8")).toBe("new\r\nedited\r\n");
  });

  test("what the user rejects is not written, and the client hears so", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    (await editor.diff("a.txt")).decide({ accepted: false });
    expect((await client.answer(id)).error?.message).toBe(
      "failed to write file: the user rejected the change of a.txt",
    );
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("an asked write ends with its client", async () => {
    const { client, editor, folder } = await connected(mode);
    client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    client.socket.terminate();
    await expect.poll(() => shown.signal.aborted).toBe(true);
    expect(editor.shown).toEqual([]);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("an asked write that is cancelled closes its view, and is not answered", async () => {
    const { client, editor } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    client.notify("notifications/cancelled", { requestId: id });
    await expect.poll(() => shown.signal.aborted).toBe(true);
    await client.request("ping");
    expect(client.received.some((message) => message.id === id)).toBe(false);
  });

  test("a file that changed while the user looked is not overwritten", async () => {
    const { client, editor, folder } = await connected(mode);
    const path = writeTo(folder, "a.txt", "old");
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    writeFileSync(path, "changed by somebody else");
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("a.txt has changed while the user was asked");
    expect(readFileSync(path, "utf8")).toBe("changed by somebody else");
  });

  test("a file larger than a message that changed while the user looked was overwritten", async () => {
    const { client, editor, folder } = await connected(mode);
    const path = writeTo(folder, "a.txt", "old line\n".repeat(1_300_000));
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    const changed = "new line\n".repeat(1_300_000);
    writeFileSync(path, changed);
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("has changed while");
    expect(readFileSync(path, "utf8") === changed).toBe(true);
  });

  test("a file that was made while the user looked is not overwritten either", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    const path = writeTo(folder, "a.txt", "made by somebody else");
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("has changed while");
    expect(readFileSync(path, "utf8")).toBe("made by somebody else");
  });

  test("what no request may write is not even asked about", async () => {
    const { client, editor, folder } = await connected(mode);
    for (const path of [".env", ".tandemignore", ".vscode/tasks.json", "../a.txt"])
      expect((await client.request("writeFile", { path, content: "x" })).error?.code).toBe(-32602);
    const path = writeTo(folder, "dirty.txt", "");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    expect((await client.request("writeFile", { path: "dirty.txt", content: "x" })).error?.message).toContain(
      "unsaved",
    );
    expect(editor.shown).toEqual([]);
  });

  test("what the user makes of it is judged again: a script that begins with #! is not written", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    (await editor.diff("a.txt")).decide({ accepted: true, text: "#!/bin/sh\n" });
    expect((await client.answer(id)).error?.code).toBe(-32602);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("writes that wait for the user keep no reads waiting", async () => {
    const { client, editor, folder } = await connected(mode);
    writeTo(folder, "read.txt", "here");
    for (let i = 0; i < 8; i++) client.begin("writeFile", { path: `${i}.txt`, content: "x" });
    await editor.diff("7.txt");
    expect((await client.request("readFile", { path: "read.txt" })).result).toBe("here");
  });

  test("a pause ends what is asked, and nothing is written", async () => {
    const { client, editor, ide, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    ide.setPaused(true);
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error).toMatchObject({ code: -32602, message: "Sharing is paused" });
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("an editor that shows no reviews writes nothing", async () => {
    const { client, editor, folder } = await connected(mode);
    Object.assign(editor, { reviewDiff: undefined });
    expect((await client.request("writeFile", write)).error?.message).toContain("cannot ask its user");
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });
});
