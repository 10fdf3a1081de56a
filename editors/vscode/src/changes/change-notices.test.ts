import type { ChangeList } from "@tandem-ide/changes";
import { expect, test } from "vitest";
import { ChangeNotices } from "./change-notices.js";

/** A window, with the memory of its workspace. */
function openWindow(stored = new Map<string, unknown>()) {
  const told: string[] = [];
  const listeners = new Set<() => void>();
  const changes: { list: ChangeList; onChanged(listener: () => void): () => void } = {
    list: { turns: [], undone: [], problems: [] },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const notices = new ChangeNotices({
    changes,
    memory: {
      get: (key, defaultValue) => (stored.get(key) as typeof defaultValue | undefined) ?? defaultValue,
      update: async (key, value) => void stored.set(key, value),
    },
    tellRecording: () => told.push("recording"),
    tellProblem: (message) => told.push(message),
  });
  const fail = (folder: string, message: string) => {
    changes.list = { ...changes.list, problems: [{ folder, message }] };
    for (const listener of listeners) listener();
  };
  return { notices, told, fail, stored };
}

const settled = async () => {};

test("announces recording once for each folder, even across windows", async () => {
  const first = openWindow();
  await Promise.all([first.notices.recording(["/p"], settled), first.notices.recording(["/p"], settled)]);
  await first.notices.recording(["/p"], settled);
  expect(first.told).toEqual(["recording"]);
  const second = openWindow(first.stored);
  await second.notices.recording(["/p"], settled);
  expect(second.told).toEqual([]);
  await second.notices.recording(["/p", "/q"], settled);
  expect(second.told).toEqual(["recording"]);
});

test("a folder that can't be recorded says why once, and not that it is recorded", async () => {
  const { notices, told, fail } = openWindow();
  await notices.recording(["/home/me"], async () => fail("/home/me", "Not in your home directory."));
  fail("/home/me", "Not in your home directory.");
  expect(told).toEqual(["Not in your home directory."]);
});
