/** A pause ends the calls that are running, and none of them reveals or does anything afterwards (PRV-01). */
import type { ToolName } from "@tandem-ide/protocol";
import { describe, expect, test } from "vitest";
import type { Editor } from "../../hub/editor.js";
import { connected } from "../../testing/connected.js";
import { expectRefused, requestParams, secret, secretsFixture, toolArguments } from "../../testing/secrets-fixture.js";
import { TestClient } from "../../testing/test-client.js";
import type { TestEditor } from "../../testing/test-editor.js";

describe("a pause during a call", () => {
  /** The editor's method that each tool and request calls. */
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

  test.each(behind)("(%s) ends %s, even if the editor answers later", async (method, name, kind) => {
    const { endpoint, client, editor, folder } = await secretsFixture();
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
    endpoint.setPaused(true);
    if (method === "diagnostics") finish();
    await expectRefused(client, id);
    finish();
  });

  test("aborts running code and drops its output, even after resuming", async () => {
    const { endpoint, client, editor } = await connected();
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
    endpoint.setPaused(true);
    endpoint.setPaused(false);
    expect(signal.aborted).toBe(true);
    finish();
    await expectRefused(client, id);
  });

  test("doesn't show a proposal whose old text is still being read", async () => {
    const { endpoint, client, editor, folder } = await secretsFixture();
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
    endpoint.setPaused(true);
    answer();
    await expectRefused(client, id);
    expect(editor.shown).toEqual([]);
  });

  test("doesn't close a user's tab for a request from before the pause", async () => {
    const { endpoint, client, editor } = await secretsFixture();
    const tabs = editor.openEditors();
    let closed = 0;
    const pausing = async () => {
      endpoint.setPaused(true);
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

  test("drops finished results that wait in a batch", async () => {
    const { endpoint, editor, folder } = await secretsFixture();
    const client = await TestClient.connect(endpoint, "2025-03-26");
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
    await new Promise((resolve) => setTimeout(resolve, 50)); // By now, all others that can be answered have been.
    endpoint.setPaused(true);
    shown.decide({ accepted: false });
    const told = JSON.stringify(await client.find((each) => Array.isArray(each)));
    expect(told).not.toContain(secret);
    expect(told).not.toContain("a.txt");
    expect(told.match(/Sharing is paused/g)).toHaveLength(3);
    expect(told).toContain("DIFF_REJECTED");
  });

  test("doesn't start queued requests", async () => {
    const { endpoint, client, editor } = await secretsFixture();
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
    endpoint.setPaused(true);
    for (const id of ids) await expectRefused(client, id);
    expect(begun).toBe(4);
  });
});
