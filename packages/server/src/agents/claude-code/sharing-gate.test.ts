/** Pause, for every tool, request and notification that there is: nothing of the user's is told and nothing starts (PRV-01). */
import { type RequestMethod, requestMethods, type ToolName, toolNames } from "@tandem/protocol";
import { describe, expect, test } from "vitest";
import type { Editor } from "../../hub/editor.js";
import { connected } from "../../testing/connected.js";
import { writeTo } from "../../testing/temporary.js";
import { type Received, TestClient } from "../../testing/test-client.js";
import type { TestEditor } from "../../testing/test-editor.js";
import { toolSpecs } from "./tools/index.js";

const secret = "only the user knows this";

/** Arguments with which each tool would tell or do something. */
function toolArguments(folder: string): Record<ToolName, object> {
  const filePath = `${folder}/a.txt`;
  return {
    openDiff: { old_file_path: filePath, new_file_path: filePath, new_file_contents: "b", tab_name: "a tab" },
    openFile: { filePath, startText: secret, makeFrontmost: false },
    getCurrentSelection: {},
    getLatestSelection: {},
    getOpenEditors: {},
    getWorkspaceFolders: {},
    getDiagnostics: { uri: `file://${filePath}` },
    checkDocumentDirty: { filePath },
    saveDocument: { filePath },
    close_tab: { tab_name: "a.txt" },
    closeAllDiffTabs: {},
    executeCode: { code: "print(1)" },
  };
}

const requestParams: Record<RequestMethod, object> = {
  "files/read": { path: "a.txt" },
  readFile: { path: "a.txt" },
  writeFile: { path: "new.txt", content: "b" },
  listFiles: {},
  getWorkspaceInfo: {},
  getOpenFiles: {},
  getCurrentFile: {},
  "workspace/selection": {},
};

/** An editor that has something to tell, and notes what it is asked to do. */
async function withSecrets() {
  const running = await connected();
  const { editor, folder } = running;
  const path = writeTo(folder, "a.txt", secret);
  editor.bufferText = secret;
  editor.tabs = [{ path, isActive: true, isDirty: true, languageId: "plaintext", lineCount: 1 }];
  editor.documents.set(path, { isDirty: true, isUntitled: false });
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  editor.diagnosticsAnswer = {
    files: [{ path, diagnostics: [{ message: secret, severity: "Error", range }] }],
    isCurrent: true,
  };
  editor.code = async () => [{ type: "text", text: secret }];
  editor.select(path, secret);
  return { ...running, path };
}

function wordsOf({ result, error }: Received): string {
  const content = result?.content;
  return error?.message ?? (Array.isArray(content) ? content.map(({ text }) => text).join("\n") : "");
}

async function expectRefused(client: TestClient, id: number): Promise<void> {
  const answer = await client.answer(id);
  expect(wordsOf(answer)).toBe("Sharing is paused");
  expect(answer.error !== undefined || answer.result?.isError === true).toBe(true);
}

const refusedTools = toolNames.filter((name) => toolSpecs[name].whilePaused !== "works");

describe("while sharing is paused", () => {
  test.each(refusedTools)("%s tells nothing and asks nothing of the editor", async (name) => {
    const { ide, client, editor, folder } = await withSecrets();
    const asked: string[] = [];
    for (const method of ["openFile", "saveDocument", "closeTab", "reviewDiff", "runCode", "documentState"] as const) {
      const real = editor[method].bind(editor) as (...given: unknown[]) => unknown;
      Object.assign(editor, { [method]: (...given: unknown[]) => [asked.push(method), real(...given)][1] });
    }
    ide.setPaused(true);
    await expectRefused(client, client.beginTool(name, toolArguments(folder)[name]));
    expect(asked).toEqual([]);
    ide.setPaused(false);
    const id = client.beginTool(name, toolArguments(folder)[name]);
    if (name === "openDiff") (await editor.diff("a tab")).decide({ accepted: false });
    expect(wordsOf(await client.answer(id))).not.toBe("Sharing is paused");
  });

  test.each(requestMethods)("%s is refused", async (method) => {
    const { ide, client } = await withSecrets();
    ide.setPaused(true);
    await expectRefused(client, client.begin(method, requestParams[method]));
    ide.setPaused(false);
    expect((await client.request(method, requestParams[method])).error).toBeUndefined();
  });

  test("the handshake, ping and tools/list work as ever", async () => {
    const { ide, client, editor } = await connected({ paused: true });
    expect((await client.request("ping")).result).toEqual({});
    expect((await client.request("tools/list")).result?.tools).toHaveLength(toolNames.length);
    expect(ide.status.isPaused).toBe(true);
    expect(editor.shown).toEqual([]);
  });

  test("no selection, mention, event of the host or active file is told", async () => {
    const { ide, client, editor, path } = await withSecrets();
    const { received } = client;
    await client.find(({ method }) => method === "selection_changed");
    ide.setPaused(true);
    await client.find(({ method, params }) => method === "selection_changed" && params?.filePath === undefined);
    received.length = 0;
    editor.select(path, "other text", 3);
    expect(editor.events?.mentioned({ path })).toEqual({ status: "withheld", reason: "Sharing is paused" });
    ide.logEvent("something", { secret });
    await client.request("ping");
    expect(received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test("a review that is open stays, and the user's decision is sent", async () => {
    const { ide, client, editor, folder } = await withSecrets();
    const id = client.beginTool("openDiff", toolArguments(folder).openDiff);
    const shown = await editor.diff("a tab");
    ide.setPaused(true);
    await client.request("ping");
    expect(shown.signal.aborted).toBe(false);
    shown.decide({ accepted: true, text: "as the user left it" });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "as the user left it"]);
    expect(await client.callTool("close_tab", { tab_name: "a tab" })).toEqual(["TAB_CLOSED"]);
  });

  test("a client closes its own diffs, and no tab of the user's", async () => {
    const { ide, client, editor, folder } = await withSecrets();
    const ids = ["one", "two"].map((tab_name) =>
      client.beginTool("openDiff", { ...toolArguments(folder).openDiff, tab_name }),
    );
    await Promise.all([editor.diff("one"), editor.diff("two")]);
    ide.setPaused(true);
    expect(await client.callTool("close_tab", { tab_name: "one" })).toEqual(["TAB_CLOSED"]);
    expect(await client.callTool("closeAllDiffTabs")).toEqual(["CLOSED_1_DIFF_TABS"]);
    for (const id of ids) expect((await client.texts(id))[0]).toBe("DIFF_REJECTED");
    await expectRefused(client, client.beginTool("close_tab", { tab_name: "a.txt" }));
  });

  test("a proposal that replaces an open one is refused, and the open one stays", async () => {
    const { ide, client, editor, folder } = await withSecrets();
    const id = client.beginTool("openDiff", toolArguments(folder).openDiff);
    const shown = await editor.diff("a tab");
    ide.setPaused(true);
    await expectRefused(client, client.beginTool("openDiff", toolArguments(folder).openDiff));
    shown.decide({ accepted: false });
    expect((await client.texts(id))[0]).toBe("DIFF_REJECTED");
  });
});

describe("a pause in the middle of a call", () => {
  /** The editor's method behind each tool and request that asks it something. */
  const behind: readonly [keyof Editor & keyof TestEditor, string, "tool" | "request"][] = [
    ["openFile", "openFile", "tool"],
    ["currentSelection", "getCurrentSelection", "tool"],
    ["openEditors", "getOpenEditors", "tool"],
    ["diagnostics", "getDiagnostics", "tool"],
    ["documentState", "checkDocumentDirty", "tool"],
    ["saveDocument", "saveDocument", "tool"],
    ["runCode", "executeCode", "tool"],
    ["openEditors", "close_tab", "tool"],
    ["closeTab", "close_tab", "tool"],
    ["openEditors", "getOpenFiles", "request"],
    ["currentSelection", "getCurrentFile", "request"],
    ["currentSelection", "workspace/selection", "request"],
    ["documentState", "writeFile", "request"],
  ];

  test.each(behind)("(%s) ends %s, although the editor answers later", async (method, name, kind) => {
    const { ide, client, editor, folder } = await withSecrets();
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let finish = () => {};
    const released = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const real = (editor[method] as (...given: unknown[]) => unknown).bind(editor);
    Object.assign(editor, {
      [method]: async (...given: unknown[]) => {
        begun();
        await released;
        return real(...given);
      },
    });
    const params = { ...toolArguments(folder), ...requestParams } as Record<string, object>;
    const id = kind === "tool" ? client.beginTool(name, params[name]) : client.begin(name, params[name]);
    await hasBegun;
    ide.setPaused(true);
    if (method === "diagnostics") finish();
    await expectRefused(client, id);
    finish();
  });

  test("code that is running is told to end, and its output is not delivered, not even after resuming", async () => {
    const { ide, client, editor } = await connected();
    let started: (signal: AbortSignal) => void = () => {};
    const running = new Promise<AbortSignal>((resolve) => {
      started = resolve;
    });
    let finish: () => void = () => {};
    editor.code = (_code, signal) =>
      new Promise((resolve) => {
        finish = () => resolve([{ type: "text", text: secret }]);
        started(signal);
      });
    const id = client.beginTool("executeCode", { code: "print(1)" });
    const signal = await running;
    ide.setPaused(true);
    ide.setPaused(false);
    expect(signal.aborted).toBe(true);
    finish();
    await expectRefused(client, id);
  });

  test("a proposal whose old text is still being read is not shown", async () => {
    const { ide, client, editor, folder } = await withSecrets();
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answer = () => {};
    Object.assign(editor, {
      documentState: () =>
        new Promise((resolve) => {
          answer = () => resolve(undefined);
          asked();
        }),
    });
    const id = client.beginTool("openDiff", toolArguments(folder).openDiff);
    await isAsked;
    ide.setPaused(true);
    answer();
    await expectRefused(client, id);
    expect(editor.shown).toEqual([]);
  });

  test("a tab of the user's is not closed for a client that asked before", async () => {
    const { ide, client, editor } = await withSecrets();
    const tabs = editor.openEditors();
    let closed = 0;
    const pausing = async () => {
      ide.setPaused(true);
      return tabs;
    };
    const close = () => {
      closed++;
      return "unsaved changes";
    };
    Object.assign(editor, { openEditors: pausing, closeTab: close });
    await expectRefused(client, client.beginTool("close_tab", { tab_name: "b.txt" }));
    expect(closed).toBe(0);
  });

  test("what waits in a batch for the answer to a slower message is not told", async () => {
    const { ide, editor, folder } = await withSecrets();
    const client = await TestClient.connect(ide, "2025-03-26");
    const message = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params });
    const call = (id: number, name: ToolName) =>
      message(id, "tools/call", { name, arguments: toolArguments(folder)[name] });
    const slow = call(103, "openDiff");
    const batch = [
      message(100, "readFile", { path: "a.txt" }),
      call(101, "getOpenEditors"),
      call(102, "close_tab"),
      slow,
    ];
    client.sendRaw(JSON.stringify(batch));
    const shown = await editor.diff("a tab");
    await client.request("ping");
    await new Promise((resolve) => setTimeout(resolve, 50)); // The others are answered, as far as they can be.
    ide.setPaused(true);
    shown.decide({ accepted: false });
    const told = JSON.stringify(await client.find((each) => Array.isArray(each)));
    expect(told).not.toContain(secret);
    expect(told).not.toContain("a.txt");
    expect(told.match(/Sharing is paused/g)).toHaveLength(3);
    expect(told).toContain("DIFF_REJECTED");
  });

  test("requests that wait for their turn do not begin", async () => {
    const { ide, client, editor } = await withSecrets();
    let begun = 0;
    const answers: (() => void)[] = [];
    let isFull = () => {};
    const full = new Promise<void>((resolve) => {
      isFull = resolve;
    });
    Object.assign(editor, {
      currentSelection: () =>
        new Promise((resolve) => {
          begun++;
          answers.push(() => resolve(undefined));
          if (begun === 4) isFull();
        }),
    });
    const ids = Array.from({ length: 8 }, () => client.begin("getCurrentFile", {}));
    await full;
    ide.setPaused(true);
    for (const id of ids) await expectRefused(client, id);
    expect(begun).toBe(4);
  });
});
