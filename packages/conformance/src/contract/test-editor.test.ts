/** The suite itself: what it declares, what it skips, and that its cases need what they say. */
import assert from "node:assert/strict";
import nodeTest from "node:test";
import { MemoryEditor } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import { requestSchema } from "@tandem/protocol";
import { expect, test } from "vitest";
import { caseGroups } from "./cases/index.js";
import { completeHand, type Hand } from "./hand.js";
import type { Ability, TestEditorOptions } from "./options.js";
import { testEditor } from "./test-editor.js";
import { runContract } from "./testing/run-contract.js";
import { tampered } from "./testing/tamper.js";

const launch = memoryLauncher(MemoryEditor, { readyDelayMs: 20 });
const verbs = ["type", "save", "pendingReviews", "accept", "reject", "editAndAccept", "acceptHunks", "closeReview"];
const lifeVerbs = ["diagnose", "setPaused", "setFolders", "restartEndpoint", "quit", "kill"];
const optionalVerbs = new Set([...verbs, ...lifeVerbs]);

/** The hand of a plain editor that notes which verbs are used. */
function noting(note: (verb: string) => void): TestEditorOptions["launch"] {
  return async (options) => {
    const launched = await launch(options);
    const hand: Hand = new Proxy(launched.hand, {
      get(target, verb, receiver) {
        const value: unknown = Reflect.get(target, verb, receiver);
        if (typeof value !== "function" || typeof verb !== "string") return value;
        return (...args: unknown[]) => {
          note(verb);
          return Reflect.apply(value, target, args);
        };
      },
    });
    return { hand, stop: launched.stop };
  };
}

test("every case needs exactly the tools and verbs that it says it needs", { timeout: 60_000 }, async () => {
  const cases = caseGroups.flatMap((group) => group.cases);
  const used = new Map<string, Set<string>>();
  let current = new Set<string>();
  const noteVerb = (verb: string) => {
    if (optionalVerbs.has(verb)) current.add(verb);
  };
  const outcomes = await runContract({
    name: "Noted",
    launch: tampered(noting(noteVerb), {
      fromClient: (message) => {
        const request = requestSchema.safeParse(JSON.parse(message));
        const params: unknown =
          request.success && request.data.method === "tools/call" ? request.data.params : undefined;
        if (typeof params === "object" && params !== null && "name" in params) current.add(String(params.name));
        return message;
      },
    }),
    // Those about the lock see the tampering in between, which has a lock of its own.
    cannot: ["executeCode", "reopenWindow", "setFolders", "restartEndpoint", "quit", "kill"],
    onStart: (title) => {
      current = new Set();
      used.set(title, current);
    },
  });
  expect(outcomes.filter(({ status }) => status === "failed")).toEqual([]);
  for (const [title, abilities] of used) {
    if (title.includes("every tool")) continue; // It calls whatever is offered.
    const needs: readonly Ability[] = cases.find((each) => each.title === title)?.needs ?? [];
    expect([title, [...abilities].sort()]).toEqual([title, [...needs].sort()]);
  }
  expect(used.size).toBe(cases.length - 8);
});

test("what the editor cannot do is skipped, with the reason in the title", async () => {
  const declared: { title: string; skip: boolean }[] = [];
  testEditor({
    name: "Viewer",
    launch,
    cannot: ["openDiff", "kill"],
    describe: (_title, body) => body(),
    test: (title, { skip }) => declared.push({ title, skip }),
    afterAll: () => {},
  });
  const skipped = declared.filter(({ skip }) => skip);
  expect(skipped.length).toBeGreaterThan(30);
  for (const { title } of skipped) expect(title).toMatch(/\(skipped: Viewer cannot (openDiff|kill)\)$/);
  expect(declared.find(({ title }) => title.includes("close_tab closes a file"))?.skip).toBe(false);
});

test("an editor that can do next to nothing fails in nothing when that is said", async () => {
  const bare: TestEditorOptions["launch"] = async (options) => {
    const { hand, stop } = await launch(options);
    const { openFile, closeFile, select, mention } = hand;
    return { hand: { openFile, closeFile, select, mention }, stop };
  };
  const cannot: Ability[] = ["type", "save", "pendingReviews", "accept", "reject", "editAndAccept", "acceptHunks"];
  cannot.push(
    "closeReview",
    "reopenWindow",
    "diagnose",
    "setPaused",
    "setFolders",
    "restartEndpoint",
    "quit",
    "kill",
    "executeCode",
  );
  const outcomes = await runContract({ name: "Bare", launch: bare, cannot });
  expect(outcomes.filter(({ status }) => status === "failed")).toEqual([]);
  expect(outcomes.filter(({ status }) => status === "passed").length).toBeGreaterThan(40);
});

const bareHand: Hand = { openFile: () => {}, closeFile: () => {}, select: () => {}, mention: () => {} };

test("a verb that is missing says so and what to do", async () => {
  await expect(completeHand(bareHand, 100).kill()).rejects.toThrow(
    'The hand has no verb "kill". Add it, or name it in `cannot` if this editor cannot have it.',
  );
});

test("a verb that does not end is named", async () => {
  const hand = completeHand({ ...bareHand, quit: () => new Promise(() => {}) }, 20);
  await expect(hand.quit()).rejects.toThrow('The hand\'s verb "quit": it did not happen within 20 ms');
});

test("a launch that fails is told by the case, and tried again by the next", async () => {
  let launches = 0;
  const failing: TestEditorOptions["launch"] = async () => {
    launches++;
    throw new Error("The display is not there");
  };
  const pick = (title: string) => title.includes("A mention of");
  const outcomes = await runContract({ name: "Absent", launch: failing, pick });
  expect(outcomes.map(({ message }) => message)).toEqual(["The display is not there", "The display is not there"]);
  expect(launches).toBe(2);
});

test("without afterAll a last test ends the editor", async () => {
  const runs: { title: string; run: () => Promise<void> }[] = [];
  let stops = 0;
  testEditor({
    name: "Memory",
    launch: async (options) => {
      const launched = await launch(options);
      const stop = async () => {
        stops++;
        await launched.stop();
      };
      return { hand: launched.hand, stop };
    },
    describe: (_title, body) => body(),
    test: (title, _options, run) => runs.push({ title, run }),
  });
  await runs.find(({ title }) => title.startsWith("LCK-06"))?.run();
  await runs.at(-1)?.run();
  expect(stops).toBe(1);
});

test("the functions of node:test fit as they are", () => {
  const { describe, test: nodesTest, after } = nodeTest;
  const functions: Pick<TestEditorOptions, "describe" | "test" | "afterAll"> = {
    describe,
    test: nodesTest,
    afterAll: after,
  };
  assert.equal(typeof functions.test, "function");
});

test("every case is named by an id of the requirements, and no two are alike", () => {
  const titles = caseGroups.flatMap((group) => group.cases.map((each) => each.title));
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title).toMatch(/^(CON|LCK|MCP|CLN|TOOL|NOT|SEC|PRV)-\d\d \S/);
});
