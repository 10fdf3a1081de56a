import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";

describe("executeCode (TOOL-12)", () => {
  test("returns text and images", async () => {
    const { client, editor } = await connected();
    editor.code = async (code) => [
      { type: "text", text: `ran ${code}` },
      { type: "image", png: "iVBOR" },
    ];
    expect((await client.request("tools/call", { name: "executeCode", arguments: { code: "1+1" } })).result).toEqual({
      content: [
        { type: "text", text: "ran 1+1" },
        { type: "image", data: "iVBOR", mimeType: "image/png" },
      ],
    });
  });

  test("runs code only after the user has allowed it", async () => {
    const { client, editor, endpoint } = await connected({ allowedCode: { has: () => false, set: () => {} } });
    const ran: string[] = [];
    editor.code = async (code) => {
      ran.push(code);
      return [];
    };
    const id = client.beginTool("executeCode", { code: "1" });
    await expect.poll(() => endpoint.code.waiting).toMatchObject([{ code: "1" }]);
    expect(ran).toEqual([]);
    endpoint.code.answer(endpoint.code.waiting[0]?.run ?? "", "once");
    await client.answer(id);
    expect(ran).toEqual(["1"]);
  });

  test("returns an error if the user refuses", async () => {
    const { client, endpoint } = await connected({ allowedCode: { has: () => false, set: () => {} } });
    const id = client.beginTool("executeCode", { code: "1" });
    await expect.poll(() => endpoint.code.waiting.length).toBe(1);
    endpoint.code.answer(endpoint.code.waiting[0]?.run ?? "", "never");
    const { result } = await client.answer(id);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("didn't allow this code to run") }],
    });
  });

  test("executeCode isn't offered if the editor can't ask the user", async () => {
    const { client, editor } = await connected();
    Object.assign(editor, { codeQuestions: undefined });
    const { result } = await client.request("tools/list");
    expect(JSON.stringify(result)).not.toContain("executeCode");
    const { error } = await client.request("tools/call", { name: "executeCode", arguments: { code: "1" } });
    expect(error?.message).toContain("doesn't support executeCode");
  });

  test("ends when the client disconnects", async () => {
    const { client, editor } = await connected();
    const ended = new Promise<void>((resolve) => {
      editor.code = (_code, signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => resolve());
          client.socket.close();
        });
    });
    client.beginTool("executeCode", { code: "while True: pass" });
    await ended;
  });
});

test("a call cancelled before it started never reaches the editor", async () => {
  const { client, editor } = await connected();
  let hasRun = false;
  editor.code = async () => {
    hasRun = true;
    return [];
  };
  const id = client.beginTool("executeCode", { code: "1" });
  client.notify("notifications/cancelled", { requestId: id });
  await client.request("ping");
  expect(hasRun).toBe(false);
  client.sendRaw(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })); // The id is free again.
  expect((await client.answer(id)).result).toEqual({});
});
