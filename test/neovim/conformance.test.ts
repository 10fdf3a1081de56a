/** Neovim's endpoint conforms to the protocol, and its option says what workspace requests may do. */
import { join } from "node:path";
import { formatText, type Report, runConformance } from "@tandem-ide/conformance";
import { expect, test } from "vitest";
import { lockFiles, started } from "./endpoint.js";

async function runChecks(setup: string, only?: readonly string[]): Promise<Report> {
  const neovim = await started({ init: `require("tandem").setup(${setup})` });
  try {
    const [lockFile = ""] = lockFiles(neovim);
    const configDir = join(neovim.home, ".claude");
    const report = await runConformance({ lockFile }, { mayWrite: true, configDir, ...(only && { only }) });
    expect(report.counts.fail, formatText(report)).toBe(0);
    return report;
  } finally {
    await neovim.stop();
  }
}

const passed = (report: Report) => report.results.filter(({ status }) => status === "pass").map(({ name }) => name);

test("Neovim passes every check of the conformance kit", { timeout: 120_000 }, async () => {
  const report = await runChecks('{ workspace_requests = "write" }');
  expect(report.counts.pass).toBeGreaterThan(140);
  expect(passed(report)).toContain("WSM-05/writes");
});

test("by default Neovim asks before a workspace request writes", { timeout: 60_000 }, async () => {
  expect(passed(await runChecks("", ["WSM-10"]))).toEqual(["WSM-10/asks", "WSM-10/cancelled", "WSM-10/gone"]);
});
