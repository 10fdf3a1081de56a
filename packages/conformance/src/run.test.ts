import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { requestMethods } from "@tandem/protocol";
import { afterEach, describe, expect, it } from "vitest";
import type { ConformanceOptions } from "./options.js";
import type { CheckResult, Report } from "./report.js";
import { formatText } from "./reporters/text.js";
import { listChecks, runConformance } from "./run.js";
import { type RunningEndpoint, startEndpoint } from "./testing/endpoint.js";
import type { Parts } from "./testing/parts.js";

let endpoint: RunningEndpoint | undefined;
afterEach(() => endpoint?.close());

async function run(options: ConformanceOptions = {}, change: (parts: Parts) => void = () => {}): Promise<Report> {
  endpoint = await startEndpoint(change);
  return runConformance({ lockFile: endpoint.lockFile }, { configDir: endpoint.configDir, ...options });
}

const failures = (report: Report) => report.results.filter(({ status }) => status === "fail");
const notApplicable = (report: Report) =>
  Object.fromEntries(
    report.results.flatMap(({ name, status, reason }) => (status === "not-applicable" ? [[name, reason]] : [])),
  );

describe("a right endpoint", { timeout: 60_000 }, () => {
  it("passes every check, or is told why one does not apply", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    expect(report.results.map(({ name }) => name)).toEqual(listChecks().map(({ name }) => name));
    for (const reason of Object.values(notApplicable(report))) expect(reason).toMatch(/./);
    expect(report.counts.pass).toBeGreaterThan(120);
  });

  it("passes the slow and the writing checks too, and leaves the workspace as it was", async () => {
    const report = await run(
      { slow: true, mayWrite: true, times: { healthMs: 300, readyMs: 200, quietMs: 50 } },
      (parts) => {
        parts.healthMs = 200;
        parts.readyMs = 200;
      },
    );
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)).toEqual({
      "CON-04/replaces": "the endpoint takes several clients at once",
      "CON-04/stable": "the endpoint does not replace its client",
      "ERR-02/not-advertised": "the endpoint advertises every tool",
    });
    const listed = await runConformance({ lockFile: endpoint?.lockFile ?? "" }, { only: ["WSM-07"] });
    expect(listed.counts.pass).toBe(1);
  });

  it("passes with one client at a time", async () => {
    const report = await run(
      { slow: true, skip: ["CON-07", "CON-08"], times: { stableMs: 300, readyMs: 200, quietMs: 50 } },
      (parts) => {
        parts.policy = "single";
        parts.stableMs = 300;
        parts.readyMs = 200;
      },
    );
    expect(failures(report)).toEqual([]);
    const reasons = notApplicable(report);
    expect(reasons["CON-04/replaces"]).toBeUndefined();
    expect(reasons["CON-04/stable"]).toBeUndefined();
    expect(reasons["CON-10/limit"]).toMatch(/one client at a time/);
    expect(reasons["TOOL-01/other-client"]).toMatch(/needs two clients/);
  });

  it("passes with close 1008 instead of 401", async () => {
    const report = await run({ only: ["AUTH"] }, (parts) => {
      parts.refusal = "close";
    });
    expect(failures(report)).toEqual([]);
  });

  it("has checks that do not apply where a tool is not advertised", async () => {
    const report = await run({ only: ["TOOL-01", "TOOL-12", "NOT-05", "ERR-02/not-advertised"] }, (parts) => {
      parts.tools.clear();
      parts.listed = [];
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)).toMatchObject({
      "TOOL-01/waits": "the endpoint does not advertise openDiff",
      "TOOL-12/arguments": "the endpoint does not advertise executeCode",
      "NOT-05/again": "nothing is selected in the editor, and it does not advertise openFile",
    });
    expect(report.counts.pass).toBe(1);
  });
});

describe("runConformance", () => {
  it("takes a port and a lock that was read already", async () => {
    endpoint = await startEndpoint((parts) => {
      parts.token = "9b2f7a44-3f0e-4c2a-8a51-0d1f0f4b8a11";
    });
    const lock = { authToken: "9b2f7a44-3f0e-4c2a-8a51-0d1f0f4b8a11" };
    const report = await runConformance({ port: endpoint.port, lock }, { only: ["LCK", "MCP-03/ping"] });
    expect(report.counts).toMatchObject({ pass: 1, fail: 0 });
    expect(report.target).toEqual({ port: endpoint.port });
  });

  it("runs what is asked for and leaves out what is not", async () => {
    const told: CheckResult[] = [];
    const report = await run({
      only: ["CON-06", "MCP-03/ping"],
      skip: ["CON-06/not-asked"],
      onResult: (result) => told.push(result),
    });
    expect(report.results.map(({ name }) => name)).toEqual(["CON-06/echoed", "CON-06/among-others", "MCP-03/ping"]);
    expect(told).toEqual(report.results);
  });

  it("says that slow and writing checks wait for leave", async () => {
    const report = await run({ only: ["CON-08", "WSM-05"] });
    expect(new Set(Object.values(notApplicable(report)))).toEqual(
      new Set(["needs --slow (about 65 s)", "needs --may-write: it makes files in the workspace"]),
    );
  });

  it("refuses a name that no check has", async () => {
    await expect(run({ only: ["CON-99"] })).rejects.toThrow("No check is called CON-99");
  });

  it("refuses a file that is no lock", async () => {
    await expect(runConformance({ lockFile: "/tmp/readme.txt" })).rejects.toThrow("must be <port>.lock");
    await expect(runConformance({ lockFile: "/nowhere/41234.lock" })).rejects.toThrow("Is the editor running?");
  });

  it("ends at once when called off", async () => {
    endpoint = await startEndpoint();
    const { lockFile, configDir } = endpoint;
    const options = { only: ["CON-08"], slow: true, configDir, signal: AbortSignal.timeout(100) };
    const begun = performance.now();
    await expect(runConformance({ lockFile }, options)).rejects.toThrow(/timeout|aborted/i);
    // The check itself takes longer.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("goes on when nobody listens, and says so for each check", async () => {
    const directory = await mkdtemp(join(tmpdir(), "conformance-test-"));
    const lockFile = join(directory, "10001.lock");
    await writeFile(lockFile, JSON.stringify({ authToken: "t" }));
    const report = await runConformance({ lockFile }, { only: ["MCP-03"] });
    await rm(directory, { recursive: true });
    expect(report.counts).toEqual({ pass: 0, fail: report.results.length, notApplicable: 0 });
    expect(report.results[0]?.seen).toMatch(/ECONNREFUSED/);
  });

  it("leaves a folder of the user's that is called ~ alone", async () => {
    endpoint = await startEndpoint();
    const precious = join(endpoint.workspace, "~", "precious.txt");
    await mkdir(dirname(precious));
    await writeFile(precious, "precious");
    const options = { only: ["SEC-01/parent-write"], mayWrite: true, configDir: endpoint.configDir };
    const report = await runConformance({ lockFile: endpoint.lockFile }, options);
    expect(report.counts.pass).toBe(1);
    expect(await readdir(dirname(precious))).toEqual(["precious.txt"]);
  });

  it("of an endpoint that answers nothing ends soon, and says what to mend first", async () => {
    const report = await run({ timeoutMs: 200 }, (parts) => void parts.methods.delete("initialize"));
    const { fail, notApplicable: skipped } = report.counts;
    expect(fail).toBeLessThan(10);
    expect(skipped).toBeGreaterThan(120);
    expect(notApplicable(report)["TOOL-05/form"]).toContain("no session can be had");
    expect(formatText(report)).toMatch(/Mend first, for without these Claude Code does not connect: .*MCP-01\/result/);
  });

  it("does not blame an endpoint without workspace requests for what they would do", async () => {
    const report = await run({ only: ["WSM", "SEC"], mayWrite: true }, (parts) => {
      for (const method of requestMethods) parts.methods.delete(method);
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)["SEC-01/parent"]).toBe("the endpoint serves no workspace requests");
  });

  it("spells out control characters, so that an endpoint cannot drive the reader's terminal", async () => {
    const report = await run({ only: ["MCP-03/ping"] }, (parts) => {
      parts.methods.set("ping", () => "\u001b[2J\u009b31m");
    });
    expect(report.results[0]?.seen).toBe('"\\u001b[2J\\u009b31m"');
  });

  it("never shows the token", async () => {
    const report = await run({ only: ["MCP-03/ping", "MCP-03/prompts"], timeoutMs: 300 }, (parts) => {
      parts.methods.set("ping", () => ({ echoed: parts.token }));
      parts.methods.set("prompts/list", () => ({ prompts: [parts.token] }));
    });
    expect(failures(report)).toHaveLength(2);
    expect(JSON.stringify(report)).toContain("<token>");
  });
});
