import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorCodes, RpcError, requestMethods, type WorkspaceRequestMode } from "@tandem-ide/protocol";
import { afterEach, describe, expect, it } from "vitest";
import type { ConformanceOptions } from "./options.js";
import type { CheckResult, Report } from "./report.js";
import { formatText } from "./reporters/text.js";
import { listChecks, runConformance } from "./run.js";
import { type RunningEndpoint, startEndpoint } from "./testing/endpoint.js";
import { withoutTool } from "./testing/faults/fault.js";
import type { Parts } from "./testing/parts.js";
import { setMode } from "./testing/request-modes.js";

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

describe("a correct endpoint", { timeout: 60_000 }, () => {
  it("passes every check, or gets the reason why one doesn't apply", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    expect(report.results.map(({ name }) => name)).toEqual(listChecks().map(({ name }) => name));
    for (const reason of Object.values(notApplicable(report))) expect(reason).toMatch(/./);
    expect(report.counts.pass).toBeGreaterThan(120);
  });

  it("passes the slow and the writing checks too, without leaving files behind", async () => {
    const report = await run(
      { slow: true, mayWrite: true, times: { healthMs: 300, readyMs: 200, quietMs: 50 } },
      (parts) => {
        parts.healthMs = 200;
        parts.readyMs = 200;
      },
    );
    expect(failures(report)).toEqual([]);
    const writes = "the endpoint serves workspace requests and writes without asking";
    expect(notApplicable(report)).toEqual({
      "CON-04/replaces": "the endpoint accepts several clients at once",
      "CON-04/stable": "the endpoint doesn't replace its client",
      "ERR-02/not-advertised": "the endpoint advertises every tool",
      ...Object.fromEntries(["off", "no-write", "asks", "cancelled", "gone"].map((word) => [`WSM-10/${word}`, writes])),
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

  it("skips checks of tools that aren't advertised", async () => {
    const report = await run({ only: ["TOOL-01", "TOOL-12", "NOT-05", "ERR-02/not-advertised"] }, (parts) => {
      parts.tools.clear();
      parts.listed = [];
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)).toMatchObject({
      "TOOL-01/waits": "the endpoint doesn't advertise openDiff",
      "TOOL-12/arguments": "the endpoint doesn't advertise executeCode",
      "NOT-05/again": "nothing is selected in the editor, and it doesn't advertise openFile",
    });
    expect(report.counts.pass).toBe(1);
  });
});

describe("runConformance", () => {
  it("accepts a port and a parsed lock", async () => {
    endpoint = await startEndpoint((parts) => {
      parts.token = "9b2f7a44-3f0e-4c2a-8a51-0d1f0f4b8a11";
    });
    const lock = { authToken: "9b2f7a44-3f0e-4c2a-8a51-0d1f0f4b8a11" };
    const report = await runConformance({ port: endpoint.port, lock }, { only: ["LCK", "MCP-03/ping"] });
    expect(report.counts).toMatchObject({ pass: 1, fail: 0 });
    expect(report.target).toEqual({ port: endpoint.port });
  });

  it("only runs the selected checks", async () => {
    const reported: CheckResult[] = [];
    const report = await run({
      only: ["CON-06", "MCP-03/ping"],
      skip: ["CON-06/not-asked"],
      onResult: (result) => reported.push(result),
    });
    expect(report.results.map(({ name }) => name)).toEqual(["CON-06/echoed", "CON-06/among-others", "MCP-03/ping"]);
    expect(reported).toEqual(report.results);
  });

  it("says which option slow and writing checks need", async () => {
    const report = await run({ only: ["CON-08", "WSM-05"] });
    expect(new Set(Object.values(notApplicable(report)))).toEqual(
      new Set(["needs --slow (about 65 s)", "needs --may-write: it creates files in the workspace"]),
    );
  });

  it("rejects an unknown check name", async () => {
    await expect(run({ only: ["CON-99"] })).rejects.toThrow("No check matches CON-99");
  });

  it("rejects a file that isn't a lock", async () => {
    await expect(runConformance({ lockFile: "/tmp/readme.txt" })).rejects.toThrow("must be <port>.lock");
    await expect(runConformance({ lockFile: "/nowhere/41234.lock" })).rejects.toThrow("Is the editor running?");
  });

  it("stops immediately when aborted", async () => {
    endpoint = await startEndpoint();
    const { lockFile, configDir } = endpoint;
    const options = { only: ["CON-08"], slow: true, configDir, signal: AbortSignal.timeout(100) };
    const started = performance.now();
    await expect(runConformance({ lockFile }, options)).rejects.toThrow(/timeout|aborted/i);
    // The check itself takes longer.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it("fails each check if nothing listens on the port", async () => {
    const directory = await mkdtemp(join(tmpdir(), "conformance-test-"));
    const lockFile = join(directory, "10001.lock");
    await writeFile(lockFile, JSON.stringify({ authToken: "t" }));
    const report = await runConformance({ lockFile }, { only: ["MCP-03"] });
    await rm(directory, { recursive: true });
    expect(report.counts).toEqual({ pass: 0, fail: report.results.length, notApplicable: 0 });
    expect(report.results[0]?.seen).toMatch(/ECONNREFUSED/);
  });

  it("doesn't touch a user's folder named ~", async () => {
    endpoint = await startEndpoint();
    const precious = join(endpoint.workspace, "~", "precious.txt");
    await mkdir(dirname(precious));
    await writeFile(precious, "precious");
    const options = { only: ["SEC-01/parent-write"], mayWrite: true, configDir: endpoint.configDir };
    const report = await runConformance({ lockFile: endpoint.lockFile }, options);
    expect(report.counts.pass).toBe(1);
    expect(await readdir(dirname(precious))).toEqual(["precious.txt"]);
  });

  it("finishes quickly if the endpoint answers nothing, and says what to fix first", async () => {
    const report = await run({ timeoutMs: 200 }, (parts) => void parts.methods.delete("initialize"));
    const { fail, notApplicable: skipped } = report.counts;
    expect(fail).toBeLessThan(10);
    expect(skipped).toBeGreaterThan(120);
    expect(notApplicable(report)["TOOL-05/form"]).toContain("no session can be opened");
    expect(formatText(report)).toMatch(
      /Fix these first, because Claude Code can't connect without them: .*MCP-01\/result/,
    );
  });

  it("doesn't fail an endpoint for missing workspace requests", async () => {
    const report = await run({ only: ["WSM", "SEC"], mayWrite: true }, (parts) => {
      for (const method of requestMethods) parts.methods.delete(method);
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)["SEC-01/parent"]).toBe("the endpoint serves no workspace requests");
  });

  it("escapes control characters, so an endpoint can't control the reader's terminal", async () => {
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

describe("workspace requests", { timeout: 60_000 }, () => {
  /** Runs the checks of workspace requests in a mode. */
  const inMode = (mode: WorkspaceRequestMode, options: ConformanceOptions = {}) =>
    run({ only: ["WSM", "SEC", "PRV"], mayWrite: true, times: { readyMs: 100, quietMs: 50 }, ...options }, (parts) =>
      setMode(parts, mode),
    );
  const passed = (report: Report) => report.results.filter(({ status }) => status === "pass").map(({ name }) => name);

  it("mode off: each is unknown, and other checks don't apply", async () => {
    const report = await inMode("off");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-10/off", "WSM-10/no-write", "SEC-02/directory"]));
    expect(notApplicable(report)).toMatchObject({
      "WSM-04/reads": "the endpoint serves no workspace requests",
      "WSM-10/asks": "the endpoint serves no workspace requests",
    });
  });

  it("mode read: checks all reads, and that nothing is written", async () => {
    const report = await inMode("read");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-04/reads", "WSM-10/no-write", "PRV-01/requests"]));
    const why = "the endpoint only serves workspace requests that read";
    expect(notApplicable(report)).toEqual({
      "WSM-05/writes": why,
      "WSM-05/atomic": why,
      "WSM-10/off": why,
      "WSM-10/asks": why,
      "WSM-10/cancelled": why,
      "WSM-10/gone": why,
      "SEC-01/parent-write": why,
      "SEC-01/link-write": why,
      "SEC-02/hidden-write": why,
      "SEC-02/code-write": why,
    });
  });

  it("mode ask: checks refusals, and that a write waits for the user", async () => {
    const report = await inMode("ask");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-10/gone", "SEC-01/parent-write", "PRV-01/requests"]));
    const why = "the endpoint asks the user before a workspace request writes";
    expect(notApplicable(report)).toEqual({
      "WSM-05/writes": why,
      "WSM-05/atomic": why,
      "WSM-10/off": why,
      "WSM-10/no-write": why,
    });
  });

  it("mode ask without openDiff: a write fails, and the report says so", async () => {
    const report = await run({ only: ["WSM-10"], mayWrite: true }, (parts) => {
      setMode(parts, "ask");
      withoutTool("openDiff")(parts);
      parts.askUser = async () => {
        throw new RpcError(errorCodes.internalError, "failed to write file: nobody can be asked");
      };
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)["WSM-10/asks"]).toMatch(/doesn't advertise openDiff.*wrote nothing/);
  });

  it("without a mode in the lock, counts as write if any request is served", async () => {
    const report = await run({ only: ["WSM-05", "WSM-10"], mayWrite: true });
    expect(passed(report)).toEqual(["WSM-05/writes", "WSM-05/atomic"]);
    const why = "the endpoint serves workspace requests and writes without asking";
    expect(new Set(Object.values(notApplicable(report)))).toEqual(new Set([why]));
  });

  it("the caller's mode overrides the lock's", async () => {
    const report = await inMode("ask", { only: ["WSM-10/off"], requests: "off" });
    expect(failures(report)).toHaveLength(1);
  });
});
