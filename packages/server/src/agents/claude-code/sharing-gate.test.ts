/** While paused, no tool, request or notification reveals the user's data or starts anything (PRV-01). */
import { requestMethods, toolNames } from "@tandem-ide/protocol";
import { describe, expect, test } from "vitest";
import { connected } from "../../testing/connected.js";
import {
  expectRefused,
  requestParams,
  secret,
  secretsFixture,
  toolArguments,
  wordsOf,
} from "../../testing/secrets-fixture.js";
import { toolSpecs } from "./tools/index.js";

const refusedTools = toolNames.filter((name) => toolSpecs[name].whilePaused !== "works");

describe("while sharing is paused", () => {
  test.each(refusedTools)("%s returns nothing and doesn't call the editor", async (name) => {
    const { endpoint, client, editor, folder } = await secretsFixture();
    const asked: string[] = [];
    for (const method of ["openFile", "saveDocument", "closeTab", "reviewDiff", "runCode", "documentState"] as const) {
      const real = editor[method].bind(editor) as (...given: unknown[]) => unknown;
      Object.assign(editor, { [method]: (...given: unknown[]) => [asked.push(method), real(...given)][1] });
    }
    endpoint.setPaused(true);
    await expectRefused(client, client.beginTool(name, toolArguments(folder)[name]));
    expect(asked).toEqual([]);
    endpoint.setPaused(false);
    const id = client.beginTool(name, toolArguments(folder)[name]);
    if (name === "openDiff") (await editor.diff("a tab")).decide({ accepted: false });
    expect(wordsOf(await client.answer(id))).not.toBe("Sharing is paused");
  });

  test.each(requestMethods)("%s is refused", async (method) => {
    const { endpoint, client } = await secretsFixture();
    endpoint.setPaused(true);
    await expectRefused(client, client.begin(method, requestParams[method]));
    endpoint.setPaused(false);
    expect((await client.request(method, requestParams[method])).error).toBeUndefined();
  });

  test("the handshake, ping and tools/list work", async () => {
    const { endpoint, client, editor } = await connected({ paused: true });
    expect((await client.request("ping")).result).toEqual({});
    expect((await client.request("tools/list")).result?.tools).toHaveLength(toolNames.length);
    expect(endpoint.status.isPaused).toBe(true);
    expect(editor.shown).toEqual([]);
  });

  test("sends no selection, mention, log event or active file", async () => {
    const { endpoint, client, editor, path } = await secretsFixture();
    const { received } = client;
    await client.find(({ method }) => method === "selection_changed");
    endpoint.setPaused(true);
    await client.find(({ method, params }) => method === "selection_changed" && params?.filePath === undefined);
    received.length = 0;
    editor.select(path, "other text", 3);
    expect(editor.events?.mentioned({ path })).toEqual({ status: "hidden", reason: "Sharing is paused" });
    endpoint.logEvent("something", { secret });
    await client.request("ping");
    expect(received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test("a review that is open stays, and the user's decision is sent", async () => {
    const { endpoint, client, editor, folder } = await secretsFixture();
    const id = client.beginTool("openDiff", toolArguments(folder).openDiff);
    const shown = await editor.diff("a tab");
    endpoint.setPaused(true);
    await client.request("ping");
    expect(shown.signal.aborted).toBe(false);
    shown.decide({ accepted: true, text: "as the user left it" });
    expect(await client.texts(id)).toEqual(["FILE_SAVED", "as the user left it"]);
    expect(await client.callTool("close_tab", { tab_name: "a tab" })).toEqual(["TAB_CLOSED"]);
  });

  test("a client closes its own diffs, but none of the user's tabs", async () => {
    const { endpoint, client, editor, folder } = await secretsFixture();
    const ids = ["one", "two"].map((tab_name) =>
      client.beginTool("openDiff", { ...toolArguments(folder).openDiff, tab_name }),
    );
    await Promise.all([editor.diff("one"), editor.diff("two")]);
    endpoint.setPaused(true);
    expect(await client.callTool("close_tab", { tab_name: "one" })).toEqual(["TAB_CLOSED"]);
    expect(await client.callTool("closeAllDiffTabs")).toEqual(["CLOSED_1_DIFF_TABS"]);
    for (const id of ids) expect((await client.texts(id))[0]).toBe("DIFF_REJECTED");
    await expectRefused(client, client.beginTool("close_tab", { tab_name: "a.txt" }));
  });

  test("refuses a proposal that would replace an open one", async () => {
    const { endpoint, client, editor, folder } = await secretsFixture();
    const id = client.beginTool("openDiff", toolArguments(folder).openDiff);
    const shown = await editor.diff("a tab");
    endpoint.setPaused(true);
    await expectRefused(client, client.beginTool("openDiff", toolArguments(folder).openDiff));
    shown.decide({ accepted: false });
    expect((await client.texts(id))[0]).toBe("DIFF_REJECTED");
  });
});
