import { expect, test } from "vitest";
import { type ReportFacts, reportText } from "./report.js";

const facts: ReportFacts = {
  extension: "0.1.0",
  editor: "Cursor 1.99.0",
  remote: "ssh-remote",
  node: "20.18.0",
  platform: "linux x64",
  pid: 4711,
  folders: ["/project"],
  endpoint: {
    port: 12345,
    lockFile: "/home/ada/.claude/ide/12345.lock",
    status: {
      state: { kind: "serving" },
      clients: [
        { id: "1", name: "claude-code", version: "2.1.325", pid: 99, isListening: true, openDiffs: ["a"] },
        { id: "2", name: "other", version: "1", isListening: false, openDiffs: [] },
      ],
      queuedMentions: 2,
      isPaused: false,
      lastShared: "/project/a.ts",
    },
  },
  reviews: 1,
  discovery: ["Cursor on port 12345: fits"],
  settings: { hiddenFiles: ["*.key"] },
  activationMs: 12.4,
};

test("a report contains the most important facts", () => {
  const report = reportText(facts);
  for (const words of [
    "extension 0.1.0 in Cursor 1.99.0, remote: ssh-remote",
    "activated in 12 ms",
    "parent process of terminals: 4711",
    "port 12345, lock file /home/ada/.claude/ide/12345.lock",
    "claude-code 2.1.325, process 99, ready, pending reviews: 1",
    "other 1, process unknown, connecting",
    "queued mentions: 2",
    "Cursor on port 12345: fits",
    'hiddenFiles: ["*.key"]',
  ])
    expect(report).toContain(words);
});

test("a report contains why the endpoint did not start, and marks empty lists", () => {
  const report = reportText({ ...facts, endpoint: { problem: "no free port" }, folders: [], discovery: [] });
  expect(report).toContain("endpoint: no free port");
  expect(report).toContain("folders: none");
  expect(report).toContain("- no lock file");
});
