/** For every check, there is an endpoint with a fault that the check finds. */
import { describe, expect, it } from "vitest";
import { listChecks, runConformance } from "./run.js";
import { startEndpoint } from "./testing/endpoint.js";
import type { Fault } from "./testing/faults/fault.js";
import { allFaults } from "./testing/faults/index.js";

const times = { quietMs: 40, readyMs: 150, readyWithoutListMs: 150, healthMs: 100, stableMs: 200 };

/** Large messages and short times affect each other, so these run one by one. */
const isTimed = ({ check }: Fault) => /^CON-0[478]/.test(check);
const rows = (faults: readonly Fault[]) => faults.map((fault) => [fault.check, fault.what, fault] as const);

async function expectFound(check: string, fault: Fault): Promise<void> {
  const endpoint = await startEndpoint(async (parts, surroundings) => {
    parts.readyMs = times.readyMs;
    await fault.break(parts, surroundings);
  });
  try {
    const report = await runConformance(
      { lockFile: endpoint.lockFile },
      {
        only: [check],
        mayWrite: true,
        // Timed checks run alone, and must not mistake a busy machine for a fault.
        timeoutMs: isTimed(fault) ? 1500 : 400,
        configDir: endpoint.configDir,
        ...fault.options,
        times: { ...times, ...fault.options?.times },
      },
    );
    const [result] = report.results;
    expect(result).toMatchObject({ name: check, status: "fail" });
    expect(result?.seen).toMatch(fault.seen);
    expect(result?.expected).not.toBe("");
  } finally {
    await endpoint.close();
  }
}

describe.concurrent("finds a broken endpoint", { timeout: 20_000 }, () => {
  it.each(rows(allFaults.filter((fault) => !isTimed(fault))))("%s: %s", (check, _, fault) => expectFound(check, fault));
});

describe("finds a broken endpoint by its timing", { timeout: 20_000 }, () => {
  it.each(rows(allFaults.filter(isTimed)))("%s: %s", (check, _, fault) => expectFound(check, fault));
});

describe("the table of faults", () => {
  it("has a fault for every check", () => {
    const covered = new Set(allFaults.map(({ check }) => check));
    expect(listChecks().filter(({ name }) => !covered.has(name))).toEqual([]);
  });

  it("only names existing checks", () => {
    const names = new Set(listChecks().map(({ name }) => name));
    expect(allFaults.filter(({ check }) => !names.has(check))).toEqual([]);
  });
});
