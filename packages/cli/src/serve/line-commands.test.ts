/** The line commands, on a real endpoint with a real client. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "@tandem/client";
import type { Endpoint } from "@tandem/server";
import { type CodeKernel, createWorkbench, type RunningWorkbench } from "@tandem/workbench";
import { createColors } from "picocolors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shorten } from "../paths.js";
import { runLine as runLineOf } from "../prompt/run-line.js";
import { CodeDesk } from "./code-desk.js";
import type { ServeEvent } from "./events.js";
import { type Desk, lineCommands, withNumberShown } from "./line-commands.js";
import { ReviewDesk } from "./review-desk.js";

const runLine = (line: string, at: Desk) => runLineOf(withNumberShown(line, at), at, lineCommands);

let folder: string;
let running: RunningWorkbench;
let ide: Endpoint;
let desk: Desk;
let events: ServeEvent[];
let quits = 0;
let isAtPrompt = true;
/** A stand-in that answers with the code itself: no kernel is needed for what is typed here. */
const kernel: CodeKernel = {
  status: "idle",
  onStatusChanged: () => () => {},
  run: async (code) => ({
    isOk: true,
    executionCount: 1,
    outputs: [],
    answer: [{ type: "text", text: `ran ${code}` }],
  }),
  interrupt: async () => {},
  restart: async () => {},
};
const clients: Client[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n\nfour\n");
  writeFileSync(join(folder, ".env"), "SECRET=1\n");
  events = [];
  mkdirSync(join(folder, "page"));
  writeFileSync(join(folder, "page", "index.html"), "<!doctype html>");
  const short = (path: string) => shorten(path, [folder]);
  const reviews = new ReviewDesk({
    tell: (event) => events.push(event),
    shorten: short,
  });
  const code = new CodeDesk((event) => events.push(event));
  isAtPrompt = true;
  running = await createWorkbench({
    folders: [folder],
    pageFolder: join(folder, "page"),
    ide: { configDir: join(folder, "config"), env: {}, home: folder, readyDelayMs: 0 },
    onReview: reviews,
    codeRunner: { forWorkspace: async () => kernel, forNotebook: async () => kernel, closeNotebook: async () => {} },
    code: { asked: code.asked, answered: code.answered, canAnswer: () => isAtPrompt },
  });
  ({ ide } = running);
  const { editor, workbench } = running;
  const colors = createColors(false);
  const openPage = async () => ["The page is open."];
  const restartEndpoint = () => running.restartEndpoint();
  const commands = { openPage, restartEndpoint, quit: () => quits++ };
  desk = { workbench, editor, ide, reviews, code, cwd: folder, colors, shorten: short, ...commands };
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await running.close();
  rmSync(folder, { recursive: true });
});

async function newClient(onNotification: (method: string, params: unknown) => void = () => {}): Promise<Client> {
  const client = await connect({ port: ide.port, authToken: ide.authToken }, { onNotification });
  clients.push(client);
  return client;
}

function propose(client: Client, tab: string, text: string) {
  const path = join(folder, "a.txt");
  const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tab };
  const answer = client.call("openDiff", args);
  return { answer, isThere: expect.poll(() => desk.reviews.all.length) };
}

const say = async (line: string) => (await runLine(line, desk)).join("\n");

test("open selects whole lines, an empty last one too", async () => {
  expect(await say("open a.txt:2-3")).toBe("Opened a.txt:2-3.");
  expect((await desk.editor.currentSelection())?.text).toBe("two\n\n");
  expect(await say("open a.txt:5")).toBe("Opened a.txt:5.");
  expect((await desk.editor.currentSelection())?.text).toBe("");
  expect(await say("open a.txt:9")).toBe("The file has only 5 lines.");
  expect(await say(`open ${folder}`)).toMatch(/is a folder/);
});

test("a withheld file is opened and not mentioned, and the user is told", async () => {
  expect(await say("open .env")).toBe("Opened .env. Claude Code does not see it: Withheld by privacy rules (.env*).");
  expect(await say("mention .env")).toBe(".env was not mentioned: Withheld by privacy rules.");
});

test("a mention waits for a client", async () => {
  expect(await say("mention a.txt:1-2")).toBe("No client listens yet: a.txt:1-2 is mentioned to the next one.");
  expect(await say("status")).toMatch(/Mentions {2}1 wait/);
  const heard: unknown[] = [];
  await newClient((method, params) => heard.push([method, params]));
  await expect
    .poll(() => heard)
    .toContainEqual(["at_mentioned", { filePath: join(folder, "a.txt"), lineStart: 0, lineEnd: 1 }]);
  expect(await say("mention a.txt")).toBe("Mentioned a.txt to 1 client.");
});

test("a review is shown, and accepted without a number when it is the only one", async () => {
  expect(await say("accept")).toBe("No review waits.");
  const { answer, isThere } = propose(await newClient(), "t", "one\nTWO\n\nfour\n");
  await isThere.toBe(1);
  expect(await say("reviews")).toBe("1  a.txt  +1 −1");
  expect(await say("show 1")).toMatch(/^-two\n\+TWO$/m);
  expect(await say("accept")).toBe("");
  expect(await answer).toEqual({ decision: "saved", text: "one\nTWO\n\nfour\n" });
  expect(events.map((event) => [event.event, "outcome" in event && event.outcome])).toEqual([
    ["review-opened", false],
    ["review-closed", "accepted"],
  ]);
});

test("a review is accepted with what was just typed into it in the page", async () => {
  const { answer, isThere } = propose(await newClient(), "t", "one\n");
  await isThere.toBe(1);
  const review = desk.reviews.find("1").item;
  let receive: (frame: string) => void = () => {};
  desk.workbench.windows.add({
    name: undefined,
    unsentBytes: 0,
    // A page that was about to send a letter, and then says that it has.
    send: (text) => {
      const { event, data } = JSON.parse(text);
      if (event !== "flush") return;
      const updates = [{ changes: [[0, "x"], 4] }];
      const params = { document: review.document, version: 0, clientId: "page", updates };
      receive(JSON.stringify({ id: 1, method: "document.push", params }));
      receive(JSON.stringify({ flushed: data.flush }));
    },
    onMessage: (listener) => {
      receive = listener;
    },
    onClose: () => {},
    close: () => {},
  });
  await say("accept");
  expect(await answer).toEqual({ decision: "saved", text: "xone\n" });
});

test("with several reviews a number is needed, and numbers stay", async () => {
  const client = await newClient();
  const first = propose(client, "1", "1");
  await first.isThere.toBe(1);
  const second = propose(client, "2", "2");
  await second.isThere.toBe(2);
  expect(await say("reject")).toBe("Several reviews wait: say which one, 1, 2.");
  expect(await say("reject 1")).toBe("");
  expect(await first.answer).toMatchObject({ decision: "rejected" });
  expect(await say("accept 1")).toMatch(
    /^Review 1 is over, so your answer was not used\.\nWaiting now:\nReview 2: a\.txt/,
  );
  expect(await say("accept 7")).toBe("There is no review 7; waiting: 2.");
  expect(await say("accept 2")).toBe("");
  expect(await second.answer).toEqual({ decision: "saved", text: "2" });
});

test("a review that the client withdraws is told as such", async () => {
  const client = await newClient();
  const { answer, isThere } = propose(client, "t", "x");
  await isThere.toBe(1);
  await client.call("close_tab", { tab_name: "t" });
  await answer;
  expect(events.at(-1)).toMatchObject({ event: "review-closed", review: 1, outcome: "withdrawn" });
});

test("pause and resume", async () => {
  await say("pause");
  expect(ide.status.isPaused).toBe(true);
  expect(await say("mention a.txt")).toBe("a.txt was not mentioned: Sharing is paused.");
  await say("resume");
  expect(ide.status.isPaused).toBe(false);
});

test("restart ends every connection and listens at the same address; what is paused stays so", async () => {
  const client = await newClient();
  const statuses: number[] = [];
  running.onStatusChanged(({ clients }) => statuses.push(clients.length));
  await say("pause");
  expect(await say("restart")).toBe(`Restarted on port ${ide.port}. Claude Code comes back by itself.`);
  await client.closed;
  expect(running.ide.authToken).toBe(ide.authToken);
  expect(running.ide.status.isPaused).toBe(true);
  expect(statuses.at(-1)).toBe(0);
  await newClient();
  expect(statuses.at(-1)).toBe(1);
});

test("help names every command, an unknown one gets a hint, an empty line nothing", async () => {
  for (const name of [
    "page",
    "open",
    "mention",
    "reviews",
    "show",
    "accept",
    "reject",
    "code",
    "allow",
    "deny",
    "pause",
    "resume",
    "restart",
    "status",
    "quit",
  ])
    expect(await say("help")).toContain(`  ${name} `);
  expect(await say("opne a.txt")).toMatch(/Did you mean open\?/);
  expect(await say("toString")).toMatch(/is not a command/);
  expect(await say("  ")).toBe("");
  await say("quit");
  expect(quits).toBe(1);
});

test("code is allowed and denied by its number, after a look at it", async () => {
  const client = await newClient();
  expect(await say("allow")).toBe("No code waits to be allowed.");
  const first = client.callRaw("executeCode", { code: "print(1)\n\u001b[2Jprint(2)" });
  await expect.poll(() => desk.code.all.length).toBe(1);
  expect(events.at(-1)).toMatchObject({ event: "code-asked", question: 1 });
  expect(await say("code")).toBe("print(1)\n^[[2Jprint(2)");
  const second = client.callRaw("executeCode", { code: "b" });
  await expect.poll(() => desk.code.all.length).toBe(2);
  expect(await say("allow")).toBe("Several pieces of code wait: say which one, 1, 2.");
  expect(await say("deny 3")).toBe("There is no code 3; waiting: 1, 2.");
  expect(await say("deny 1")).toBe("");
  expect(await first).toMatchObject({ isError: true });
  expect(await say("allow")).toBe("");
  expect(await second).toMatchObject({ content: [{ text: "ran b" }] });
  expect(events.slice(-2)).toEqual([
    { event: "code-answered", question: 1, outcome: "refused" },
    { event: "code-answered", question: 2, outcome: "allowed" },
  ]);
});

test("allow runs what was shown: other code that took its place while it was typed is refused and shown", async () => {
  const client = await newClient();
  const taken = new AbortController();
  const first = client.callRaw("executeCode", { code: "harmless()" }, { signal: taken.signal }).catch(() => {});
  await expect.poll(() => desk.code.all.length).toBe(1);
  taken.abort();
  await first;
  const second = client.callRaw("executeCode", { code: "evil()\u200b" });
  await expect.poll(() => desk.code.all.map(({ number }) => number)).toEqual([2]);
  expect(await say("allow")).toBe(
    [
      "Code 1 is over, so your answer was not used.",
      "Waiting now:",
      "Code 2: Claude Code wants to run",
      "    evil()<U+200B>",
      "  Decide in the page, or type allow 2 or deny 2.",
    ].join("\n"),
  );
  expect(events.at(-1)).toMatchObject({ event: "code-asked", question: 2 });
  expect(await say("allow 1")).toMatch(/^Code 1 is over/);
  // It has been shown by now.
  expect(await say("allow")).toBe("");
  expect(await second).toMatchObject({ content: [{ text: "ran evil()\u200b" }] });
});

test("an answer means what was shown when it was entered, however long the line before it takes", async () => {
  const client = await newClient();
  const taken = new AbortController();
  const first = client.callRaw("executeCode", { code: "harmless()" }, { signal: taken.signal }).catch(() => {});
  await expect.poll(() => desk.code.all.length).toBe(1);
  const entered = withNumberShown("allow", desk);
  taken.abort();
  await first;
  const second = client.callRaw("executeCode", { code: "evil()" });
  await expect.poll(() => desk.code.all.map(({ number }) => number)).toEqual([2]);
  expect((await runLineOf(entered, desk, lineCommands)).join("\n")).toMatch(/^Code 1 is over/);
  expect(await say("deny 2")).toBe("");
  expect(await second).toMatchObject({ isError: true });
});

test("with two that wait, one of which is taken back while the answer is typed, the other is not allowed in its place", async () => {
  const client = await newClient();
  const taken = new AbortController();
  const first = client.callRaw("executeCode", { code: "a" }, { signal: taken.signal }).catch(() => {});
  await expect.poll(() => desk.code.all.length).toBe(1);
  const second = client.callRaw("executeCode", { code: "b" });
  await expect.poll(() => desk.code.all.length).toBe(2);
  taken.abort();
  await first;
  await expect.poll(() => desk.code.all.length).toBe(1);
  expect(await say("allow")).toMatch(/^Code 1 is over[\s\S]*Code 2: /);
  expect(await say("deny")).toBe("");
  expect(await second).toMatchObject({ isError: true });
});

test("accept and reject decide the review that was shown, and no other that took its place while it was typed", async () => {
  const client = await newClient();
  const first = propose(client, "t", "harmless\n");
  await first.isThere.toBe(1);
  await client.call("close_tab", { tab_name: "t" });
  await first.answer;
  const second = propose(client, "t", "evil\n");
  await second.isThere.toBe(1);
  expect(await say("accept")).toMatch(
    /^Review 1 is over, so your answer was not used\.\nWaiting now:\nReview 2: a\.txt/,
  );
  expect(desk.workbench.reviews.all).toHaveLength(1);
  expect(await say("reject")).toBe("");
  expect(await second.answer).toMatchObject({ decision: "rejected" });
});

test("a review that is taken back while a window sends what was typed is not accepted, nor is the next one", async () => {
  const client = await newClient();
  const first = propose(client, "t", "harmless\n");
  await first.isThere.toBe(1);
  let flushed = () => {};
  const { windows } = desk.workbench;
  const flush = vi.spyOn(windows, "flush").mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        flushed = resolve;
      }),
  );
  const accepting = say("accept");
  expect(flush).toHaveBeenCalledOnce();
  await client.call("close_tab", { tab_name: "t" });
  await first.answer;
  const second = propose(client, "t", "evil\n");
  await second.isThere.toBe(1);
  flushed();
  expect(await accepting).toMatch(/^Review 1 is over/);
  expect(await say("reject 2")).toBe("");
  expect(await second.answer).toMatchObject({ decision: "rejected" });
});

test("code is refused at once where nobody is at the prompt and no window is open", async () => {
  isAtPrompt = false;
  const client = await newClient();
  const answer = await client.callRaw("executeCode", { code: "a" });
  expect(JSON.stringify(answer)).toContain("nobody is there to allow it");
  expect(events).toEqual([]);
});

test("while sharing is paused no code runs for a client, and what waited is withdrawn", async () => {
  const client = await newClient();
  const first = client.callRaw("executeCode", { code: "a" });
  await expect.poll(() => desk.code.all.length).toBe(1);
  await say("pause");
  expect(JSON.stringify(await first)).toContain("Sharing is paused");
  expect(await say("allow 1")).toMatch(/^Code 1 is over/);
  const second = await client.callRaw("executeCode", { code: "b" });
  expect(JSON.stringify(second)).toContain("Sharing is paused");
  await say("resume");
  const third = client.callRaw("executeCode", { code: "c" });
  await expect.poll(() => desk.code.all.length).toBe(1);
  await say("allow");
  expect(await third).toMatchObject({ content: [{ text: "ran c" }] });
});
