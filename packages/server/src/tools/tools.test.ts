import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.js";
import { runIde } from "../testing/running-ide.js";
import { writeTo } from "../testing/temporary.js";
import { TestClient } from "../testing/test-client.js";

async function setUp(options = {}) {
  const running = await runIde(options);
  return { ...running, client: await TestClient.connect(running.ide) };
}

const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };

describe("getCurrentSelection, getLatestSelection (TOOL-03, TOOL-04)", () => {
  test("answer file, text, encoded URL and range", async () => {
    const { client, editor, folder } = await setUp();
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

  test("say so where there is none", async () => {
    const { client } = await setUp();
    expect(await client.callJson("getCurrentSelection")).toEqual({ success: false, message: "No active editor found" });
    expect(await client.callJson("getLatestSelection")).toEqual({ success: false, message: "No selection available" });
  });

  test("the latest stays when no editor is active, and goes when its file is closed", async () => {
    const { client, editor, folder } = await setUp();
    editor.select(join(folder, "a.txt"), "abc");
    editor.selection = undefined; // A terminal has the focus: the editor tells nothing.
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ success: false });
    expect(await client.callJson("getLatestSelection")).toMatchObject({ success: true, text: "abc" });
    editor.events?.selectionChanged(undefined);
    expect(await client.callJson("getLatestSelection")).toMatchObject({ success: false });
  });

  test("a withheld file is not told", async () => {
    const { client, editor, folder } = await setUp();
    editor.select(join(folder, ".env"), "KEY=1");
    const refusal = { success: false, message: "Withheld by privacy rules" };
    expect(await client.callJson("getCurrentSelection")).toEqual(refusal);
    expect(await client.callJson("getLatestSelection")).toEqual(refusal);
  });

  test("a selection made backwards comes in order", async () => {
    const { client, editor, folder } = await setUp();
    editor.selection = { path: join(folder, "a"), text: "cde", range: { start: range.end, end: range.start } };
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ selection: { ...range, isEmpty: false } });
  });
});

describe("getOpenEditors (TOOL-05)", () => {
  test("answers every member, with the quiet defaults of an editor without groups", async () => {
    const { client, editor, folder } = await setUp();
    const path = join(folder, "ü.ts");
    editor.tabs = [
      { path, isActive: true, isDirty: true, languageId: "typescript", lineCount: 3, selection: range },
      { path: join(folder, ".env"), isActive: false, isDirty: false, languageId: "", lineCount: 1 },
      {
        path: "Untitled-1",
        isActive: false,
        isDirty: true,
        isUntitled: true,
        languageId: "plaintext",
        lineCount: 1,
        groupIndex: 1,
        label: "Untitled",
        isPinned: true,
        isPreview: true,
        isGroupActive: false,
      },
    ];
    expect(await client.callJson("getOpenEditors")).toEqual({
      tabs: [
        {
          uri: `file://${folder}/%C3%BC.ts`,
          isActive: true,
          isPinned: false,
          isPreview: false,
          isDirty: true,
          label: "ü.ts",
          groupIndex: 0,
          viewColumn: 1,
          isGroupActive: true,
          fileName: path,
          languageId: "typescript",
          lineCount: 3,
          isUntitled: false,
          selection: { ...range, isEmpty: false },
        },
        expect.objectContaining({
          uri: "untitled:Untitled-1",
          label: "Untitled",
          groupIndex: 1,
          viewColumn: 2,
          isPinned: true,
          isPreview: true,
          isGroupActive: false,
          isUntitled: true,
        }),
      ],
    });
  });
});

describe("getWorkspaceFolders (TOOL-06)", () => {
  test("answers the folders as real paths", async () => {
    const { client, folder } = await setUp();
    expect(await client.callJson("getWorkspaceFolders")).toEqual({
      success: true,
      folders: [{ name: folder.split("/").at(-1), uri: `file://${folder}`, path: folder }],
      rootPath: folder,
    });
  });
});

describe("getDiagnostics (TOOL-07)", () => {
  const problem = { message: "m", severity: "Error" as const, range, source: "ts", code: 2304 };

  test("a path with a space is recognised by the client: raw URIs are answered raw, encoded ones encoded", async () => {
    const { client, editor, folder } = await setUp();
    const path = writeTo(folder, "a b.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    const [raw, encoded] = [`file://${folder}/a b.ts`, `file://${folder}/a%20b.ts`];
    for (const [asked, answered] of [
      [{ uri: raw }, raw],
      [{ uri: encoded }, encoded],
      [{ uri: path }, raw],
      [{ uri: `file://${folder}/%61%20b.ts` }, `file://${folder}/%61%20b.ts`],
      [{}, raw],
    ])
      expect(await client.callJson("getDiagnostics", asked)).toEqual([{ uri: answered, diagnostics: [problem] }]);
  });

  test("a file whose name looks encoded is found by its name", async () => {
    const { client, editor, folder } = await setUp();
    const odd = writeTo(folder, "100%25.ts");
    let asked: string | undefined;
    editor.diagnostics = (path) => {
      asked = path;
      return { files: [], isCurrent: true };
    };
    await client.callJson("getDiagnostics", { uri: `file://${odd}` });
    expect(asked).toBe(odd);
  });

  test("a file without any has an empty list", async () => {
    const { client, folder } = await setUp();
    const uri = `file://${folder}/none.ts`;
    expect(await client.callJson("getDiagnostics", { uri })).toEqual([{ uri, diagnostics: [] }]);
    expect(await client.callJson("getDiagnostics")).toEqual([]);
  });

  test("withheld files are left out, and asked for alone refused", async () => {
    const { client, editor, folder } = await setUp();
    const path = join(folder, ".env");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    expect(await client.callJson("getDiagnostics")).toEqual([]);
    const { result } = await client.request("tools/call", {
      name: "getDiagnostics",
      arguments: { uri: `file://${path}` },
    });
    expect(result).toEqual({ content: [{ type: "text", text: "Withheld by privacy rules" }], isError: true });
  });

  test("an editor that is late is told to answer with what it has, within the client's patience", async () => {
    const clock = new FakeClock();
    const { client, editor, folder, log } = await setUp({ clock });
    const path = join(folder, "a.ts");
    const asked = new Promise<AbortSignal>((resolve) => {
      editor.diagnostics = (_path, patience) =>
        new Promise((answer) => {
          patience.addEventListener("abort", () =>
            answer({ files: [{ path, diagnostics: [problem] }], isCurrent: false }),
          );
          resolve(patience);
        });
    });
    const id = client.beginTool("getDiagnostics", { uri: `file://${path}` });
    await asked;
    clock.advance(400);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
    expect(log.map((entry) => entry.message).join()).toContain("answered early");
  });

  test("an editor that never answers does not cost the client its patience: the last known is answered and logged", async () => {
    const clock = new FakeClock();
    const { client, editor, folder, log } = await setUp({ clock });
    const path = join(folder, "a.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    await client.callJson("getDiagnostics", { uri: `file://${path}` });
    const asked = new Promise<void>((resolve) => {
      editor.diagnostics = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const id = client.beginTool("getDiagnostics", { uri: `file://${path}` });
    await asked;
    clock.advance(450);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
    expect(log.map((entry) => entry.message).join()).toContain("answered early");
    expect(clock.pending).toBe(1); // The health check, and nothing else.
  });

  test("an editor that rejects when it is told to hurry has nothing new: the last known is answered", async () => {
    const clock = new FakeClock();
    const { client, editor, folder } = await setUp({ clock });
    const path = join(folder, "a.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    await client.callJson("getDiagnostics");
    const asked = new Promise<void>((resolve) => {
      editor.diagnostics = (_path, patience) =>
        new Promise((_answer, reject) => {
          patience.addEventListener("abort", () => reject(patience.reason));
          resolve();
        });
    });
    const id = client.beginTool("getDiagnostics");
    await asked;
    clock.advance(1750);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
  });

  test("what is no file is -32602", async () => {
    const { client } = await setUp();
    const { error } = await client.request("tools/call", { name: "getDiagnostics", arguments: { uri: "https://x/y" } });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("https://x/y") });
  });
});

describe("checkDocumentDirty, saveDocument (TOOL-08, TOOL-09)", () => {
  test("answer for open documents, by absolute or relative path", async () => {
    const { client, editor, folder } = await setUp();
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

  test("refuse with the path when the document is not open", async () => {
    const { client } = await setUp();
    const refusal = { success: false, message: "Document not open: /no/such.txt" };
    expect(await client.callJson("checkDocumentDirty", { filePath: "/no/such.txt" })).toEqual(refusal);
    expect(await client.callJson("saveDocument", { filePath: "/no/such.txt" })).toEqual(refusal);
  });

  test("a save that fails says why", async () => {
    const { client, editor } = await setUp();
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

describe("openFile (TOOL-02)", () => {
  test("opens, selects and answers with the path", async () => {
    const { client, editor, folder } = await setUp();
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

  test("empty texts mean none, as the client sends them", async () => {
    const { client, editor, folder } = await setUp();
    await client.callTool("openFile", { filePath: writeTo(folder, "a"), startText: "", endText: "" });
    expect(editor.opened[0]?.locate).toBeUndefined();
  });

  test("a text that is not found opens the file and says so", async () => {
    const { client, folder } = await setUp();
    const path = writeTo(folder, "a.txt");
    const [answer] = await client.callTool("openFile", { filePath: path, startText: "nowhere" });
    expect(answer).toContain(`Opened file: ${path} (startText was not found`);
  });

  test("makeFrontmost: false leaves the focus and answers facts", async () => {
    const { client, editor, folder } = await setUp();
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

  test("a missing file, a directory and what is no regular file are errors, and nothing is opened", async () => {
    const { client, editor, folder } = await setUp();
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
    const { client, folder } = await setUp();
    const filePath = writeTo(folder, "a.txt");
    const { error } = await client.request("tools/call", { name: "openFile", arguments: { filePath, ...args } });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(words) });
  });

  test("a withheld file may be opened for the user, and none of it is told (SEC-02)", async () => {
    const { client, editor, folder } = await setUp();
    const path = writeTo(folder, ".env", "KEY=1");
    await client.callTool("openFile", { filePath: path });
    expect(editor.opened).toMatchObject([{ path }]);
    expect(JSON.stringify(client.received)).not.toContain("KEY=1");
  });

  test("whether a text is in a withheld file is not told, or asking often would tell all of it (SEC-02)", async () => {
    const { client, editor, folder } = await setUp();
    const filePath = writeTo(folder, ".env", "KEY=1");
    editor.bufferText = "KEY=1";
    for (const makeFrontmost of [true, false])
      expect(await client.callTool("openFile", { filePath, startText: "KEY=1", makeFrontmost })).toEqual(
        await client.callTool("openFile", { filePath, startText: "KEY=2", makeFrontmost }),
      );
  });
});

describe("close_tab (TOOL-10)", () => {
  test("is idempotent, also for a name that is not there", async () => {
    const { client } = await setUp();
    for (let i = 0; i < 2; i++) expect(await client.callTool("close_tab", { tab_name: "no" })).toEqual(["TAB_CLOSED"]);
  });

  test("a tab with unsaved changes stays and says so", async () => {
    const { client, editor } = await setUp();
    editor.closeTabAnswer = "unsaved changes";
    const { result } = await client.request("tools/call", { name: "close_tab", arguments: { tab_name: "a.txt" } });
    expect(result).toEqual({
      isError: true,
      content: [{ type: "text", text: "Tab not closed: a.txt has unsaved changes" }],
    });
  });
});

describe("executeCode (TOOL-12)", () => {
  test("answers text and pictures", async () => {
    const { client, editor } = await setUp();
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
    const { client, editor } = await setUp();
    editor.code = () => Promise.reject(new Error("The user did not allow this code to run"));
    const { result } = await client.request("tools/call", { name: "executeCode", arguments: { code: "1" } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("did not allow") }] });
  });

  test("ends when the client leaves", async () => {
    const { client, editor } = await setUp();
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
  const { client, editor } = await setUp();
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

test("an answer that cannot be put into JSON is an error that the client hears of", async () => {
  const { client, editor, folder } = await setUp();
  Object.assign(editor, {
    currentSelection: () => ({ path: join(folder, "a"), text: "", range: { start: { line: 1n }, end: { line: 1n } } }),
  });
  expect((await client.request("workspace/selection")).error).toMatchObject({ code: -32603 });
  expect((await client.request("tools/call", { name: "getCurrentSelection" })).result).toMatchObject({ isError: true });
});

test("a deadline holds for promises of another kind, and the editor is told to stop", async () => {
  const clock = new FakeClock();
  const { client, editor } = await setUp({ clock });
  let signal: AbortSignal | undefined;
  const asked = new Promise<void>((resolve) => {
    Object.assign(editor, {
      openEditors: (given: AbortSignal) => {
        signal = given;
        resolve();
        // biome-ignore lint/suspicious/noThenProperty: a thenable that is no Promise is what this is about
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

test("an editor call that never returns is an error after its deadline, and other calls go on", async () => {
  const clock = new FakeClock();
  const { client, editor } = await setUp({ clock });
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

test("reading through a link with a loop is an error in words", async () => {
  const { client, folder } = await setUp();
  symlinkSync(join(folder, "loop"), join(folder, "loop"));
  const { result } = await client.request("tools/call", { name: "openFile", arguments: { filePath: "loop" } });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Too many links") }] });
});

test("nothing that a tool does touches the file's bytes or times", async () => {
  const { client, editor, folder } = await setUp();
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
