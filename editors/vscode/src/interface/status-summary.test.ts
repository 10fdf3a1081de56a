import { expect, test } from "vitest";
import type { WindowStatus } from "../endpoint/endpoint.js";
import { summarizeStatus } from "./status-summary.js";

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

test("shows the most important state", () => {
  expect(summarizeStatus(running({ state: { kind: "starting" } }), 0).key).toBe("starting");
  expect(summarizeStatus(running({ state: { kind: "closed" } }), 0).key).toBe("closed");
  const failed = running({ state: { kind: "failed", reason: "no" } });
  expect(summarizeStatus(failed, 0)).toMatchObject({ key: "failed", isWarning: true });
  expect(summarizeStatus(running(), 0)).toMatchObject({ key: "disconnected", isWarning: false });
  expect(summarizeStatus(running({ clients: [client] }), 0)).toMatchObject({ key: "connected", clients: 1 });
  expect(summarizeStatus(running({ clients: [client] }), 2)).toMatchObject({ key: "waiting", waiting: 2, clients: 1 });
  expect(summarizeStatus(running({ clients: [client], isPaused: true }), 2)).toMatchObject({ key: "paused" });
});

test("counts a client once it is listening", () => {
  const connecting = { ...client, isListening: false };
  expect(summarizeStatus(running({ clients: [connecting] }), 0)).toMatchObject({ key: "disconnected", clients: 0 });
});

test("warns if clients did not reconnect after a reload", () => {
  expect(summarizeStatus(running({ isMissed: true }), 0)).toMatchObject({ key: "missed", isWarning: true });
});
