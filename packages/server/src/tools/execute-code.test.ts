import { describe, expect, test } from "vitest";
import { connected } from "../testing/connected.js";

describe("executeCode (TOOL-12)", () => {
  test("answers text and pictures", async () => {
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

  test("what the user refuses is an error in words", async () => {
    const { client, editor } = await connected();
    editor.code = () => Promise.reject(new Error("The user did not allow this code to run"));
    const { result } = await client.request("tools/call", { name: "executeCode", arguments: { code: "1" } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("did not allow") }] });
  });

  test("ends when the client leaves", async () => {
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

test("a call that was cancelled before it began never reaches the editor", async () => {
  const { client, editor } = await connected();
  let isRun = false;
  editor.code = async () => {
    isRun = true;
    return [];
  };
  const id = client.beginTool("executeCode", { code: "1" });
  client.notify("notifications/cancelled", { requestId: id });
  await client.request("ping");
  expect(isRun).toBe(false);
  client.sendRaw(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })); // The id is free again.
  expect((await client.answer(id)).result).toEqual({});
});
