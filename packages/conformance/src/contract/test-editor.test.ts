/** The suite itself: its declared tests, its skipped tests, and the needs of its cases. */
import assert from "node:assert/strict";
import nodeTest from "node:test";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import { requestSchema } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { caseGroups } from "./cases/index.js";
import { completeDriver, type Driver } from "./driver.js";
import type { Ability, TestEditorOptions } from "./options.js";
import { testEditor } from "./test-editor.js";
import { runContract } from "./testing/run-contract.js";
import { tampered } from "./testing/tamper.js";

const launch = memoryLauncher(MemoryEditor, { readyDelayMs: 20 });
const verbs = ["type", "save", "pendingReviews", "accept", "reject", "editAndAccept", "acceptHunks", "closeReview"];
const lifeVerbs = ["diagnose", "setPaused", "setFolders", "restartEndpoint", "quit", "kill"];
const optionalVerbs = new Set([...verbs, ...lifeVerbs]);

/** The driver of a correct editor that records the used verbs. */
function recording(note: (verb: string) => void): TestEditorOptions["launch"] {
  return async (options) => {
    const launched = await launch(options);
    const driver: Driver = new Proxy(launched.driver, {
      get(target, verb, receiver) {
        const value: unknown = Reflect.get(target, verb, receiver);
        if (typeof value !== "function" || typeof verb !== "string") return value;
        return (...args: unknown[]) => {
          note(verb);
          return Reflect.apply(value, target, args);
        };
      },
    });
    return { driver, stop: launched.stop };
  };
}

test("every case uses exactly the tools and verbs in its needs", { timeout: 60_000 }, async () => {
  const cases = caseGroups.flatMap((group) => group.cases);
  const used = new Map<string, Set<string>>();
  let current = new Set<string>();
  const noteVerb = (verb: string) => {
    if (optionalVerbs.has(verb)) current.add(verb);
  };
  const outcomes = await runContract({
    name: "Recorded",
    launch: tampered(recording(noteVerb), {
      fromClient: (message) => {
        const request = requestSchema.safeParse(JSON.parse(message));
        const params: unknown =
          request.success && request.data.method === "tools/call" ? request.data.params : undefined;
        if (typeof params === "object" && params !== null && "name" in params) current.add(String(params.name));
        return message;
      },
    }),
    // Cases about the lock would see the lock of the tampering relay.
    cannot: ["executeCode", "reopenWindow", "setFolders", "restartEndpoint", "quit", "kill"],
    onStart: (title) => {
      current = new Set();
      used.set(title, current);
    },
  });
  expect(outcomes.filter(({ status }) => status === "failed")).toEqual([]);
  for (const [title, abilities] of used) {
    if (title.includes("every tool")) continue; // It calls every offered tool.
    const needs: readonly Ability[] = cases.find((each) => each.title === title)?.needs ?? [];
    expect([title, [...abilities].sort()]).toEqual([title, [...needs].sort()]);
  }
  expect(used.size).toBe(cases.length - 8);
});

test("skips what the editor can't do, with the reason in the title", async () => {
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

test("a failed case shows what the user saw and what the client received instead", async () => {
  const outcomes = await runContract({
    name: "Wrong",
    launch: async (options) => {
      const { driver, stop } = await launch(options);
      const select: Driver["select"] = (path, { start }) => driver.select(path, { start, end: start });
      return { driver: { ...driver, select }, screen: () => "a.txt\n  one line", stop };
    },
    cannot: ["executeCode", "kill", "reopenWindow"],
    patienceMs: 600,
    pick: (title) => title.startsWith("NOT-01 A selection is sent with"),
  });
  expect(outcomes).toMatchObject([{ status: "failed" }]);
  const [, saw = "", received = ""] = outcomes[0]?.message?.split("\n\n") ?? [];
  expect(saw).toBe("The user saw:\n    a.txt\n      one line");
  expect(received).toMatch(/^Since the last expected notification, the clients received:\n {4}\{"kind":"selection"/);
});

test("a case after a failed one gets a new editor, so an editor that crashes fails only one case", async () => {
  let launches = 0;
  const stopped: number[] = [];
  const outcomes = await runContract({
    name: "Fragile",
    launch: async (options) => {
      const launched = await launch(options);
      const number = ++launches;
      const crash = async () => {
        await launched.stop();
        throw new Error("The editor has crashed");
      };
      return {
        driver: { ...launched.driver, ...(number === 1 && { mention: crash, openFile: crash, closeFile: crash }) },
        stop: async () => {
          stopped.push(number);
          await launched.stop();
        },
      };
    },
    cannot: ["executeCode", "kill", "reopenWindow"],
    pick: (title) => title.startsWith("TOOL-02"),
  });
  const [crashed, ...others] = outcomes.filter(({ status }) => status !== "skipped");
  expect(crashed?.message).toMatch(/^The editor has crashed/);
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter(({ status }) => status === "failed")).toEqual([]);
  expect([launches, stopped]).toEqual([2, [1, 2]]);
});

test("a case after one that the runner gave up on gets a new editor", async () => {
  const cases: { title: string; run: () => Promise<void> }[] = [];
  let end = async () => {};
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let launches = 0;
  testEditor({
    name: "Slow",
    launch: async (options) => {
      const { driver, stop } = await launch(options);
      const openFile = (path: string) => answered.then(() => driver.openFile(path));
      return { driver: ++launches === 1 ? { ...driver, openFile } : driver, stop };
    },
    describe: (_title, body) => body(),
    test: (title, _options, run) => cases.push({ title, run }),
    afterAll: (stop) => {
      end = stop;
    },
  });
  const [first, second] = cases.filter(
    ({ title }) => title.startsWith("TOOL-02 makeFrontmost") || title.startsWith("TOOL-02 openFile shows"),
  );
  const givenUp = first?.run().catch(() => {});
  await expect.poll(() => launches).toBe(1);
  await second?.run();
  expect(launches).toBe(2);
  answer();
  await givenUp;
  await second?.run();
  expect(launches).toBe(2);
  await end();
});

test("a skipped case says the reasons that are given", () => {
  const titles: string[] = [];
  testEditor({
    name: "Viewer",
    launch,
    cannot: { setFolders: "it shows one folder" },
    describe: (_title, body) => body(),
    test: (title, { skip }) => skip && titles.push(title),
  });
  expect(titles).toEqual([
    expect.stringMatching(/^LCK-07 .* \(skipped: Viewer cannot setFolders: it shows one folder\)$/),
  ]);
});

test("a minimal editor passes if `cannot` lists what it lacks", async () => {
  const bare: TestEditorOptions["launch"] = async (options) => {
    const { driver, stop } = await launch(options);
    const { openFile, closeFile, select, mention } = driver;
    return { driver: { openFile, closeFile, select, mention }, stop };
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

const bareDriver: Driver = { openFile: () => {}, closeFile: () => {}, select: () => {}, mention: () => {} };

test("a missing verb fails with advice", async () => {
  await expect(completeDriver(bareDriver, 100).kill()).rejects.toThrow(
    `The driver has no verb "kill". Add it, or list it in \`cannot\` if this editor can't support it.`,
  );
});

test("a verb that doesn't finish is named", async () => {
  const driver = completeDriver({ ...bareDriver, quit: () => new Promise(() => {}) }, 20);
  await expect(driver.quit()).rejects.toThrow('The driver\'s verb "quit": timed out after 20 ms');
});

test("a failed launch is reported by the case and retried by the next", async () => {
  let launches = 0;
  const failing: TestEditorOptions["launch"] = async () => {
    launches++;
    throw new Error("No display");
  };
  const pick = (title: string) => title.includes("file mention has") || title.includes("lines of a mention");
  const outcomes = await runContract({ name: "Absent", launch: failing, pick });
  expect(outcomes.map(({ message }) => message)).toEqual(["No display", "No display"]);
  expect(launches).toBe(2);
});

test("without afterAll, a final test stops the editor", async () => {
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
      return { driver: launched.driver, stop };
    },
    describe: (_title, body) => body(),
    test: (title, _options, run) => runs.push({ title, run }),
  });
  await runs.find(({ title }) => title.startsWith("LCK-06"))?.run();
  await runs.at(-1)?.run();
  expect(stops).toBe(1);
});

test("accepts the functions of node:test", () => {
  const { describe, test: nodesTest, after } = nodeTest;
  const functions: Pick<TestEditorOptions, "describe" | "test" | "afterAll"> = {
    describe,
    test: nodesTest,
    afterAll: after,
  };
  assert.equal(typeof functions.test, "function");
});

test("every case has a requirement id and a unique title", () => {
  const titles = caseGroups.flatMap((group) => group.cases.map((each) => each.title));
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title).toMatch(/^(CON|LCK|MCP|CLN|TOOL|NOT|SEC|PRV)-\d\d \S/);
});
