import type { ChangeOutcome } from "@tandem-ide/changes/model";
import { noChanges, showChanges } from "@tandem-ide/changes/remote";
import { expect, test, vi } from "vitest";
import { ChangeActions } from "./change-actions.js";

function actionsWith(undo: (isConfirmed: boolean) => ChangeOutcome, answer = true) {
  const changes = {
    ...showChanges(noChanges, "/"),
    undo: vi.fn(async (_target: unknown, isConfirmed = false) => undo(isConfirmed)),
    restore: vi.fn(async (): Promise<ChangeOutcome> => ({ kind: "done", message: "Restored a.txt" })),
  };
  const told: { message: string; restore: (() => void) | undefined }[] = [];
  const asked: string[] = [];
  const actions = new ChangeActions(changes, {
    async ask(question) {
      asked.push(question);
      return answer;
    },
    tell: (message, restore) => void told.push({ message, restore }),
  });
  return { actions, changes, told, asked };
}

const ask = (isConfirmed: boolean): ChangeOutcome =>
  isConfirmed ? { kind: "done", message: "Undid it", undone: "7" } : { kind: "question", question: "Undo it?" };

test("asks before an undo that affects the user's text, and only undoes it after a yes", async () => {
  const no = actionsWith(ask, false);
  expect((await no.actions.undo({ turn: "1" })).kind).toBe("question");
  expect(no.asked).toEqual(["Undo it?"]);
  expect(no.changes.undo).toHaveBeenCalledTimes(1);
  expect(no.told).toEqual([]);
  const yes = actionsWith(ask);
  expect((await yes.actions.undo({ turn: "1" })).kind).toBe("done");
  expect(yes.changes.undo).toHaveBeenLastCalledWith({ turn: "1" }, true);
});

test("what was undone is offered with the message", async () => {
  const { actions, changes, told } = actionsWith(ask);
  await actions.undo({ turn: "1" });
  expect(told.map(({ message }) => message)).toEqual(["Undid it"]);
  told[0]?.restore?.();
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ message: "Restored a.txt", restore: undefined }));
  expect(changes.restore).toHaveBeenCalledWith("7", false);
});

test("a file that changed in the meantime isn't undone, and the user sees why", async () => {
  const { actions, told } = actionsWith(() => ({ kind: "outdated", message: "a.txt has changed" }));
  expect((await actions.undo({ turn: "1", path: "/a.txt" })).kind).toBe("outdated");
  expect(told).toEqual([{ message: "a.txt has changed", restore: undefined }]);
});

test("shows the recorder's errors too", async () => {
  const { actions, told } = actionsWith(() => {
    throw new Error("The editor is busy");
  });
  expect((await actions.undo({ turn: "1" })).kind).toBe("refused");
  expect(told).toEqual([{ message: "The editor is busy", restore: undefined }]);
});
