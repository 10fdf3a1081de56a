/** Reviews in the host with pages that misbehave and send raw messages. The client is a real one. */
import { EditorHost, memoryChannels } from "@tandem-ide/codemirror/host";
import { expect, onTestFinished, test } from "vitest";
import { Reviews } from "../../editors/codemirror/src/host/reviews.js";
import { HostWindow } from "../../editors/codemirror/src/host/window.js";
import { Windows } from "../../editors/codemirror/src/host/windows.js";
import { PendingReview } from "../../packages/server/src/hub/reviews/review.js";
import { eventually } from "../eventually.js";
import { draftOf, hostFixture, type Message, propose, RawPage } from "./host-fixture.js";

test("a review requests a window and waits for it", async () => {
  let wanted = 0;
  const { host, client, file } = await hostFixture({ onWindowWanted: () => wanted++ });
  const answer = propose(client, file);
  await eventually(() => expect(wanted).toBe(1));
  new RawPage(host, { review: () => ({ accepted: true, text: "two\n" }) });
  expect(await answer).toEqual({ decision: "saved", text: "two\n" });
});

test("a withdrawn review is removed from the page", async () => {
  const { host, client, file } = await hostFixture();
  const page = new RawPage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const closed = client.call("close_tab", { tab_name: "a review" });
  await eventually(() => expect(page.asked("$/cancelRequest")?.params).toEqual({ id: page.asked("review")?.id }));
  // The page hangs and never confirms that its view is closed: the client gets a response anyway.
  expect((await closed).message).toBe("TAB_CLOSED");
});

test("only the window that shows a review can update it", async () => {
  const { host, client, file } = await hostFixture();
  const first = new RawPage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(first.asked("review")).toBeDefined());
  const proposal = first.asked("review")?.params?.proposal as { id: string };
  const second = new RawPage(host, { tabs: () => [] });
  second.tell("draftChanged", { id: proposal.id, draft: draftOf("not mine to say\n") });
  first.tell("draftChanged", { id: proposal.id, draft: draftOf("mine\n") });
  await second.ask("mention", { path: file });
  first.channel.close();
  await eventually(() => expect(second.asked("review")?.params?.draft).toEqual(draftOf("mine\n")));
});

test("the reason and the comments of a rejection are recorded, and a new window gets the comments", async () => {
  const { host, client, file } = await hostFixture();
  const ended: unknown[] = [];
  host.endpoint.onReviewEnded(({ outcome, feedback }) => ended.push({ outcome, feedback }));
  const first = new RawPage(host, { tabs: () => [] });
  const answer = propose(client, file);
  await eventually(() => expect(first.asked("review")).toBeDefined());
  const proposal = first.asked("review")?.params?.proposal as { id: string };
  const comments = [{ line: 0, text: "Why?" }];
  first.tell("commented", { id: proposal.id, comments });
  await first.ask("mention", { path: file });
  first.channel.close();
  const second = new RawPage(host, { review: () => ({ accepted: false, reason: "Keep it." }) });
  expect(await answer).toMatchObject({ decision: "rejected" });
  expect(second.asked("review")?.params?.comments).toEqual(comments);
  expect(ended).toEqual([{ outcome: "rejected", feedback: { reason: "Keep it.", comments } }]);
});

test("ignores and logs a draft whose changes do not fit the proposal", async () => {
  const { host, client, file, warnings } = await hostFixture();
  const page = new RawPage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const proposal = page.asked("review")?.params?.proposal as { id: string };
  page.tell("draftChanged", { id: proposal.id, draft: { ...draftOf("mine\n"), result: "mine\nand more\n" } });
  await eventually(() => expect(warnings).toEqual([expect.stringContaining("draftChanged")]));
  expect(host.endpoint.reviews[0]?.result).toBe("two\n");
});

test("text typed into a review is stored when the host closes, for the application to offer", async () => {
  const { host, client, file, folder, home } = await hostFixture();
  const page = new RawPage(host, { tabs: () => [] });
  void propose(client, file);
  await eventually(() => expect(page.asked("review")).toBeDefined());
  const proposal = page.asked("review")?.params?.proposal as { id: string };
  page.tell("draftChanged", { id: proposal.id, draft: draftOf("my own words\n") });
  // Requests are handled in order, so the host has read it.
  await page.ask("mention", { path: file });
  expect(await host.drafts(), "it waits").toEqual([]);
  await host.close();
  const next = await EditorHost.start({ name: "Test", folders: [folder], home, env: {} });
  onTestFinished(() => next.close());
  const [draft] = await next.drafts();
  expect(draft).toMatchObject({ kind: "review", path: file, text: "my own words\n" });
  await next.discardDraft(draft?.id ?? "");
  expect(await next.drafts()).toEqual([]);
});

test("an emptied file that its agent can't write comes back with the reason, instead of being rejected", async () => {
  const [hostSide, pageSide] = memoryChannels();
  onTestFinished(() => pageSide.close());
  const heard: string[] = [];
  const answers = [{ accepted: true, text: "" }, { accepted: false }];
  pageSide.onMessage((message) => {
    const { id, method = "" } = message as Message;
    heard.push(method);
    if (method === "review") pageSide.send({ jsonrpc: "2.0", id, result: answers.shift() });
  });
  const windows = new Windows();
  const nothing = () => {};
  windows.add(
    new HostWindow(hostSide, () => ({
      events: {
        joined: nothing,
        selectionChanged: nothing,
        focused: nothing,
        draftChanged: nothing,
        commented: nothing,
      },
      requests: {} as never,
      problem: nothing,
      closed: nothing,
    })),
  );
  const reviews = new Reviews({ windows, windowWanted: nothing, isHidden: () => false, problem: nothing });
  const path = "/project/a.txt";
  const client = { id: "1", name: "some-agent", version: "1" };
  const texts = { oldText: "one\n", newText: "", isNewFile: false, hasUnsavedChanges: false };
  const proposal = { id: "1", client, path, oldPath: path, tabName: "a", ...texts };
  const decision = await reviews.review(new PendingReview(proposal, "non-empty text", nothing));
  expect(decision).toEqual({ accepted: false });
  expect(heard).toEqual(["review", "notAcceptable", "review"]);
});
