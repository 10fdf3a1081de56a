/**
 * Reasons and comments for an agent in the terminal. The terminal runs a stand-in for Claude Code: a script that prints its real
 * screens and repeats what is pasted.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import type { Client } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { TestWindow } from "../testing/test-window.js";
import { workbenchFixture } from "../testing/workbench-fixture.js";

const screens = new URL("../../../../packages/base/src/review/testing/screens/2.1.325/", import.meta.url);
const screen = (name: string) => readFileSync(new URL(`${name}.txt`, screens), "utf8");

/** A terminal that shows a screen, and another one after the agent is told to go on, with a review of a client in it. */
async function inTerminal(first: string, { isPasteBracketed = true, isOther = false, isTwice = false } = {}) {
  const clock = new FakeClock();
  const script = `stty raw -echo
    printf '\\033[?2004${isPasteBracketed ? "h" : "l"}'
    show() { printf '\\033[2J\\033[H'; sed "s/$/\\r/" "$1"; }
    show first; printf "pid=$$=\\r\\n\\033[1A\\033[2K"
    while ! [ -e go ]; do sleep 0.05; done
    show second
    cat -v`;
  const fixture = await workbenchFixture({ endpoint: { clock }, terminalCommand: ["sh", "-c", script] });
  const { running, folder, path } = fixture;
  writeFileSync(join(folder, "first"), screen(first));
  const window = new TestWindow(running.workbench);
  const printed = () =>
    window
      .received("terminal.output")
      .map(({ data }) => data)
      .join("");
  void window.ask("terminal.start", { columns: 150, rows: 40 });
  await expect.poll(printed, { timeout: 5_000 }).toMatch(/pid=\d+=/);
  const pid = isOther ? process.pid : Number(/pid=(\d+)=/.exec(printed())?.[1]);
  const client = await fixture.client();
  client.notify("ide_connected", { pid });
  if (isTwice) (await fixture.client()).notify("ide_connected", { pid });
  await expect
    .poll(() => running.endpoint.status.clients.filter((each) => each.pid === pid))
    .toHaveLength(isTwice ? 2 : 1);
  propose(client, path("a.txt"));
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(1);
  const review = running.workbench.reviews.all[0]?.id ?? "";
  return {
    ...{ ...fixture, clock, window, client, printed, review },
    decide: (accepted: boolean, reason?: string) =>
      window.ask("review.decide", { review, accepted, ...(reason !== undefined && { reason }) }),
    /** The agent shows another screen. */
    showNext(name: string) {
      writeFileSync(join(folder, "second"), screen(name));
      writeFileSync(join(folder, "go"), "");
    },
    /** Advances the clock until the answer is there. */
    async settled<T>(answer: Promise<T>): Promise<T> {
      let isOver = false;
      answer.finally(() => {
        isOver = true;
      });
      await expect
        .poll(
          () => {
            if (!isOver) clock.advance(50);
            return isOver;
          },
          { timeout: 10_000, interval: 20 },
        )
        .toBe(true);
      return await answer;
    },
  };
}

function propose(client: Client, file: string): void {
  const texts = { old_file_path: file, new_file_path: file, new_file_contents: "ONE\ntwo\nTHREE\n", tab_name: file };
  client.call("openDiff", texts).catch(() => {});
}

const text = "I rejected your edit to a.txt: 1. Keep it";

test("the reason goes into the prompt, unsent and as a paste, once the agent waits for one", async () => {
  const { decide, showNext, settled, printed } = await inTerminal("busy-review-menu");
  const told = decide(false, "1. Keep it\u001b[201~\r");
  showNext("idle-rejected");
  expect(await settled(told)).toEqual({ text: `${text}[201~`, isInPrompt: true });
  await expect.poll(printed).toContain(`^[[200~${text}[201~^[[201~`);
  expect(printed().split("^[[200~")[1]).not.toContain("^M");
});

test("a menu gets nothing: the reason is handed back to be copied", async () => {
  const { decide, settled, printed } = await inTerminal("busy-command-menu");
  expect(await settled(decide(false, "1. Keep it"))).toEqual({ text, isInPrompt: false });
  expect(printed()).not.toContain("I rejected");
});

test("an idle prompt that gives way to a menu gets nothing", async () => {
  const { decide, showNext, settled, printed } = await inTerminal("idle-rejected");
  const told = decide(false, "1. Keep it");
  showNext("busy-command-menu");
  await expect.poll(printed).toContain("Do you want to proceed?");
  expect(await settled(told)).toMatchObject({ isInPrompt: false });
  expect(printed()).not.toContain("I rejected");
});

test.for([
  ["without bracketed paste", { isPasteBracketed: false }],
  ["from a session in another terminal", { isOther: true }],
  ["when two sessions claim the same process", { isTwice: true }],
] as const)("nothing is pasted %s", async ([_, options]) => {
  const { decide, settled, printed, showNext } = await inTerminal("idle-rejected", options);
  expect(await settled(decide(false, "1. Keep it"))).toMatchObject({ isInPrompt: false });
  showNext("idle-rejected");
  expect(printed()).not.toContain("I rejected");
});

test("comments go with an accepted edit, to be copied, because the agent goes on working", async () => {
  const { decide, window, review, printed } = await inTerminal("idle-rejected");
  await window.ask("review.comment", { review, comments: [{ line: 2, text: "Louder." }] });
  expect(await decide(true)).toEqual({
    text: "I accepted your edit to a.txt:\n- Line 3: Louder.",
    isInPrompt: false,
  });
  expect(printed()).not.toContain("Louder");
});

test("another window sees the comments, and so does a reloaded one", async () => {
  const { running, window, review } = await inTerminal("idle-rejected");
  const other = new TestWindow(running.workbench);
  const comments = [{ line: 0, text: "Why?" }];
  await window.ask("review.comment", { review, comments });
  expect(other.received("review.comments")).toEqual([{ review, comments }]);
  expect(window.received("review.comments")).toEqual([]);
  expect(await other.ask("review.open", { review })).toMatchObject({ comments });
});

test("all reviews of a session give one message", async () => {
  const { window, client, running, path, review, settled } = await inTerminal("idle-rejected");
  propose(client, path("b.txt"));
  await expect.poll(() => running.workbench.reviews.all).toHaveLength(2);
  const second = running.workbench.reviews.all[1]?.id ?? "";
  for (const each of [review, second])
    await window.ask("review.comment", { review: each, comments: [{ line: 0, text: "No." }] });
  const session = running.workbench.reviews.all[0]?.review.client.id ?? "";
  const { feedback } = await settled(window.ask("review.decide-all", { client: session, accepted: false }));
  expect(feedback).toEqual({
    text: "I rejected your edit to a.txt:\n- Line 1: No.\n\nI rejected your edit to b.txt:\n- Line 1: No.",
    isInPrompt: true,
  });
});
