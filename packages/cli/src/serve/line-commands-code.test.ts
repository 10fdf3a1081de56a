/** The line commands that answer whether code may run, with a real endpoint and a real client. */
import { expect, test } from "vitest";
import { runLine } from "../prompt/run-line.js";
import { lineFixture } from "../testing/line-fixture.js";
import { addShownNumber, lineCommands } from "./line-commands.js";

test("code is shown, allowed and denied by number", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  expect(await fixture.say("allow")).toBe("No code is awaiting approval.");
  const first = client.callRaw("executeCode", { code: "print(1)\n\u001b[2Jprint(2)" });
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  expect(fixture.events.at(-1)).toMatchObject({ event: "code-asked", question: 1 });
  expect(await fixture.say("code")).toBe("print(1)\n^[[2Jprint(2)");
  const second = client.callRaw("executeCode", { code: "b" });
  await expect.poll(() => fixture.context.code.all.length).toBe(2);
  expect(await fixture.say("allow")).toBe("Several pieces of code are awaiting approval. Add a number: 1, 2.");
  expect(await fixture.say("deny 3")).toBe("There is no code 3. Pending: 1, 2.");
  expect(await fixture.say("deny 1")).toBe("");
  expect(await first).toMatchObject({ isError: true });
  expect(await fixture.say("allow")).toBe("");
  expect(await second).toMatchObject({ content: [{ text: "ran b" }] });
  expect(fixture.events.slice(-2)).toEqual([
    { event: "code-answered", question: 1, outcome: "refused" },
    { event: "code-answered", question: 2, outcome: "allowed" },
  ]);
});

test("allow refuses code that replaced the shown code while the user was typing", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const withdrawn = new AbortController();
  const first = client.callRaw("executeCode", { code: "harmless()" }, { signal: withdrawn.signal }).catch(() => {});
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  withdrawn.abort();
  await first;
  const second = client.callRaw("executeCode", { code: "evil()\u200b" });
  await expect.poll(() => fixture.context.code.all.map(({ number }) => number)).toEqual([2]);
  expect(await fixture.say("allow")).toBe(
    [
      "Code 1 is no longer pending, so your answer was ignored.",
      "Pending now:",
      "Code 2: Claude Code wants to run this:",
      "    evil()<U+200B>",
      "  Decide in the browser, or type allow 2 or deny 2.",
    ].join("\n"),
  );
  expect(fixture.events.at(-1)).toMatchObject({ event: "code-asked", question: 2 });
  expect(await fixture.say("allow 1")).toMatch(/^Code 1 is no longer pending/);
  // Now it has been shown.
  expect(await fixture.say("allow")).toBe("");
  expect(await second).toMatchObject({ content: [{ text: "ran evil()\u200b" }] });
});

test("an answer refers to the item shown when it was entered, even if an earlier line takes long", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const withdrawn = new AbortController();
  const first = client.callRaw("executeCode", { code: "harmless()" }, { signal: withdrawn.signal }).catch(() => {});
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  const entered = addShownNumber("allow", fixture.context);
  withdrawn.abort();
  await first;
  const second = client.callRaw("executeCode", { code: "evil()" });
  await expect.poll(() => fixture.context.code.all.map(({ number }) => number)).toEqual([2]);
  expect((await runLine(entered, fixture.context, lineCommands)).join("\n")).toMatch(/^Code 1 is no longer pending/);
  expect(await fixture.say("deny 2")).toBe("");
  expect(await second).toMatchObject({ isError: true });
});

test("with two pending, withdrawing one while the user types does not allow the other", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const withdrawn = new AbortController();
  const first = client.callRaw("executeCode", { code: "a" }, { signal: withdrawn.signal }).catch(() => {});
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  const second = client.callRaw("executeCode", { code: "b" });
  await expect.poll(() => fixture.context.code.all.length).toBe(2);
  withdrawn.abort();
  await first;
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  expect(await fixture.say("allow")).toMatch(/^Code 1 is no longer pending[\s\S]*Code 2: /);
  expect(await fixture.say("deny")).toBe("");
  expect(await second).toMatchObject({ isError: true });
});

test("code is refused immediately without a prompt or an open window", async () => {
  const fixture = await lineFixture();
  fixture.isAtPrompt = false;
  const client = await fixture.connect();
  const answer = await client.callRaw("executeCode", { code: "a" });
  expect(JSON.stringify(answer)).toContain("no one is available to approve it");
  expect(fixture.events).toEqual([]);
});

test("pausing withdraws pending code and blocks new code", async () => {
  const fixture = await lineFixture();
  const client = await fixture.connect();
  const first = client.callRaw("executeCode", { code: "a" });
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  await fixture.say("pause");
  expect(JSON.stringify(await first)).toContain("Sharing is paused");
  expect(await fixture.say("allow 1")).toMatch(/^Code 1 is no longer pending/);
  const second = await client.callRaw("executeCode", { code: "b" });
  expect(JSON.stringify(second)).toContain("Sharing is paused");
  await fixture.say("resume");
  const third = client.callRaw("executeCode", { code: "c" });
  await expect.poll(() => fixture.context.code.all.length).toBe(1);
  await fixture.say("allow");
  expect(await third).toMatchObject({ content: [{ text: "ran c" }] });
});
