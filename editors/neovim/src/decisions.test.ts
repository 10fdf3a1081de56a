import type { ReviewRecord } from "@tandem-ide/base/review";
import { expect, test } from "vitest";
import { decisionNotice, decisionRow } from "./decisions.js";

const record: ReviewRecord = {
  id: "1",
  client: { id: "1", name: "claude-code", version: "2" },
  path: "/project/a.txt",
  endedAt: 5,
  outcome: "accepted",
};

test("a row has the time, file, agent, outcome and what the user said", () => {
  expect(decisionRow({ ...record, isWritten: true })).toEqual({
    at: 5,
    path: "/project/a.txt",
    agent: "Claude Code",
    outcome: "accepted",
  });
  expect(decisionRow({ ...record, isWritten: false }).outcome).toBe("accepted, not written");
  const feedback = { reason: "Keep the tax.", comments: [{ line: 2, text: "Why?" }] };
  expect(decisionRow({ ...record, outcome: "rejected", feedback }).note).toBe("Keep the tax. · Why?");
});

test("a notice leaves the file's name to Neovim, and a client's name can't be a format", () => {
  const client = { ...record.client, name: "100%s" };
  const format = "Accepted. 100%%s wrote %s.";
  expect(decisionNotice({ ...record, client, isWritten: true })).toEqual({ path: record.path, format, level: "info" });
  expect(decisionNotice({ ...record, isWritten: false })?.level).toBe("warn");
  expect(decisionNotice({ ...record, outcome: "withdrawn" })).toBeUndefined();
});
