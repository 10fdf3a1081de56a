/** An endpoint of the SDK is right on the wire, whatever its host lets workspace requests do (WSM-10). */
import { formatText, type Report, runConformance } from "@tandem/conformance";
import type { EndpointOptions } from "@tandem/server";
import { expect, test } from "vitest";
import { startEndpoint } from "./endpoint.js";

/** The lock alone tells the kit which checks apply. */
async function judged(options: EndpointOptions, only?: readonly string[]): Promise<Report> {
  const { ide, configDir, write } = await startEndpoint(options);
  write("readme.md", "# Readme\n");
  const report = await runConformance({ lockFile: ide.lockFile }, { mayWrite: true, configDir, ...(only && { only }) });
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
] as const)("with workspace requests set to %s it passes the checks about them", async (mode, names) => {
  expect(passed(await judged({ workspaceRequests: mode }, ["WSM", "SEC", "PRV"]))).toEqual(names);
});

test("by default it passes every check, and asks before a workspace request writes", { timeout: 60_000 }, async () => {
  const report = await judged({ workspaceRequests: undefined });
  expect(passed(report)).toEqual(["WSM-10/asks", "WSM-10/cancelled", "WSM-10/gone"]);
  expect(report.counts.pass).toBeGreaterThan(140);
});

test("an asked write is taken back when its request ends, so a run leaves no reviews", async () => {
  const { ide, configDir, editor } = await startEndpoint({ workspaceRequests: "ask" });
  await runConformance({ lockFile: ide.lockFile }, { only: ["WSM-10"], mayWrite: true, configDir });
  await expect.poll(() => [ide.reviews.length, editor.reviews.length]).toEqual([0, 0]);
});
