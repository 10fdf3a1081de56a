import type { Endpoint, EndpointStatus } from "@tandem/server";
import { expect, test } from "vitest";
import type { WindowEndpointState } from "../endpoint/endpoint.js";
import { statusWords } from "./status-words.js";

const client = { id: "1", name: "claude-code", version: "2", isListening: true, openDiffs: [] };
const status: EndpointStatus = {
  state: { kind: "serving" },
  clients: [],
  queuedMentions: 0,
  isPaused: false,
  lastShared: undefined,
};
// What it says does not depend on the endpoint itself.
const ide = {} as Endpoint;

function running(more: Partial<EndpointStatus> = {}, isMissed = false): WindowEndpointState {
  return { kind: "running", ide, status: { ...status, ...more }, isMissed };
}

test("it says the most urgent thing", () => {
  expect(statusWords({ kind: "starting" }, 0).key).toBe("starting");
  expect(statusWords({ kind: "closed" }, 0).key).toBe("closed");
  expect(statusWords({ kind: "failed", reason: "no" }, 0)).toMatchObject({ key: "failed", isWarning: true });
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
  expect(statusWords(running({}, true), 0)).toMatchObject({ key: "missed", isWarning: true });
});
