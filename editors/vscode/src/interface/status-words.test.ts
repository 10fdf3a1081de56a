import { expect, test } from "vitest";
import type { WindowStatus } from "../endpoint/endpoint.js";
import { statusWords } from "./status-words.js";

const client = { id: "1", name: "claude-code", version: "2", isListening: true, openDiffs: [] };

function running(more: Partial<WindowStatus> = {}): WindowStatus {
  return {
    state: { kind: "serving" },
    clients: [],
    queuedMentions: 0,
    isPaused: false,
    lastShared: undefined,
    isMissed: false,
    ...more,
  };
}

test("it says the most urgent thing", () => {
  expect(statusWords(running({ state: { kind: "starting" } }), 0).key).toBe("starting");
  expect(statusWords(running({ state: { kind: "closed" } }), 0).key).toBe("closed");
  const failed = running({ state: { kind: "failed", reason: "no" } });
  expect(statusWords(failed, 0)).toMatchObject({ key: "failed", isWarning: true });
  expect(statusWords(running(), 0)).toMatchObject({ key: "nobody", isWarning: false });
  expect(statusWords(running({ clients: [client] }), 0)).toMatchObject({ key: "connected", clients: 1 });
  expect(statusWords(running({ clients: [client] }), 2)).toMatchObject({ key: "waiting", waiting: 2, clients: 1 });
  expect(statusWords(running({ clients: [client], isPaused: true }), 2)).toMatchObject({ key: "paused" });
});

test("a client counts when it listens, which is a moment after it has connected", () => {
  const connecting = { ...client, isListening: false };
  expect(statusWords(running({ clients: [connecting] }), 0)).toMatchObject({ key: "nobody", clients: 0 });
});

test("clients that did not come back after a reload need their user", () => {
  expect(statusWords(running({ isMissed: true }), 0)).toMatchObject({ key: "missed", isWarning: true });
});
