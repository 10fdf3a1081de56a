import { expect, test } from "vitest";
import { CodeGate, type CodeGateOptions, type CodeQuestionView } from "./code-gate.js";

function gate({
  asked = () => {},
  answered,
  isAnybodyThere,
  ...options
}: Partial<CodeGateOptions & CodeQuestionView> = {}) {
  const view: CodeQuestionView = {
    asked,
    ...(answered && { answered }),
    ...(isAnybodyThere && { isAnybodyThere }),
    nobodyAdvice: "Ask the user to come back.",
  };
  return new CodeGate({ folders: () => ["/a"], view: () => view, ...options });
}

const never = new AbortController().signal;

/** What came of a question, in a word. */
function outcomeOf(asked: Promise<void>): Promise<string> {
  return asked.then(
    () => "allowed",
    (error: Error) => error.message,
  );
}

test("each question is answered for itself, unless the answer is always", async () => {
  const asking = gate();
  const first = outcomeOf(asking.pass("1", never));
  const second = outcomeOf(asking.pass("2", never));
  const third = outcomeOf(asking.pass("3", never));
  expect(asking.waiting.map(({ code }) => code)).toEqual(["1", "2", "3"]);
  asking.answer(asking.waiting[1]?.run ?? "", "never");
  expect(await second).toBe("The user does not want this code to run");
  asking.answer(asking.waiting[0]?.run ?? "", "always");
  expect(await Promise.all([first, third, outcomeOf(asking.pass("4", never))])).toEqual([
    "allowed",
    "allowed",
    "allowed",
  ]);
  asking.askAgain();
  const again = outcomeOf(asking.pass("5", never));
  expect(asking.waiting).toHaveLength(1);
  asking.answer(asking.waiting[0]?.run ?? "", "once");
  expect(await again).toBe("allowed");
});

test("a folder that comes into the workspace later is not allowed with the others", async () => {
  let folders = ["/a"];
  const asking = gate({ folders: () => folders });
  const first = outcomeOf(asking.pass("1", never));
  asking.answer(asking.waiting[0]?.run ?? "", "always");
  expect(await first).toBe("allowed");
  folders = ["/a", "/b"];
  expect(asking.isAllowed).toBe(false);
  folders = [];
  expect(asking.isAllowed).toBe(false);
});

test("with nobody there it is refused at once, and so is what waits when the last one goes", async () => {
  let isAnybodyThere = true;
  const asking = gate({ isAnybodyThere: () => isAnybodyThere });
  const waiting = outcomeOf(asking.pass("1", never));
  asking.nobodyIsThere();
  expect(asking.waiting).toHaveLength(1);
  isAnybodyThere = false;
  asking.nobodyIsThere();
  const words = "This code was not run, because nobody is there to allow it. Ask the user to come back.";
  expect(await waiting).toBe(words);
  expect(await outcomeOf(asking.pass("2", never))).toBe(words);
});

test("a question that is taken back ends, and whoever follows is told how each ended", async () => {
  const told: string[] = [];
  const asking = gate({
    asked: ({ code }) => void told.push(`asked ${code}`),
    answered: ({ code }, outcome) => told.push(`${code} ${outcome}`),
  });
  const taken = new AbortController();
  const asked = outcomeOf(asking.pass("1", taken.signal));
  taken.abort(new Error("taken back"));
  expect(await asked).toBe("taken back");
  expect(asking.waiting).toEqual([]);
  expect(told).toEqual(["asked 1", "1 withdrawn"]);
});

test("an always that cannot be remembered counts for now, and the user is told", async () => {
  const allowedFolders = {
    has: () => false,
    set: (_folders: readonly string[], isAllowed: boolean) => {
      if (isAllowed) throw new Error("the disk is full");
    },
  };
  const asking = gate({ allowedFolders });
  const asked = outcomeOf(asking.pass("1", never));
  expect(() => asking.answer(asking.waiting[0]?.run ?? "", "always")).toThrow("the disk is full");
  expect(await asked).toBe("allowed");
  expect(asking.isAllowed).toBe(true);
  asking.askAgain();
  expect(asking.isAllowed).toBe(false);
});

test("an allowance that cannot be taken back on the disk does not count any more here, and the user is told", async () => {
  const allowedFolders = {
    has: () => true,
    set: (_folders: readonly string[], isAllowed: boolean) => {
      if (!isAllowed) throw new Error("the disk is full");
    },
  };
  let changes = 0;
  const asking = gate({ allowedFolders, changed: () => changes++ });
  expect(asking.isAllowed).toBe(true);
  expect(() => asking.askAgain()).toThrow("the disk is full");
  expect(asking.isAllowed).toBe(false);
  expect(changes).toBe(1);
  const asked = outcomeOf(asking.pass("1", never));
  asking.answer(asking.waiting[0]?.run ?? "", "always");
  expect(await asked).toBe("allowed");
  expect(asking.isAllowed).toBe(true);
});

test("an always that comes behind a no, before anybody has heard of that, allows nothing", async () => {
  const asking = gate();
  const asked = outcomeOf(asking.pass("1", never));
  const { run = "" } = asking.waiting[0] ?? {};
  asking.answer(run, "never");
  asking.answer(run, "always");
  expect(asking.isAllowed).toBe(false);
  expect(await asked).toBe("The user does not want this code to run");
});

test("an answer to code that was taken back runs nothing, and whoever gave it is told", async () => {
  const asking = gate();
  const taken = new AbortController();
  const first = outcomeOf(asking.pass("harmless", taken.signal));
  const [shown] = asking.waiting;
  taken.abort(new Error("taken back"));
  await first;
  const second = outcomeOf(asking.pass("evil", never));
  expect(asking.answer(shown?.run ?? "", "always")).toBe(false);
  expect(asking.isAllowed).toBe(false);
  expect(asking.waiting.map(({ code }) => code)).toEqual(["evil"]);
  expect(asking.answer(asking.waiting[0]?.run ?? "", "never")).toBe(true);
  expect(await second).toBe("The user does not want this code to run");
});

test("a question that could not be told is refused and waits no longer", async () => {
  const asking = gate({
    asked: () => {
      throw new Error("the terminal has gone");
    },
  });
  expect(await outcomeOf(asking.pass("1", never))).toBe("the terminal has gone");
  expect(asking.waiting).toEqual([]);
});
