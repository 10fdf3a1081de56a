/** The host with misbehaving pages, which send raw messages over a channel in memory. The client is a real one. */
import { existsSync } from "node:fs";
import { memoryChannels } from "@tandem-ide/codemirror/host";
import { expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { hostFixture, propose, RawPage } from "./host-fixture.js";

test("without a window nothing is active or open", async () => {
  const { client, file } = await hostFixture();
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
  expect(await client.call("getOpenEditors")).toEqual({ tabs: [] });
  expect(await client.call("checkDocumentDirty", { filePath: file })).toMatchObject({ success: false });
  const answer = await client.callRaw("openFile", { filePath: file });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).toContain("Test has no open window to show");
});

test.each([
  ["selectionChanged", { selection: { path: 5, text: "", range: null } }],
  ["selectionChanged", { selection: { path: "/a", text: "x", range: { start: { line: -1, character: 0 } } } }],
  ["draftChanged", { id: "", draft: {} }],
  ["focused", null],
  ["anything", {}],
])("ignores and logs %s with %j", async (method, params) => {
  const { host, client, warnings } = await hostFixture();
  const page = new RawPage(host, { selection: () => null });
  page.tell(method, params);
  await eventually(() => expect(warnings.join()).toContain("Invalid"));
  expect(await client.call("getLatestSelection")).toMatchObject({ success: false });
});

test("rejects an invalid request with a message", async () => {
  const { host } = await hostFixture();
  const page = new RawPage(host);
  const answer = await page.ask("mention", { path: "", lines: { start: -1, end: 0 } });
  expect(answer.error?.message).toMatch(/^mention: path: /);
});

test("ignores anything that isn't a message", async () => {
  const { host, client, file, warnings } = await hostFixture();
  const page = new RawPage(host, { selection: () => null });
  for (const odd of [null, 5, "text", [], { jsonrpc: "1.0" }]) page.channel.send(odd);
  expect((await page.ask("mention", { path: file })).result).toMatchObject({ status: "queued" });
  expect(warnings.length).toBeGreaterThan(0);
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
});

test("an invalid response is an error with a message, and the endpoint continues", async () => {
  const { host, client } = await hostFixture();
  const page = new RawPage(host, { tabs: () => [{ path: 7 }] });
  const answer = await client.callRaw("getOpenEditors", {}).catch((error: Error) => error.message);
  expect(JSON.stringify(answer)).toContain("Invalid");
  page.channel.close();
  await eventually(async () => expect(await client.call("getOpenEditors")).toEqual({ tabs: [] }));
});

test("a window that hangs delays a call no longer than the endpoint's limit", async () => {
  const { host, client } = await hostFixture({ callTimeoutMs: 200 });
  new RawPage(host);
  const answer = await client.callRaw("getOpenEditors", {}).catch((error: Error) => error.message);
  expect(JSON.stringify(answer)).toContain("did not answer within 0.2 s");
});

test("the terminal's variables point at the endpoint, and a restart keeps its address", async () => {
  const { host } = await hostFixture();
  const { endpoint } = host;
  const { port, authToken } = endpoint;
  const states = new Set<string>();
  host.onStatusChanged(({ state }) => states.add(state.kind));
  expect(host.environment({}).CLAUDE_CODE_SSE_PORT).toBe(String(port));
  host.setPaused(true);
  await host.restart();
  expect([host.endpoint.port, host.endpoint.authToken, host.status.isPaused]).toEqual([port, authToken, true]);
  expect(host.endpoint).toBe(endpoint);
  expect(states).toEqual(new Set(["serving", "starting"]));
});

test("code runs after the application has asked its user, and never if it can't ask", async () => {
  const runCode = async (code: string) => [{ type: "text" as const, text: `ran ${code}` }];
  const { client: unasked } = await hostFixture({ runCode });
  expect((await unasked.listTools()).map(({ name }) => name)).not.toContain("executeCode");
  const answers: ("once" | "never")[] = ["never", "once"];
  const { host, client } = await hostFixture({
    runCode,
    codeQuestions: { asked: ({ run }) => void host.endpoint.code.answer(run, answers.shift() ?? "never") },
  });
  expect(JSON.stringify(await client.callRaw("executeCode", { code: "1 + 1" }))).toContain(
    "didn't allow this code to run",
  );
  expect(JSON.stringify(await client.callRaw("executeCode", { code: "1 + 1" }))).toContain("ran 1 + 1");
});

const tab = (path: string, isDirty = false) => ({
  path,
  isActive: true,
  isDirty,
  label: "a.txt",
  languageId: "plaintext",
  lineCount: 2,
  isPinned: false,
  isPreview: false,
  isUntitled: false,
  groupIndex: 0,
  isGroupActive: true,
});

test("lists a file that two windows show once", async () => {
  const { host, client, file } = await hostFixture();
  new RawPage(host, { tabs: () => [tab(file, true)] });
  new RawPage(host, { tabs: () => [tab(file)] });
  const { tabs } = await client.call("getOpenEditors");
  // Unsaved in one window counts.
  expect(tabs.map(({ fileName, isDirty }) => [fileName, isDirty])).toEqual([[file, true]]);
});

test("a call succeeds if a window closes during it and another can answer", async () => {
  const { host, client, file } = await hostFixture();
  const cursor = { line: 0, character: 0 };
  const selection = { path: file, text: "", range: { start: cursor, end: cursor }, cursor };
  new RawPage(host, { selection: () => selection, closeTab: () => "closed" });
  for (const [tool, args] of [
    ["getCurrentSelection", {}],
    ["close_tab", { tab_name: "a.txt" }],
  ] as const) {
    const goes = new RawPage(host, {
      selection: () => goes.channel.close(),
      closeTab: () => goes.channel.close(),
    });
    goes.tell("focused", {});
    const answer = await client.callRaw(tool, args);
    expect(answer.isError ?? false).toBe(false);
    expect(goes.heard.length).toBeGreaterThan(0);
  }
});

test("a hanging window in the background doesn't block proposals and lists of tabs", async () => {
  const { host, client, file } = await hostFixture({ callTimeoutMs: 60_000 });
  new RawPage(host); // Sends nothing.
  const active = new RawPage(host, {
    tabs: () => [tab(file)],
    review: () => ({ accepted: true, text: "two\n" }),
  });
  active.tell("focused", {});
  const { tabs } = await client.call("getOpenEditors");
  expect(tabs.map(({ fileName }) => fileName)).toEqual([file]);
  expect(await propose(client, file)).toEqual({ decision: "saved", text: "two\n" });
});

test("uses the last reported selection of a busy window", async () => {
  const { host, client, file } = await hostFixture({ callTimeoutMs: 60_000 });
  const page = new RawPage(host);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  page.tell("selectionChanged", { selection: { path: file, text: "one", range, cursor: range.end } });
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: true, text: "one" });
});

test("offers saveDocument only if the application can save on request", async () => {
  const { host, client } = await hostFixture();
  const offered = async () => (await client.listTools()).map(({ name }) => name).includes("saveDocument");
  const page = new RawPage(host);
  page.tell("joined", { canSave: false });
  await eventually(async () => expect(await offered()).toBe(false));
  page.channel.close();
  await eventually(async () => expect(await offered()).toBe(true));
});

test("keeps a pause during a restart of the connection", async () => {
  const { host } = await hostFixture();
  const restarted = host.restart();
  host.setPaused(true);
  await restarted;
  expect(host.status.isPaused).toBe(true);
});

test("removes the lock even if the application doesn't wait for close()", async () => {
  const { host } = await hostFixture();
  const { lockFile } = host.endpoint;
  const closed = host.close();
  expect(existsSync(lockFile)).toBe(false);
  await closed;
});

test("closes the channel of a window that is attached after closing", async () => {
  const { host } = await hostFixture();
  await host.close();
  const [hostSide, pageSide] = memoryChannels();
  const over = new Promise<void>((resolve) => void pageSide.onClose(resolve));
  host.attach(hostSide);
  await over;
});
