/** For every check, there is a client with a fault that this check alone finds. */
import { describe, expect, it } from "vitest";
import { listClientChecks } from "./run.js";
import type { ClientFault } from "./testing/faults/fault.js";
import { allClientFaults } from "./testing/faults/index.js";
import { checkClient } from "./testing/run-client.js";

async function expectFound(fault: ClientFault): Promise<void> {
  const report = await checkClient(fault.break, fault.options);
  const failed = report.results.filter(({ status }) => status === "fail");
  expect(failed.map(({ name }) => name)).toEqual([fault.check]);
  expect(failed[0]?.seen).toMatch(fault.seen);
  expect(failed[0]?.expected).not.toBe("");
}

describe.concurrent("finds a broken client with exactly one check", { timeout: 30_000 }, () => {
  it.each(allClientFaults.map((fault) => [fault.check, fault.what, fault] as const))("%s: %s", (_check, _what, fault) =>
    expectFound(fault),
  );
});

describe("the table of faults", () => {
  it("has a fault for every check", () => {
    const covered = new Set(allClientFaults.map(({ check }) => check));
    expect(listClientChecks().filter(({ name }) => !covered.has(name))).toEqual([]);
  });

  it("only names existing checks", () => {
    const names = new Set(listClientChecks().map(({ name }) => name));
    expect(allClientFaults.filter(({ check }) => !names.has(check))).toEqual([]);
  });
});
