/** The host against pages that misbehave: they speak by hand over a channel in memory. The client is a real one. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editResult, packReview, startReview } from "@tandem/base/review";
import { type Client, connect, discover, targetOf } from "@tandem/client";
import { type Channel, EditorHost, type EditorHostOptions, memoryChannels } from "@tandem/codemirror/host";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(options: Partial<EditorHostOptions> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-host-")));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  const warnings: string[] = [];
  const host = await EditorHost.start({
    name: "Test",
    folders: [folder],
    home,
    env: {},
    log: ({ level, message }) => level === "warn" && warnings.push(message),
    ...options,
  });
  endings.push(
    () => removeFolder(root),
    () => host.close(),
  );
  const { choice } = await discover({ cwd: folder, home, env: {} });
  if (!choice.editor) throw new Error(choice.reason);
  const client = await connect(targetOf(choice.editor));
  endings.push(() => client.close());
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\n");
  return { host, client, folder, home, file, warnings };
}

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
};

/** A page that says what it is told to. */
class HandMadePage {
  readonly heard: Message[] = [];
  readonly channel: Channel;

  constructor(host: EditorHost, answers: Record<string, (params: Record<string, unknown>) => unknown> = {}) {
    const [hostSide, pageSide] = memoryChannels();
    this.channel = pageSide;
    pageSide.onMessage((message) => {
      const { id, method, params = {} } = message as Message;
      this.heard.push(message as Message);
      const answer = method === undefined ? undefined : answers[method];
      if (answer && id !== undefined) pageSide.send({ jsonrpc: "2.0", id, result: answer(params) });
    });
    host.attach(hostSide);
    endings.push(() => pageSide.close());
  }

  tell(method: string, params: unknown): void {
    this.channel.send({ jsonrpc: "2.0", method, params });
  }

  async ask(method: string, params: unknown): Promise<Message> {
    this.channel.send({ jsonrpc: "2.0", id: 99, method, params });
    await eventually(() => expect(this.heard.some(({ id }) => id === 99)).toBe(true));
    return this.heard.find(({ id }) => id === 99) ?? {};
  }

  asked(method: string): Message | undefined {
    return this.heard.findLast((message) => message.method === method);
  }
}

const propose = (client: Client, path: string) => {
  const answer = client.call("openDiff", {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "two\n",
    tab_name: "a review",
  });
  answer.catch(() => {});
  return answer;
};

test("without a window nothing is active, and nothing is open", async () => {
  const { client, file } = await start();
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
  expect(await client.call("getOpenEditors")).toEqual({ tabs: [] });
  expect(await client.call("checkDocumentDirty", { filePath: file })).toMatchObject({ success: false });
  const answer = await client.callRaw("openFile", { filePath: file });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).toContain("Test has no window open to show");
});

test("a review waits for the first window, which is asked for", async () => {
  let wanted = 0;
  const { host, client, file } = await start({ onWindowWanted: () => wanted++ });
  const answer = propose(client, file);
  await eventually(() => expect(wanted).toBe(1));
  new HandMadePage(host, { review: () => ({ accepted: true, text: "two\n" }) });
  expect(await answer).toEqual({ decision: "saved", text: "two\n" });
});

test("a review that its client takes back is taken from the page", async () => {
  const { host, client, file } = await start();
  const page = new HandMadePage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const closed = client.call("close_tab", { tab_name: "a review" });
  await eventually(() => expect(page.asked("$/cancelRequest")?.params).toEqual({ id: page.asked("review")?.id }));
  // The page hangs and never says that its view is gone: the client is answered all the same.
  expect((await closed).message).toBe("TAB_CLOSED");
});

const draftOf = (result: string) => packReview(editResult(startReview("one\n", "two\n"), result));

test("only the window that shows a review may say where the user is with it", async () => {
  const { host, client, file } = await start();
  const first = new HandMadePage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(first.asked("review")).toBeDefined());
  const proposal = first.asked("review")?.params?.proposal as { id: string };
  const second = new HandMadePage(host, { tabs: () => [] });
  second.tell("draftChanged", { id: proposal.id, draft: draftOf("not mine to say\n") });
  first.tell("draftChanged", { id: proposal.id, draft: draftOf("mine\n") });
  await second.ask("mention", { path: file });
  first.channel.close();
  await eventually(() => expect(second.asked("review")?.params?.draft).toEqual(draftOf("mine\n")));
});

test("a draft whose changes do not fit the proposal changes nothing and is told in the log", async () => {
  const { host, client, file, warnings } = await start();
  const page = new HandMadePage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const proposal = page.asked("review")?.params?.proposal as { id: string };
  page.tell("draftChanged", { id: proposal.id, draft: { ...draftOf("mine\n"), result: "mine\nand more\n" } });
  await eventually(() => expect(warnings).toEqual([expect.stringContaining("draftChanged")]));
  expect(host.ide.reviews[0]?.result).toBe("two\n");
});

test.each([
  ["selectionChanged", { selection: { path: 5, text: "", range: null } }],
  ["selectionChanged", { selection: { path: "/a", text: "x", range: { start: { line: -1, character: 0 } } } }],
  ["draftChanged", { id: "", draft: {} }],
  ["focused", null],
  ["anything", {}],
])("%s with %j changes nothing and is told in the log", async (method, params) => {
  const { host, client, warnings } = await start();
  const page = new HandMadePage(host, { selection: () => null });
  page.tell(method, params);
  await eventually(() => expect(warnings.join()).toContain("makes no sense"));
  expect(await client.call("getLatestSelection")).toMatchObject({ success: false });
});

test("a request that makes no sense is refused with words", async () => {
  const { host } = await start();
  const page = new HandMadePage(host);
  const answer = await page.ask("mention", { path: "", lines: { start: -1, end: 0 } });
  expect(answer.error?.message).toMatch(/^mention: path: /);
});

test("what is no message at all changes nothing", async () => {
  const { host, client, file, warnings } = await start();
  const page = new HandMadePage(host, { selection: () => null });
  for (const odd of [null, 5, "text", [], { jsonrpc: "1.0" }]) page.channel.send(odd);
  expect((await page.ask("mention", { path: file })).result).toMatchObject({ status: "queued" });
  expect(warnings.length).toBeGreaterThan(0);
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
});

test("an answer that makes no sense is an error in words, and the endpoint goes on", async () => {
  const { host, client } = await start();
  const page = new HandMadePage(host, { tabs: () => [{ path: 7 }] });
  const answer = await client.callRaw("getOpenEditors", {}).catch((error: Error) => error.message);
  expect(JSON.stringify(answer)).toContain("makes no sense");
  page.channel.close();
  await eventually(async () => expect(await client.call("getOpenEditors")).toEqual({ tabs: [] }));
});

test("a window that hangs holds a call up no longer than the endpoint's own limit", async () => {
  const { host, client } = await start({ callTimeoutMs: 200 });
  new HandMadePage(host);
  const answer = await client.callRaw("getOpenEditors", {}).catch((error: Error) => error.message);
  expect(JSON.stringify(answer)).toContain("did not answer within 0.2 s");
});

test("the terminal's variables name the endpoint, and a restart keeps its address", async () => {
  const { host } = await start();
  const { ide } = host;
  const { port, authToken } = ide;
  const states = new Set<string>();
  host.onStatusChanged(({ state }) => states.add(state.kind));
  expect(host.environment({}).CLAUDE_CODE_SSE_PORT).toBe(String(port));
  host.setPaused(true);
  await host.restart();
  expect([host.ide.port, host.ide.authToken, host.status.isPaused]).toEqual([port, authToken, true]);
  expect(host.ide).toBe(ide);
  expect(states).toEqual(new Set(["serving", "starting"]));
});

test("code runs when the application has asked its user, and not in one that cannot ask", async () => {
  const runCode = async (code: string) => [{ type: "text" as const, text: `ran ${code}` }];
  const { client: unasked } = await start({ runCode });
  expect((await unasked.listTools()).map(({ name }) => name)).not.toContain("executeCode");
  const answers: ("once" | "never")[] = ["never", "once"];
  const { host, client } = await start({
    runCode,
    codeQuestions: { asked: ({ run }) => void host.ide.code.answer(run, answers.shift() ?? "never") },
  });
  expect(JSON.stringify(await client.callRaw("executeCode", { code: "1 + 1" }))).toContain("does not want");
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

test("a file that two windows show was listed twice", async () => {
  const { host, client, file } = await start();
  new HandMadePage(host, { tabs: () => [tab(file, true)] });
  new HandMadePage(host, { tabs: () => [tab(file)] });
  const { tabs } = await client.call("getOpenEditors");
  // Unsaved in one of them is unsaved.
  expect(tabs.map(({ fileName, isDirty }) => [fileName, isDirty])).toEqual([[file, true]]);
});

test("a window that went while it was asked made the call fail, although another could answer", async () => {
  const { host, client, file } = await start();
  const cursor = { line: 0, character: 0 };
  const selection = { path: file, text: "", range: { start: cursor, end: cursor }, cursor };
  new HandMadePage(host, { selection: () => selection, closeTab: () => "closed" });
  for (const [tool, args] of [
    ["getCurrentSelection", {}],
    ["close_tab", { tab_name: "a.txt" }],
  ] as const) {
    const goes = new HandMadePage(host, {
      selection: () => goes.channel.close(),
      closeTab: () => goes.channel.close(),
    });
    goes.tell("focused", {});
    const answer = await client.callRaw(tool, args);
    expect(answer.isError ?? false).toBe(false);
    expect(goes.heard.length).toBeGreaterThan(0);
  }
});

test("a window that hung in the background held up every proposal and every list of tabs", async () => {
  const { host, client, file } = await start({ callTimeoutMs: 60_000 });
  new HandMadePage(host); // Says nothing.
  const active = new HandMadePage(host, {
    tabs: () => [tab(file)],
    review: () => ({ accepted: true, text: "two\n" }),
  });
  active.tell("focused", {});
  const { tabs } = await client.call("getOpenEditors");
  expect(tabs.map(({ fileName }) => fileName)).toEqual([file]);
  expect(await propose(client, file)).toEqual({ decision: "saved", text: "two\n" });
});

test("a busy window that had told its selection is believed", async () => {
  const { host, client, file } = await start({ callTimeoutMs: 60_000 });
  const page = new HandMadePage(host);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  page.tell("selectionChanged", { selection: { path: file, text: "one", range, cursor: range.end } });
  expect(await client.call("getCurrentSelection")).toMatchObject({ success: true, text: "one" });
});

test("saveDocument is offered only where an application saves for others", async () => {
  const { host, client } = await start();
  const offered = async () => (await client.listTools()).map(({ name }) => name).includes("saveDocument");
  const page = new HandMadePage(host);
  page.tell("joined", { canSave: false });
  await eventually(async () => expect(await offered()).toBe(false));
  page.channel.close();
  await eventually(async () => expect(await offered()).toBe(true));
});

test("what was paused while the connection was starting anew was shared again", async () => {
  const { host } = await start();
  const restarted = host.restart();
  host.setPaused(true);
  await restarted;
  expect(host.status.isPaused).toBe(true);
});

test("an application that could not wait for close() left its lock behind", async () => {
  const { host } = await start();
  const { lockFile } = host.ide;
  const closed = host.close();
  expect(existsSync(lockFile)).toBe(false);
  await closed;
});

test("a window that came after the end waited for ever", async () => {
  const { host } = await start();
  await host.close();
  const [hostSide, pageSide] = memoryChannels();
  const over = new Promise<void>((resolve) => void pageSide.onClose(resolve));
  host.attach(hostSide);
  await over;
});

test("what was typed into a review is kept when the host ends, for the application to offer", async () => {
  const { host, client, file, folder, home } = await start();
  const page = new HandMadePage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const proposal = page.asked("review")?.params?.proposal as { id: string };
  page.tell("draftChanged", { id: proposal.id, draft: draftOf("my own words\n") });
  // In a row, so that the host has read it.
  await page.ask("mention", { path: file });
  expect(await host.keptDrafts(), "it waits").toEqual([]);
  await host.close();
  const next = await EditorHost.start({ name: "Test", folders: [folder], home, env: {} });
  endings.push(() => next.close());
  const [draft] = await next.keptDrafts();
  expect(draft).toMatchObject({ kind: "review", path: file, text: "my own words\n" });
  await next.discardDraft(draft?.id ?? "");
  expect(await next.keptDrafts()).toEqual([]);
});
