import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { writeTo } from "../../../testing/temporary.js";
import { TestClient } from "../../../testing/test-client.js";

async function setUp(content?: string) {
  const running = await runEndpoint();
  const client = await TestClient.connect(running.endpoint);
  const path = content === undefined ? join(running.folder, "a.txt") : writeTo(running.folder, "a.txt", content);
  const begin = (proposal: string, tab = "t", by = client) =>
    by.beginTool("openDiff", { old_file_path: path, new_file_path: path, new_file_contents: proposal, tab_name: tab });
  return { ...running, client, path, begin };
}

describe("openDiff (TOOL-01)", () => {
  test("accepted: returns FILE_SAVED and the text, and the editor gets LF texts and the client", async () => {
    const { client, editor, begin, path } = await setUp("\uFEFFone\r\ntwo\r\n");
    const id = begin("one\nTWO\n");
    const shown = await editor.diff("t");
    expect(shown.proposal).toMatchObject({
      path,
      tabName: "t",
      oldText: "one\ntwo\n",
      newText: "one\nTWO\n",
      isNewFile: false,
      hasUnsavedChanges: false,
      client: { name: "test-client", version: "1.2.3", pid: 4242 },
    });
    shown.decide({ accepted: true, text: shown.proposal.newText });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "one\nTWO\n"]);
    expect(readFileSync(path, "utf8")).toBe("\uFEFFone\r\ntwo\r\n");
  });

  test.each([
    ["CRLF", "a\r\nb\r\n", "a\nX\nb\n", "a\r\nX\r\nb\r\n"],
    ["no final newline", "a\nb", "a\nb\nc", "a\nb\nc"],
    ["a byte-order mark", "\uFEFFa\n", "a\nb\n", "\uFEFFa\nb\n"],
    ["mixed line ends", "a\r\nb\nc\nd", "a\nb\nc\nd\ne", "a\r\nb\nc\nd\ne"],
  ])(
    "edited before accepting, the result keeps the proposal's line endings: %s",
    async (_what, proposal, edited, answer) => {
      const { client, editor, begin } = await setUp("old");
      const id = begin(proposal);
      (await editor.diff("t")).decide({ accepted: true, text: edited });
      expect(await client.texts(id)).toEqual(["FILE_SAVED", answer]);
    },
  );

  test("rejected: DIFF_REJECTED and the tab's name, never TAB_CLOSED", async () => {
    const { client, editor, begin } = await setUp("old");
    const id = begin("new", "✻ [Claude Code] a.txt (1b2959) ⧉");
    (await editor.diff("✻ [Claude Code] a.txt (1b2959) ⧉")).decide({ accepted: false });
    expect(await client.texts(id)).toEqual(["DIFF_REJECTED", "✻ [Claude Code] a.txt (1b2959) ⧉"]);
  });

  test("rejecting every hunk is a rejection, even if the old file has CRLF", async () => {
    const { client, editor, begin } = await setUp("one\r\ntwo\r\n");
    const id = begin("one\nTWO\n");
    const shown = await editor.diff("t");
    shown.decide({ accepted: true, text: shown.proposal.oldText });
    expect(await client.texts(id)).toEqual(["DIFF_REJECTED", "t"]);
  });

  const marks = ["", "\uFEFF", "\uFEFF\uFEFF"];
  const lineEnds = ["\n", "\r\n", "\r"];
  const forms = marks.flatMap((mark) => lineEnds.flatMap((end) => [`${mark}%a${end}%b${end}`, `${mark}%a${end}%b`]));
  const fill = (form: string, ...lines: string[]) => form.replace("%a", lines[0] ?? "").replace("%b", lines[1] ?? "");
  const named = (text: string) => JSON.stringify(text).replaceAll("\uFEFF", "mark ");

  describe.each(marks)("an old file that begins with %j", (mark) => {
    test.each(forms.map((form) => [named(form), form]))("and the proposal %s", async (_name, form) => {
      const { client, editor, begin } = await setUp(`${mark}a\r\nb\n`);
      const proposed = fill(form, "A", "b");

      const accepted = begin(proposed, "accepted");
      const first = await editor.diff("accepted");
      first.decide({ accepted: true, text: first.proposal.newText });
      expect(await client.texts(accepted)).toEqual(["FILE_SAVED", proposed]);

      const refused = begin(proposed, "refused");
      const second = await editor.diff("refused");
      second.decide({ accepted: true, text: second.proposal.oldText });
      expect(await client.texts(refused)).toEqual(["DIFF_REJECTED", "refused"]);

      const edited = begin(proposed, "edited");
      const third = await editor.diff("edited");
      third.decide({ accepted: true, text: third.proposal.newText.replace("A", "mine") });
      expect(await client.texts(edited)).toEqual(["FILE_SAVED", fill(form, "mine", "b")]);
    });
  });

  test("a view with CRLF doesn't change the decision", async () => {
    const { client, editor, begin } = await setUp("one\ntwo\n");
    for (const [text, answer] of [
      ["one\r\nTWO\r\n", ["FILE_SAVED", "one\nTWO\n"]],
      ["one\r\ntwo\r\n", ["DIFF_REJECTED", "t"]],
    ] as const) {
      const id = begin("one\nTWO\n");
      (await editor.diff("t")).decide({ accepted: true, text });
      expect(await client.texts(id)).toEqual(answer);
    }
  });

  test("a lone surrogate is shown as it will be written, and returned unchanged", async () => {
    const { client, editor, begin } = await setUp("one\ntwo\n");
    const proposed = "\ud83d one\r\ntwo\nx\ude00\n";
    const untouched = begin(proposed);
    const shown = await editor.diff("t");
    expect(shown.proposal.newText).toBe("\ufffd one\ntwo\nx\ufffd\n");
    shown.decide({ accepted: true, text: shown.proposal.newText });
    expect(await client.texts(untouched)).toEqual(["FILE_SAVED", proposed]);
    const edited = begin(proposed);
    (await editor.diff("t")).decide({ accepted: true, text: "\ufffd one\n2\nx\ufffd\n" });
    expect(await client.texts(edited)).toEqual(["FILE_SAVED", "\ufffd one\r\n2\nx\ufffd\n"]);
  });

  test("rejecting all of a new file doesn't create an empty file", async () => {
    const { client, editor, begin } = await setUp();
    const id = begin("hello\n");
    const shown = await editor.diff("t");
    shown.decide({ accepted: true, text: shown.proposal.oldText });
    expect(await client.texts(id)).toEqual(["DIFF_REJECTED", "t"]);
  });

  test("a proposal that only changes line endings can be accepted", async () => {
    const { client, editor, begin } = await setUp("a\r\nb\r\n");
    const id = begin("a\nb\n");
    const shown = await editor.diff("t");
    shown.decide({ accepted: true, text: shown.proposal.newText });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "a\nb\n"]);
  });

  test("a new file, and a new file that is empty", async () => {
    const { client, editor, begin } = await setUp();
    for (const proposal of ["hello\n", ""]) {
      const id = begin(proposal);
      const shown = await editor.diff("t");
      expect(shown.proposal).toMatchObject({ isNewFile: true, oldText: "" });
      shown.decide({ accepted: true, text: proposal });
      expect(await client.texts(id)).toEqual(["FILE_SAVED", proposal]);
    }
  });

  test("reports unsaved changes to the editor, and compares with the file on disk", async () => {
    const { editor, begin, path } = await setUp("on disk");
    editor.documents.set(path, { isDirty: true, isUntitled: false });
    begin("new");
    expect((await editor.diff("t")).proposal).toMatchObject({ hasUnsavedChanges: true, oldText: "on disk" });
  });

  test("a second diff with the same name rejects the first, after its view is closed", async () => {
    const { client, editor, begin } = await setUp("old");
    const first = begin("one");
    const older = await editor.diff("t");
    const second = begin("two");
    expect(await client.texts(first)).toEqual(["DIFF_REJECTED", "t"]);
    expect(older.signal.aborted).toBe(true);
    const newer = await editor.diff("t");
    expect(newer.proposal.newText).toBe("two");
    newer.decide({ accepted: true, text: "two" });
    expect(await client.texts(second)).toEqual(["FILE_SAVED", "two"]);
  });

  test("of three diffs with the same name only the newest stays, even while an older view is closing", async () => {
    const { client, editor, begin } = await setUp("old");
    let release = () => {};
    const plain = editor.reviewDiff.bind(editor);
    editor.reviewDiff = async (proposal, signal) => {
      const decision = await plain(proposal, signal);
      if (proposal.newText === "one")
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return decision;
    };
    const ids = [begin("one")];
    await editor.diff("t");
    ids.push(begin("two"), begin("three"));
    while ((await editor.diff("t")).proposal.newText !== "three") await client.request("ping");
    release();
    await client.request("ping");
    expect(editor.shown.map(({ proposal }) => proposal.newText)).toEqual(["three"]);
    expect(await client.texts(ids[0] ?? -1)).toEqual(["DIFF_REJECTED", "t"]);
    expect(await client.texts(ids[1] ?? -1)).toEqual(["DIFF_REJECTED", "t"]);
    (await editor.diff("t")).decide({ accepted: true, text: "three" });
    expect(await client.texts(ids[2] ?? -1)).toEqual(["FILE_SAVED", "three"]);
  });

  test("close_tab rejects the caller's own diff of that name", async () => {
    const { client, editor, begin } = await setUp("old");
    const id = begin("new");
    await editor.diff("t");
    expect(await client.callTool("close_tab", { tab_name: "t" })).toEqual(["TAB_CLOSED"]);
    expect(await client.texts(id)).toEqual(["DIFF_REJECTED", "t"]);
    expect(editor.shown).toEqual([]);
  });

  test("a close before the view opens isn't lost: the view never opens", async () => {
    const { client, editor, begin } = await setUp("old");
    for (const [name, args, answer] of [
      ["close_tab", { tab_name: "t" }, "TAB_CLOSED"],
      ["closeAllDiffTabs", {}, "CLOSED_1_DIFF_TABS"],
    ] as const) {
      const asked = new Promise<void>((resolve) => {
        // As slow as a sidecar's response may be.
        Object.assign(editor, { documentState: () => new Promise(() => resolve()) });
      });
      const id = begin("new");
      await asked;
      expect(await client.callTool(name, args)).toEqual([answer]);
      expect(await client.texts(id)).toEqual(["DIFF_REJECTED", "t"]);
      expect(editor.shown).toEqual([]);
    }
  });

  test("shows the diff even if the editor can't report unsaved changes", async () => {
    const { client, editor, begin, log } = await setUp("old");
    Object.assign(editor, { documentState: () => Promise.reject(new Error("busy")) });
    const id = begin("new");
    (await editor.diff("t")).decide({ accepted: true, text: "new" });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "new"]);
    expect(log.map((entry) => entry.message).join()).toContain("unsaved changes: busy");
  });

  test("closeAllDiffTabs and close_tab of another client don't close a pending diff, even with the same name", async () => {
    const { endpoint, client, editor, begin } = await setUp("old");
    const other = await TestClient.connect(endpoint);
    const id = begin("mine");
    await editor.diff("t");
    const others = begin("theirs", "t", other);
    while (editor.shown.length < 2) await client.request("ping");
    expect(await other.callTool("closeAllDiffTabs")).toEqual(["CLOSED_1_DIFF_TABS"]);
    expect(await other.texts(others)).toEqual(["DIFF_REJECTED", "t"]);
    await other.callTool("close_tab", { tab_name: "t" });
    expect(editor.shown.map(({ proposal }) => proposal.newText)).toEqual(["mine"]);
    (await editor.diff("t")).decide({ accepted: true, text: "mine" });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "mine"]);
  });

  test("a client that disconnects closes only its own diffs", async () => {
    const { endpoint, client, editor, begin } = await setUp("old");
    const other = await TestClient.connect(endpoint);
    begin("mine", "mine");
    begin("theirs", "theirs", other);
    const [mine, theirs] = [await editor.diff("mine"), await editor.diff("theirs")];
    const ended = new Promise((resolve) => theirs.signal.addEventListener("abort", resolve));
    other.socket.terminate();
    await ended;
    expect(mine.signal.aborted).toBe(false);
    expect(endpoint.status.clients.map((each) => each.openDiffs)).toEqual([["mine"]]);
    expect((await client.request("ping")).result).toEqual({});
  });

  test("at shutdown views close and no decision is sent: the client keeps its own prompt", async () => {
    const { endpoint, client, editor, begin } = await setUp("old");
    const id = begin("new");
    const shown = await editor.diff("t");
    await endpoint.close();
    expect(shown.signal.aborted).toBe(true);
    await client.closed;
    expect(client.received.filter((message) => message.id === id)).toEqual([]);
  });

  test("returns an error if the editor fails: the client keeps its own prompt", async () => {
    const { client, editor, begin } = await setUp("old");
    editor.reviewDiff = () => Promise.reject(new Error("no window to show it in"));
    expect((await client.answer(begin("new"))).result).toEqual({
      content: [{ type: "text", text: "openDiff failed: no window to show it in" }],
      isError: true,
    });
  });

  test("returns errors for a directory and a binary file", async () => {
    const { client, folder } = await setUp();
    mkdirSync(join(folder, "d"));
    writeTo(folder, "b.bin", new Uint8Array([0, 1, 2]));
    for (const [name, words] of [
      ["d", "Is a directory"],
      ["b.bin", "Binary file"],
    ]) {
      const { result } = await client.request("tools/call", {
        name: "openDiff",
        arguments: { old_file_path: name, new_file_path: name, new_file_contents: "", tab_name: "t" },
      });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(words ?? "") }] });
    }
  });

  test("returns 5 MB unchanged", async () => {
    const proposal = "0123456789 ünïcödé 😀\r\n".repeat(180_000);
    const { client, editor, begin } = await setUp("old");
    const id = begin(proposal);
    const shown = await editor.diff("t");
    shown.decide({ accepted: true, text: shown.proposal.newText });
    const [word, text] = await client.texts(id);
    expect([word, text === proposal]).toEqual(["FILE_SAVED", true]);
  });
});
