/** The SDK's endpoint passes the conformance checks in every mode of workspace requests (WSM-10). */
import { formatText, type Report, runConformance } from "@tandem-ide/conformance";
import type { EndpointOptions } from "@tandem-ide/server";
import { expect, test } from "vitest";
import { startEndpoint } from "./endpoint.js";

/** Runs the checks; the lock determines which ones apply. */
async function check(options: EndpointOptions, only?: readonly string[]): Promise<Report> {
  const { endpoint, configDir, write } = await startEndpoint(options);
  write("readme.md", "# Readme\n");
  const report = await runConformance(
    { lockFile: endpoint.lockFile },
    { mayWrite: true, configDir, ...(only && { only }) },
  );
  expect(report.counts.fail, formatText(report)).toBe(0);
  return report;
}

const passed = (report: Report) =>
  report.results.flatMap(({ name, status }) => (status === "pass" && /^WSM-(05|10)/.test(name) ? [name] : []));

test.each([
  ["off", ["WSM-10/off", "WSM-10/no-write"]],
  ["read", ["WSM-10/no-write"]],
  ["ask", ["WSM-10/asks", "WSM-10/cancelled", "WSM-10/gone"]],
  ["write", ["WSM-05/writes", "WSM-05/atomic"]],
] as const)("with workspace requests set to %s, it passes their checks", async (mode, names) => {
  expect(passed(await check({ workspaceRequests: mode }, ["WSM", "SEC", "PRV"]))).toEqual(names);
});

test("by default, it passes every check and asks before a workspace request writes", { timeout: 60_000 }, async () => {
  const report = await check({ workspaceRequests: undefined });
  expect(passed(report)).toEqual(["WSM-10/asks", "WSM-10/cancelled", "WSM-10/gone"]);
  expect(report.counts.pass).toBeGreaterThan(140);
});

test("a pending write is cancelled when its request ends, so a run leaves no reviews", async () => {
  const { endpoint, configDir, editor } = await startEndpoint({ workspaceRequests: "ask" });
  await runConformance({ lockFile: endpoint.lockFile }, { only: ["WSM-10"], mayWrite: true, configDir });
  await expect.poll(() => [endpoint.reviews.length, editor.reviews.length]).toEqual([0, 0]);
});
