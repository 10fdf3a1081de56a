import { expect, test } from "vitest";
import { CodeGate, type CodeGateOptions, type CodeQuestionView } from "./code-gate.js";

function gate({
  asked = () => {},
  answered,
  isViewerPresent,
  ...options
}: Partial<CodeGateOptions & CodeQuestionView> = {}) {
  const view: CodeQuestionView = {
    asked,
    ...(answered && { answered }),
    ...(isViewerPresent && { isViewerPresent }),
    noViewerAdvice: "Ask the user to come back.",
  };
  return new CodeGate({ folders: () => ["/a"], view: () => view, ...options });
}

const never = new AbortController().signal;

/** Returns the outcome of a question. */
function outcomeOf(asked: Promise<void>): Promise<string> {
  return asked.then(
    () => "allowed",
    (error: Error) => error.message,
  );
}

test("each question is answered separately, unless the answer is always", async () => {
  const asking = gate();
  const first = outcomeOf(asking.pass("1", never));
  const second = outcomeOf(asking.pass("2", never));
  const third = outcomeOf(asking.pass("3", never));
  expect(asking.waiting.map(({ code }) => code)).toEqual(["1", "2", "3"]);
  asking.answer(asking.waiting[1]?.run ?? "", "never");
  expect(await second).toBe("The user didn't allow this code to run");
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

test("a folder that is added later isn't allowed", async () => {
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

test("refuses at once if there is no viewer, and refuses pending questions when the last viewer leaves", async () => {
  let isViewerPresent = true;
  const asking = gate({ isViewerPresent: () => isViewerPresent });
  const waiting = outcomeOf(asking.pass("1", never));
  asking.viewerLeft();
  expect(asking.waiting).toHaveLength(1);
  isViewerPresent = false;
  asking.viewerLeft();
  const words = "The code was not run because no one is available to approve it. Ask the user to come back.";
  expect(await waiting).toBe(words);
  expect(await outcomeOf(asking.pass("2", never))).toBe(words);
});

test("a withdrawn question ends, and the view gets each outcome", async () => {
  const messages: string[] = [];
  const asking = gate({
    asked: ({ code }) => void messages.push(`asked ${code}`),
    answered: ({ code }, outcome) => messages.push(`${code} ${outcome}`),
  });
  const taken = new AbortController();
  const asked = outcomeOf(asking.pass("1", taken.signal));
  taken.abort(new Error("taken back"));
  expect(await asked).toBe("taken back");
  expect(asking.waiting).toEqual([]);
  expect(messages).toEqual(["asked 1", "1 withdrawn"]);
});

test("a permission that can't be saved applies for this session, and the user gets a message", async () => {
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

test("a permission that can't be deleted is ignored for this session, and the user gets a message", async () => {
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

test('"always" right after "no" allows nothing', async () => {
  const asking = gate();
  const asked = outcomeOf(asking.pass("1", never));
  const { run = "" } = asking.waiting[0] ?? {};
  asking.answer(run, "never");
  asking.answer(run, "always");
  expect(asking.isAllowed).toBe(false);
  expect(await asked).toBe("The user didn't allow this code to run");
});

test("an answer to a withdrawn question runs nothing, and the caller gets an error", async () => {
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
  expect(await second).toBe("The user didn't allow this code to run");
});

test("a question that can't be shown is refused", async () => {
  const asking = gate({
    asked: () => {
      throw new Error("the terminal has gone");
    },
  });
  expect(await outcomeOf(asking.pass("1", never))).toBe("the terminal has gone");
  expect(asking.waiting).toEqual([]);
});
