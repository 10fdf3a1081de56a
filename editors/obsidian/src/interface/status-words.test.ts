import type { Endpoint, EndpointStatus } from "@tandem/server";
import { expect, test } from "vitest";
import type { VaultEndpointState } from "../endpoint/endpoint.js";
import { statusWords } from "./status-words.js";

function running(status: Partial<EndpointStatus> = {}): VaultEndpointState {
  const all: EndpointStatus = {
    state: { kind: "serving" },
    clients: [],
    queuedMentions: 0,
    isPaused: false,
    lastShared: undefined,
    ...status,
  };
  return { kind: "running", ide: {} as Endpoint, status: all };
}

const client = { id: "1", name: "claude-code", version: "2", isListening: true, openDiffs: [] };

test("says the most urgent thing first", () => {
  expect(statusWords({ kind: "failed", reason: "no folder" }, 0)).toMatchObject({ isWarning: true });
  expect(statusWords({ kind: "failed", reason: "no folder" }, 0).tooltip).toContain("no folder");
  expect(statusWords(running({ isPaused: true, clients: [client] }), 2).text).toContain("paused");
  expect(statusWords(running({ clients: [client] }), 2).text).toContain("2 to review");
  expect(statusWords(running({ clients: [client] }), 0).tooltip).toContain("1 session");
  expect(statusWords(running(), 0).tooltip).toContain("/ide");
});

test("a client that is not told of selections yet does not count", () => {
  const words = statusWords(running({ clients: [{ ...client, isListening: false }] }), 0);
  expect(words).toEqual(statusWords(running(), 0));
});
