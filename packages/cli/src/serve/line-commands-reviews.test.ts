/** The line commands that decide reviews, with a real endpoint and a real client. */
import { expect, test, vi } from "vitest";
import { lineFixture } from "../testing/line-fixture.js";

test("the only review is shown and accepted without a number", async () => {
  const fixture = await lineFixture();
  expect(await fixture.say("accept")).toBe("No pending reviews.");
  const { answer, count } = fixture.propose(await fixture.connect(), "t", "one\nTWO\n\nfour\n");
  await count.toBe(1);
  expect(await fixture.say("reviews")).toBe("1  a.txt  +1 −1");
  expect(await fixture.say("show 1")).toMatch(/^-two\n\+TWO$/m);
  expect(await fixture.say("accept")).toBe("");
  expect(await answer).toEqual({ decision: "saved", text: "one\nTWO\n\nfour\n" });
  expect(fixture.events.map((event) => [event.event, "outcome" in event && event.outcome])).toEqual([
    ["review-opened", false],
    ["review-closed", "accepted"],
  ]);
});

test("accepting includes text just typed in the page", async () => {
  const fixture = await lineFixture();
  const { answer, count } = fixture.propose(await fixture.connect(), "t", "one\n");
  await count.toBe(1);
  const review = fixture.context.reviews.find("1").item;
  let receive: (frame: string) => void = () => {};
  fixture.context.workbench.windows.add({
    name: undefined,
    unsentBytes: 0,
    // A page that still has a letter to send when asked to flush.
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
  await fixture.say("accept");
  expect(await answer).toEqual({ decision: "saved", text: "xone\n" });
});

test("several reviews need a number, and numbers are not reused", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const first = fixture.propose(client, "1", "1");
  await first.count.toBe(1);
  const second = fixture.propose(client, "2", "2");
  await second.count.toBe(2);
  expect(await fixture.say("reject")).toBe("Several reviews are pending. Add a number: 1, 2.");
  expect(await fixture.say("reject 1")).toBe("");
  expect(await first.answer).toMatchObject({ decision: "rejected" });
  expect(await fixture.say("accept 1")).toMatch(
    /^Review 1 is no longer pending, so your answer was ignored\.\nPending now:\nReview 2: a\.txt/,
  );
  expect(await fixture.say("accept 7")).toBe("There is no review 7. Pending: 2.");
  expect(await fixture.say("accept 2")).toBe("");
  expect(await second.answer).toEqual({ decision: "saved", text: "2" });
});

test("reports a review that the client withdraws", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const { answer, count } = fixture.propose(client, "t", "x");
  await count.toBe(1);
  await client.call("close_tab", { tab_name: "t" });
  await answer;
  expect(fixture.events.at(-1)).toMatchObject({ event: "review-closed", review: 1, outcome: "withdrawn" });
});

test("accept and reject only decide the review that was shown", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const first = fixture.propose(client, "t", "harmless\n");
  await first.count.toBe(1);
  await client.call("close_tab", { tab_name: "t" });
  await first.answer;
  const second = fixture.propose(client, "t", "evil\n");
  await second.count.toBe(1);
  expect(await fixture.say("accept")).toMatch(
    /^Review 1 is no longer pending, so your answer was ignored\.\nPending now:\nReview 2: a\.txt/,
  );
  expect(fixture.context.workbench.reviews.all).toHaveLength(1);
  expect(await fixture.say("reject")).toBe("");
  expect(await second.answer).toMatchObject({ decision: "rejected" });
});

test("a review withdrawn during a flush is not accepted, and neither is the next one", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const first = fixture.propose(client, "t", "harmless\n");
  await first.count.toBe(1);
  let flushed = () => {};
  const { windows } = fixture.context.workbench;
  const flush = vi.spyOn(windows, "flush").mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        flushed = resolve;
      }),
  );
  const accepting = fixture.say("accept");
  expect(flush).toHaveBeenCalledOnce();
  await client.call("close_tab", { tab_name: "t" });
  await first.answer;
  const second = fixture.propose(client, "t", "evil\n");
  await second.count.toBe(1);
  flushed();
  expect(await accepting).toMatch(/^Review 1 is no longer pending/);
  expect(await fixture.say("reject 2")).toBe("");
  expect(await second.answer).toMatchObject({ decision: "rejected" });
});
