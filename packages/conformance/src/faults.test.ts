/** The suite must be able to fail: for every check there is an endpoint that is wrong in just that. */
import { describe, expect, it } from "vitest";
import { listChecks, runConformance } from "./run.js";
import { startEndpoint } from "./testing/endpoint.js";
import type { Fault } from "./testing/faults/fault.js";
import { allFaults } from "./testing/faults/index.js";

const times = { quietMs: 40, readyMs: 150, readyWithoutListMs: 150, healthMs: 100, stableMs: 200 };

/** Large messages and short times disturb each other, so these run one by one. */
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
        // Those where time counts run alone, and must not take a busy machine for a fault.
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

describe.concurrent("a broken endpoint is found", { timeout: 20_000 }, () => {
  it.each(rows(allFaults.filter((fault) => !isTimed(fault))))("%s: %s", (check, _, fault) => expectFound(check, fault));
});

describe("a broken endpoint is found, where time counts", { timeout: 20_000 }, () => {
  it.each(rows(allFaults.filter(isTimed)))("%s: %s", (check, _, fault) => expectFound(check, fault));
});

describe("the table of faults", () => {
  it("has one for every check", () => {
    const covered = new Set(allFaults.map(({ check }) => check));
    expect(listChecks().filter(({ name }) => !covered.has(name))).toEqual([]);
  });

  it("names checks that exist", () => {
    const names = new Set(listChecks().map(({ name }) => name));
    expect(allFaults.filter(({ check }) => !names.has(check))).toEqual([]);
  });
});
