/** What a Gemini CLI gets from an endpoint, with the official SDK's client. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { GeminiClient } from "../../testing/gemini-client.js";
import { geminiFixture } from "../../testing/gemini-fixture.js";
import { writeTo } from "../../testing/temporary.js";

const tab = { isDirty: false, languageId: "plaintext", lineCount: 1 };

describe("the open files", () => {
  test("come with the cursor and the selection, counted from 1, the newest first", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const [one, two] = [join(folder, "one.txt"), join(folder, "two.txt")];
    editor.tabs = [
      { ...tab, path: one, isActive: false },
      { ...tab, path: two, isActive: true },
    ];
    editor.select(one);
    editor.select(two, "abc", 4);
    const client = await connect();
    const files = await client.context((all) => all.some(({ selectedText }) => selectedText === "abc"));
    expect(files).toEqual([
      {
        path: two,
        timestamp: expect.any(Number),
        isActive: true,
        cursor: { line: 1, character: 8 },
        selectedText: "abc",
      },
      { path: one, timestamp: expect.any(Number) },
    ]);
  });

  test("never include a hidden or an untitled file", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const [shown, hidden, untitled] = ["a.txt", ".env", "Untitled-1"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    editor.tabs = [
      { ...tab, path: hidden, isActive: true },
      { ...tab, path: shown, isActive: false },
      { ...tab, path: untitled, isActive: false, isUntitled: true },
    ];
    editor.select(hidden, "TOKEN=1");
    const client = await connect();
    expect((await client.context((all) => all.length > 0)).map(({ path }) => path)).toEqual([shown]);
    editor.select(shown, "abc");
    await client.context((all) => all[0]?.selectedText === "abc");
    expect(JSON.stringify(client.received)).not.toMatch(/\.env|TOKEN|Untitled/);
  });

  test("are gone while sharing is paused, and come back", async () => {
    const { endpoint, editor, folder, connect } = await geminiFixture();
    const path = join(folder, "a.txt");
    editor.tabs = [{ ...tab, path, isActive: true }];
    const client = await connect();
    await client.context((all) => all.length === 1);
    endpoint.setPaused(true);
    await client.context((all) => all.length === 0);
    client.received.length = 0;
    endpoint.setPaused(false);
    await client.context((all) => all.length === 1);
  });

  test("include isTrusted only if the user has told the editor that they trust the folder", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const path = join(folder, "a.txt");
    editor.select(path, "one");
    const client = await connect();
    await client.context((files) => files[0]?.selectedText === "one");
    expect(JSON.stringify(client.received)).not.toContain("isTrusted");
    editor.isTrusted = true;
    editor.events?.workspaceFoldersChanged();
    const trusted = { workspaceState: { openFiles: [expect.anything()], isTrusted: true } };
    await expect.poll(() => client.received.at(-1)?.params).toEqual(trusted);
  });

  test("are limited to ten, and the selection to 16,384 characters", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const paths = Array.from({ length: 12 }, (_, index) => join(folder, `${index}.txt`));
    editor.tabs = paths.map((path) => ({ ...tab, path, isActive: false }));
    editor.select(join(folder, "11.txt"), "x".repeat(20_000));
    const client = await connect();
    const [active, ...others] = await client.context((all) => all.length > 0);
    expect(active?.selectedText).toBe(`${"x".repeat(16_384)}... [TRUNCATED]`);
    expect(others).toHaveLength(9);
  });
});

describe("a review", () => {
  test("that is accepted is reported once, with the edited text, to the client that asked", async () => {
    const { endpoint, editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\r\n");
    const [asking, other] = [await connect(), await connect()];
    expect(await asking.openDiff(path, "two\r\n")).toMatchObject({ content: [] });
    expect(endpoint.status.clients.map(({ name, openDiffs }) => [name, openDiffs])).toEqual([
      ["Gemini CLI", [path]],
      ["Gemini CLI", []],
    ]);
    (await editor.diff(path)).decide({ accepted: true, text: "three\n" });
    const told = await asking.find(({ method }) => method === "ide/diffAccepted");
    expect(told.params).toEqual({ filePath: path, content: "three\r\n" });
    await other.sdk.ping();
    await asking.sdk.ping();
    expect([asking.outcomes.length, other.outcomes.length]).toEqual([1, 0]);
  });

  test("that is rejected is reported, and the next one for the same file is shown", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const client = await connect();
    await client.openDiff(path, "two\n");
    (await editor.diff(path)).decide({ accepted: false });
    expect((await client.find(({ method }) => method === "ide/diffRejected")).params).toEqual({ filePath: path });
    await client.openDiff(path, "three\n");
    expect((await editor.diff(path)).proposal.newText).toBe("three\n");
  });

  test("that the client closes returns the text as the user left it, and closes the view", async () => {
    const { endpoint, editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const client = await connect();
    await client.openDiff(path, "two\n");
    await editor.diff(path);
    endpoint.reviews[0]?.edit("two, by hand\n");
    const { content } = await client.closeDiff(path);
    expect(content).toEqual([{ type: "text", text: JSON.stringify({ content: "two, by hand\n" }) }]);
    expect(editor.shown).toEqual([]);
    expect(await client.closeDiff(path)).toMatchObject({ content: [] });
    expect(client.outcomes).toEqual([]);
  });

  test("that the user emptied can't be accepted, and closing it never returns the proposal", async () => {
    const { endpoint, editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const client = await connect();
    await client.openDiff(path, "two\n");
    await editor.diff(path);
    const [review] = endpoint.reviews;
    review?.edit("");
    expect(review?.whyNotAcceptable()).toContain("Gemini CLI does not support emptying a file");
    review?.accept();
    expect(review?.outcome).toBeUndefined();
    const { content } = await client.closeDiff(path);
    expect(content).toEqual([{ type: "text", text: JSON.stringify({ content: "\n" }) }]);
  });

  test("can't be closed by another client", async () => {
    const { editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const [owner, other] = [await connect(), await connect()];
    await owner.openDiff(path, "two\n");
    expect(await other.closeDiff(path)).toMatchObject({ content: [] });
    expect(editor.shown).toHaveLength(1);
  });

  test("ends when its client disconnects", async () => {
    const { endpoint, editor, folder, connect } = await geminiFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const client = await connect();
    await client.openDiff(path, "two\n");
    const { signal } = await editor.diff(path);
    const ended = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await client.close();
    await ended;
    await expect.poll(() => endpoint.status.clients).toEqual([]);
    expect(endpoint.endedReviews[0]?.outcome).toBe("withdrawn");
  });

  test("isn't shown while sharing is paused, and the error says so", async () => {
    const { folder, connect } = await geminiFixture({ paused: true });
    const client = await connect();
    expect(await client.openDiff(join(folder, "a.txt"), "x")).toMatchObject({
      isError: true,
      content: [{ text: "Sharing is paused" }],
    });
  });
});

test("a mention is refused with advice, because the protocol doesn't support mentions", async () => {
  const { endpoint, editor, folder, connect } = await geminiFixture();
  await connect();
  expect(endpoint.status.clients[0]).toMatchObject({ name: "Gemini CLI", version: "0.61.0" });
  expect(editor.events?.mentioned({ path: join(folder, "a.txt") })).toEqual({
    status: "refused",
    reason: "Gemini CLI doesn't support mentions. Type @ and the path in its prompt",
  });
});

test("a client over the limit is refused", async () => {
  const { connect } = await geminiFixture({ maxClients: 1 });
  const first: GeminiClient = await connect();
  await expect(connect()).rejects.toThrow();
  await first.sdk.ping();
});
