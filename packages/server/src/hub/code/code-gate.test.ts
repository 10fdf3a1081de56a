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
  const codeGate = gate();
  const first = outcomeOf(codeGate.pass("1", never));
  const second = outcomeOf(codeGate.pass("2", never));
  const third = outcomeOf(codeGate.pass("3", never));
  expect(codeGate.waiting.map(({ code }) => code)).toEqual(["1", "2", "3"]);
  codeGate.answer(codeGate.waiting[1]?.run ?? "", "never");
  expect(await second).toBe("The user didn't allow this code to run");
  codeGate.answer(codeGate.waiting[0]?.run ?? "", "always");
  expect(await Promise.all([first, third, outcomeOf(codeGate.pass("4", never))])).toEqual([
    "allowed",
    "allowed",
    "allowed",
  ]);
  codeGate.askAgain();
  const again = outcomeOf(codeGate.pass("5", never));
  expect(codeGate.waiting).toHaveLength(1);
  codeGate.answer(codeGate.waiting[0]?.run ?? "", "once");
  expect(await again).toBe("allowed");
});

test("a folder that is added later isn't allowed", async () => {
  let folders = ["/a"];
  const codeGate = gate({ folders: () => folders });
  const first = outcomeOf(codeGate.pass("1", never));
  codeGate.answer(codeGate.waiting[0]?.run ?? "", "always");
  expect(await first).toBe("allowed");
  folders = ["/a", "/b"];
  expect(codeGate.isAllowed).toBe(false);
  folders = [];
  expect(codeGate.isAllowed).toBe(false);
});

test("refuses at once if there is no viewer, and refuses pending questions when the last viewer leaves", async () => {
  let isViewerPresent = true;
  const codeGate = gate({ isViewerPresent: () => isViewerPresent });
  const waiting = outcomeOf(codeGate.pass("1", never));
  codeGate.viewerLeft();
  expect(codeGate.waiting).toHaveLength(1);
  isViewerPresent = false;
  codeGate.viewerLeft();
  const message = "The code was not run because no one is available to approve it. Ask the user to come back.";
  expect(await waiting).toBe(message);
  expect(await outcomeOf(codeGate.pass("2", never))).toBe(message);
});

test("a withdrawn question ends, and the view gets each outcome", async () => {
  const messages: string[] = [];
  const codeGate = gate({
    asked: ({ code }) => void messages.push(`asked ${code}`),
    answered: ({ code }, outcome) => messages.push(`${code} ${outcome}`),
  });
  const withdrawal = new AbortController();
  const asked = outcomeOf(codeGate.pass("1", withdrawal.signal));
  withdrawal.abort(new Error("withdrawn"));
  expect(await asked).toBe("withdrawn");
  expect(codeGate.waiting).toEqual([]);
  expect(messages).toEqual(["asked 1", "1 withdrawn"]);
});

test("a permission that can't be saved applies for this session, and the user gets a message", async () => {
  const allowedFolders = {
    has: () => false,
    set: (_folders: readonly string[], isAllowed: boolean) => {
      if (isAllowed) throw new Error("the disk is full");
    },
  };
  const codeGate = gate({ allowedFolders });
  const asked = outcomeOf(codeGate.pass("1", never));
  expect(() => codeGate.answer(codeGate.waiting[0]?.run ?? "", "always")).toThrow("the disk is full");
  expect(await asked).toBe("allowed");
  expect(codeGate.isAllowed).toBe(true);
  codeGate.askAgain();
  expect(codeGate.isAllowed).toBe(false);
});

test("a permission that can't be deleted is ignored for this session, and the user gets a message", async () => {
  const allowedFolders = {
    has: () => true,
    set: (_folders: readonly string[], isAllowed: boolean) => {
      if (!isAllowed) throw new Error("the disk is full");
    },
  };
  let changes = 0;
  const codeGate = gate({ allowedFolders, changed: () => changes++ });
  expect(codeGate.isAllowed).toBe(true);
  expect(() => codeGate.askAgain()).toThrow("the disk is full");
  expect(codeGate.isAllowed).toBe(false);
  expect(changes).toBe(1);
  const asked = outcomeOf(codeGate.pass("1", never));
  codeGate.answer(codeGate.waiting[0]?.run ?? "", "always");
  expect(await asked).toBe("allowed");
  expect(codeGate.isAllowed).toBe(true);
});

test('"always" right after "no" allows nothing', async () => {
  const codeGate = gate();
  const asked = outcomeOf(codeGate.pass("1", never));
  const { run = "" } = codeGate.waiting[0] ?? {};
  codeGate.answer(run, "never");
  codeGate.answer(run, "always");
  expect(codeGate.isAllowed).toBe(false);
  expect(await asked).toBe("The user didn't allow this code to run");
});

test("an answer to a withdrawn question runs nothing, and the caller gets an error", async () => {
  const codeGate = gate();
  const withdrawal = new AbortController();
  const first = outcomeOf(codeGate.pass("harmless", withdrawal.signal));
  const [shown] = codeGate.waiting;
  withdrawal.abort(new Error("withdrawn"));
  await first;
  const second = outcomeOf(codeGate.pass("evil", never));
  expect(codeGate.answer(shown?.run ?? "", "always")).toBe(false);
  expect(codeGate.isAllowed).toBe(false);
  expect(codeGate.waiting.map(({ code }) => code)).toEqual(["evil"]);
  expect(codeGate.answer(codeGate.waiting[0]?.run ?? "", "never")).toBe(true);
  expect(await second).toBe("The user didn't allow this code to run");
});

test("a question that can't be shown is refused", async () => {
  const codeGate = gate({
    asked: () => {
      throw new Error("the terminal is gone");
    },
  });
  expect(await outcomeOf(codeGate.pass("1", never))).toBe("the terminal is gone");
  expect(codeGate.waiting).toEqual([]);
});
