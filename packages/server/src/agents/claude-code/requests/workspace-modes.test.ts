/** The host chooses what workspace requests may do: off, read, ask or write (WSM-01 to WSM-09). */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestMethods } from "@tandem-ide/protocol";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";
import { writeTo } from "../../../testing/temporary.js";

const write = { path: "a.txt", content: "new\r\ntext\r\n" };

describe("off", () => {
  test.each(requestMethods)("%s is unknown, and the connection stays open", async (method) => {
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

describe("ask (default)", () => {
  const mode = { workspaceRequests: undefined } as const;

  test("a write is shown as a review, and the accepted text is written", async () => {
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

  test("a rejected change isn't written, and the client gets an error", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    (await editor.diff("a.txt")).decide({ accepted: false });
    expect((await client.answer(id)).error?.message).toBe(
      "failed to write file: the user rejected the change to a.txt",
    );
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("a write under review ends with its client", async () => {
    const { client, editor, folder } = await connected(mode);
    client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    client.socket.terminate();
    await expect.poll(() => shown.signal.aborted).toBe(true);
    expect(editor.shown).toEqual([]);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("cancelling a write under review closes its view and sends no response", async () => {
    const { client, editor } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    client.notify("notifications/cancelled", { requestId: id });
    await expect.poll(() => shown.signal.aborted).toBe(true);
    await client.request("ping");
    expect(client.received.some((message) => message.id === id)).toBe(false);
  });

  test("doesn't overwrite a file that changed during the review", async () => {
    const { client, editor, folder } = await connected(mode);
    const path = writeTo(folder, "a.txt", "old");
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    writeFileSync(path, "changed by another program");
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("a.txt changed during the review");
    expect(readFileSync(path, "utf8")).toBe("changed by another program");
  });

  test("doesn't overwrite a large file that changed during the review", async () => {
    const { client, editor, folder } = await connected(mode);
    const path = writeTo(folder, "a.txt", "old line\n".repeat(1_300_000));
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    const changed = "new line\n".repeat(1_300_000);
    writeFileSync(path, changed);
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("changed during the review");
    expect(readFileSync(path, "utf8") === changed).toBe(true);
  });

  test("doesn't overwrite a file created during the review", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    const path = writeTo(folder, "a.txt", "created by another program");
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error?.message).toContain("changed during the review");
    expect(readFileSync(path, "utf8")).toBe("created by another program");
  });

  test("files that can't be written aren't reviewed", async () => {
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

  test("checks the edited text again: a script that begins with #! isn't written", async () => {
    const { client, editor, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    (await editor.diff("a.txt")).decide({ accepted: true, text: "#!/bin/sh\n" });
    expect((await client.answer(id)).error?.code).toBe(-32602);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("writes under review don't block reads", async () => {
    const { client, editor, folder } = await connected(mode);
    writeTo(folder, "read.txt", "here");
    for (let i = 0; i < 8; i++) client.begin("writeFile", { path: `${i}.txt`, content: "x" });
    await editor.diff("7.txt");
    expect((await client.request("readFile", { path: "read.txt" })).result).toBe("here");
  });

  test("a pause ends the review, and nothing is written", async () => {
    const { client, editor, endpoint, folder } = await connected(mode);
    const id = client.begin("writeFile", write);
    const shown = await editor.diff("a.txt");
    endpoint.setPaused(true);
    shown.decide({ accepted: true, text: "new\ntext\n" });
    expect((await client.answer(id)).error).toMatchObject({ code: -32602, message: "Sharing is paused" });
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("writes nothing in an editor without reviews", async () => {
    const { client, editor, folder } = await connected(mode);
    Object.assign(editor, { reviewDiff: undefined });
    expect((await client.request("writeFile", write)).error?.message).toContain("can't show a review");
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });
});
