import type { EndpointStatus } from "@tandem-ide/server";
import { expect, test } from "vitest";
import { statusText } from "./status-text.js";

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

test("shows the most urgent status", () => {
  const failed = running({ state: { kind: "failed", reason: "no folder" } });
  expect(statusText(failed, 0, 0)).toMatchObject({ isWarning: true });
  expect(statusText(failed, 0, 0).tooltip).toContain("no folder");
  expect(statusText(running({ isPaused: true, clients: [client] }), 2, 0).text).toContain("paused");
  expect(statusText(running({ clients: [client] }), 2, 0).text).toContain("2 to review");
  expect(statusText(running({ clients: [client] }), 0, 0).tooltip).toContain("1 Claude Code session");
  expect(statusText(running(), 0, 0).tooltip).toContain("/ide");
  expect(statusText(running({ clients: [client] }), 0, 3).text).toBe("Claude: 3 changed files");
  expect(statusText(running({ clients: [client] }), 2, 3).text).toContain("2 to review");
  // Changes stay listed for days, and the status must still say whether Claude is connected.
  expect(statusText(running({ clients: [client] }), 0, 3).tooltip).toContain("1 Claude Code session connected");
  expect(statusText(running(), 0, 3).tooltip).toContain("isn't connected");
});

test("does not count a client that isn't listening yet", () => {
  const words = statusText(running({ clients: [{ ...client, isListening: false }] }), 0, 0);
  expect(words).toEqual(statusText(running(), 0, 0));
});
