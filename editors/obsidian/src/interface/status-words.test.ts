import type { EndpointStatus } from "@tandem/server";
import { expect, test } from "vitest";
import { statusWords } from "./status-words.js";

function running(status: Partial<EndpointStatus> = {}): EndpointStatus {
  return {
    state: { kind: "serving" },
    clients: [],
    queuedMentions: 0,
    isPaused: false,
    lastShared: undefined,
    ...status,
  };
}

const client = { id: "1", name: "claude-code", version: "2", isListening: true, openDiffs: [] };

test("says the most urgent thing first", () => {
  const failed = running({ state: { kind: "failed", reason: "no folder" } });
  expect(statusWords(failed, 0)).toMatchObject({ isWarning: true });
  expect(statusWords(failed, 0).tooltip).toContain("no folder");
  expect(statusWords(running({ isPaused: true, clients: [client] }), 2).text).toContain("paused");
  expect(statusWords(running({ clients: [client] }), 2).text).toContain("2 to review");
  expect(statusWords(running({ clients: [client] }), 0).tooltip).toContain("1 session");
  expect(statusWords(running(), 0).tooltip).toContain("/ide");
});

test("a client that is not told of selections yet does not count", () => {
  const words = statusWords(running({ clients: [{ ...client, isListening: false }] }), 0);
  expect(words).toEqual(statusWords(running(), 0));
});
