import type { ChangeOutcome } from "@tandem-ide/changes";
import { expect, test } from "vitest";
import { Decisions } from "./decisions.js";

function view(agrees = true) {
  const shown: string[] = [];
  return {
    shown,
    decisions: new Decisions({
      ask: async (question, action) => {
        shown.push(`asks ${question} [${action}]`);
        return agrees;
      },
      done: (messages, undone) => shown.push(`done ${messages.join(", ")}; restores ${undone.join(", ")}`),
      warn: (message) => shown.push(`warns ${message}`),
    }),
  };
}

const done = (message: string, undone?: string): ChangeOutcome => ({
  kind: "done",
  message,
  ...(undone !== undefined && { undone }),
});

test("several decisions give one notice, with everything that can be restored", async () => {
  const { shown, decisions } = view();
  await decisions.run("Undo", async () => [
    async () => done("a", "1"),
    async () => done("b"),
    async () => done("c", "2"),
  ]);
  expect(shown).toEqual(["done a, b, c; restores 1, 2"]);
});

test.each([
  [true, ["asks sure? [Undo]", "done a; restores "]],
  [false, ["asks sure? [Undo]"]],
])("asks where the recorder asks, and only goes on if the user agrees: %s", async (agrees, expected) => {
  const { shown, decisions } = view(agrees);
  const decision = async (confirmed: boolean) =>
    confirmed ? done("a") : ({ kind: "question", question: "sure?" } as const);
  await decisions.run("Undo", async () => [decision]);
  expect(shown).toEqual(expected);
});

test("warns about what was not done, and still does the rest", async () => {
  const { shown, decisions } = view();
  await decisions.run("Undo", async () => [
    async () => ({ kind: "outdated", message: "changed" }),
    async () => done("b"),
    async () => ({ kind: "refused", message: "no" }),
  ]);
  expect(shown).toEqual(["warns changed", "warns no", "done b; restores "]);
});

test("warns about a failure, and continues with the next decision", async () => {
  const { shown, decisions } = view();
  const failing = async () => {
    throw new Error("full disk");
  };
  const first = decisions.run("Undo", async () => [async () => done("a"), failing]);
  await Promise.all([first, decisions.run("Undo", async () => [async () => done("b")])]);
  expect(shown).toEqual(["done a; restores ", "warns full disk", "done b; restores "]);
});
