import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorCodes, RpcError, requestMethods, type WorkspaceRequestMode } from "@tandem/protocol";
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
    const writes = "the endpoint serves workspace requests and writes without asking";
    expect(notApplicable(report)).toEqual({
      "CON-04/replaces": "the endpoint takes several clients at once",
      "CON-04/stable": "the endpoint does not replace its client",
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

describe("workspace requests of an endpoint", { timeout: 60_000 }, () => {
  /** The checks that are about them: their outcome in each mode. */
  const inMode = (mode: WorkspaceRequestMode, options: ConformanceOptions = {}) =>
    run({ only: ["WSM", "SEC", "PRV"], mayWrite: true, times: { readyMs: 100, quietMs: 50 }, ...options }, (parts) =>
      setMode(parts, mode),
    );
  const passed = (report: Report) => report.results.filter(({ status }) => status === "pass").map(({ name }) => name);

  it("that are off: each is unknown, and nothing else is asked of them", async () => {
    const report = await inMode("off");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-10/off", "WSM-10/no-write", "SEC-02/directory"]));
    expect(notApplicable(report)).toMatchObject({
      "WSM-04/reads": "the endpoint serves no workspace requests",
      "WSM-10/asks": "the endpoint serves no workspace requests",
    });
  });

  it("that read: all reads are judged, and that nothing is written", async () => {
    const report = await inMode("read");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-04/reads", "WSM-10/no-write", "PRV-01/requests"]));
    const why = "the endpoint serves workspace requests for reading only";
    expect(notApplicable(report)).toEqual({
      "WSM-05/writes": why,
      "WSM-05/atomic": why,
      "WSM-10/off": why,
      "WSM-10/asks": why,
      "WSM-10/cancelled": why,
      "WSM-10/gone": why,
      "SEC-01/parent-write": why,
      "SEC-01/link-write": why,
      "SEC-02/withheld-write": why,
      "SEC-02/code-write": why,
    });
  });

  it("that ask: refusals are judged, and that a write waits for the user", async () => {
    const report = await inMode("ask");
    expect(failures(report)).toEqual([]);
    expect(passed(report)).toEqual(expect.arrayContaining(["WSM-10/gone", "SEC-01/parent-write", "PRV-01/requests"]));
    const why = "the endpoint asks its user before a workspace request writes";
    expect(notApplicable(report)).toEqual({
      "WSM-05/writes": why,
      "WSM-05/atomic": why,
      "WSM-10/off": why,
      "WSM-10/no-write": why,
    });
  });

  it("that ask where no diff can be shown: a write fails, and so says the report", async () => {
    const report = await run({ only: ["WSM-10"], mayWrite: true }, (parts) => {
      setMode(parts, "ask");
      withoutTool("openDiff")(parts);
      parts.askUser = async () => {
        throw new RpcError(errorCodes.internalError, "failed to write file: nobody can be asked");
      };
    });
    expect(failures(report)).toEqual([]);
    expect(notApplicable(report)["WSM-10/asks"]).toMatch(/does not advertise openDiff.*wrote nothing/);
  });

  it("whose lock says nothing count as writing, as far as it serves any", async () => {
    const report = await run({ only: ["WSM-05", "WSM-10"], mayWrite: true });
    expect(passed(report)).toEqual(["WSM-05/writes", "WSM-05/atomic"]);
    const why = "the endpoint serves workspace requests and writes without asking";
    expect(new Set(Object.values(notApplicable(report)))).toEqual(new Set([why]));
  });

  it("are judged by the mode that the caller names, whatever the lock says", async () => {
    const report = await inMode("ask", { only: ["WSM-10/off"], requests: "off" });
    expect(failures(report)).toHaveLength(1);
  });
});
