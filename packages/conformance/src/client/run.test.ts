import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lockFileSchema } from "@tandem-ide/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CheckResult, Report } from "../report.js";
import { formatText } from "../reporters/text.js";
import type { ClientEndpoint, ClientStage } from "./options.js";
import { listClientChecks, runClientConformance } from "./run.js";
import { checkClient } from "./testing/run-client.js";

const unchanged = () => {};
const reasons = (report: Report) =>
  Object.fromEntries(
    report.results.flatMap(({ name, status, reason }) => (status === "not-applicable" ? [[name, reason]] : [])),
  );

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "client-conformance-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe.concurrent("a correct client", () => {
  it("passes every check", async () => {
    const reported: CheckResult[] = [];
    const stages: ClientStage[] = [];
    const report = await checkClient(unchanged, {
      onResult: (result) => reported.push(result),
      onStage: (stage) => stages.push(stage),
    });
    expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
    expect(report.results.map(({ name }) => name)).toEqual(listClientChecks().map(({ name }) => name));
    expect(reported).toHaveLength(report.results.length);
    expect(stages).toEqual(["waiting", "playing", "serving"]);
    expect(formatText(report)).toMatch(/^by-hand 1\.0 on port \d+/);
  });

  it("passes if edits are accepted", async () => {
    const report = await checkClient(unchanged, { only: ["TOOL"], acceptsEdits: true });
    expect(report.counts).toMatchObject({ fail: 0, notApplicable: 0 });
  });

  it("that calls no tools gets hints about what to do to have them checked", async () => {
    const report = await checkClient((parts) => {
      parts.work = async () => {};
    });
    expect(report.counts.fail).toBe(0);
    expect(reasons(report)).toMatchObject({
      "TOOL-01/arguments": expect.stringMatching(/didn't call openDiff during this run; ask it for an edit/),
      "ERR-02/error-answer": expect.stringMatching(/send it a prompt/),
      "MCP-04/late-answer": expect.stringMatching(/cancel/),
    });
  });

  it("that never reconnects is checked up to the drop", async () => {
    const report = await checkClient(
      (parts) => {
        parts.redialMs = () => undefined;
      },
      { times: { redialMs: 300 } },
    );
    expect(report.counts.fail).toBe(0);
    const without = reasons(report);
    expect(without["CON-09/redials"]).toBe("the client didn't reconnect within 0.3 s after the connection ended");
    expect(without["MCP-01/unknown-version"]).toBe(without["CON-09/redials"]);
    expect(without["NOT-01/selection"]).toBeUndefined();
  });

  it("that never reconnects isn't dropped if no selected check needs it", async () => {
    const report = await checkClient(
      (parts) => {
        parts.redialMs = () => undefined;
      },
      { skip: ["CON-09/redials", "MCP-01/older-version", "CON-06/hangs-up", "MCP-01/unknown-version"] },
    );
    expect(Object.keys(reasons(report))).toEqual(["CON-03/close", "CON-09/pauses"]);
    expect(report.counts.fail).toBe(0);
  });

  it("that stays connected gets a close frame after it has been idle", async () => {
    const report = await checkClient(
      (parts) => {
        parts.leave = () => {};
      },
      { quietMs: 100, only: ["CON-03"] },
    );
    expect(reasons(report)).toEqual({ "CON-03/leaves": expect.stringMatching(/quit it \(in Claude Code: \/exit\)/) });
    expect(report.counts.fail).toBe(0);
  });
});

describe.concurrent("runClientConformance", () => {
  it("writes a private lock and decoys, and removes them all", async () => {
    const configDir = await temporary();
    let address: ClientEndpoint | undefined;
    await checkClient(unchanged, {
      configDir,
      only: ["CON-02"],
      async onReady(endpoint) {
        address = endpoint;
        const { lockFile, port } = endpoint;
        expect(lockFile).toBe(join(configDir, "ide", `${port}.lock`));
        expect(lockFileSchema.parse(JSON.parse(await readFile(lockFile, "utf8")))).toMatchObject({
          pid: process.pid,
          port,
          transport: "ws",
        });
        expect((await stat(lockFile)).mode & 0o777).toBe(0o600);
        expect((await stat(dirname(lockFile))).mode & 0o777).toBe(0o700);
        expect(await readdir(dirname(lockFile))).toHaveLength(3);
      },
    });
    expect(await readdir(join(configDir, "ide"))).toEqual([]);
    expect(address?.made.filter(existsSync)).toEqual([]);
  });

  it("uses a temporary config directory by default, and removes it", async () => {
    let configDir = "";
    await checkClient(unchanged, {
      only: ["CON-02"],
      onReady: (endpoint) => {
        configDir = endpoint.configDir;
        expect(existsSync(configDir)).toBe(true);
      },
    });
    expect(existsSync(configDir)).toBe(false);
  });

  it("only runs the selected checks", async () => {
    const report = await checkClient(unchanged, { only: ["CON-03/pong", "NOT-02"], skip: ["NOT-02/lines"] });
    expect(report.results.map(({ name }) => name)).toEqual(["CON-03/pong", "NOT-02/whole-file"]);
    expect(report.counts.pass).toBe(2);
  });

  it("rejects an unknown check name", async () => {
    await expect(runClientConformance({ only: ["WSM"] })).rejects.toThrow("No client check matches WSM");
  });

  it("ends if no client connects, and says so", async () => {
    const report = await runClientConformance({ times: { connectMs: 50 } });
    expect(report.counts).toMatchObject({ pass: 0, fail: 1 });
    expect(report.results.find(({ status }) => status === "fail")?.name).toBe("CON-02/dials");
    expect(new Set(Object.values(reasons(report)))).toEqual(new Set(["the client didn't connect"]));
    expect(formatText(report)).toMatch(/^No client on port/);
  });

  it("ends when told to, and reports everything until then", async () => {
    const finish = new AbortController();
    const report = await checkClient(unchanged, {
      finish: finish.signal,
      onResult: ({ name }) => {
        if (name === "CON-03/pong") finish.abort();
      },
    });
    expect(report.results.filter(({ status }) => status === "fail")).toEqual([]);
    expect(report.results.find(({ name }) => name === "CON-03/pong")?.status).toBe("pass");
    expect(report.results.find(({ name }) => name === "AUTH-02/token")?.status).toBe("pass");
    expect(reasons(report)["CON-09/redials"]).toBe("the run ended before this was checked");
  });

  it("ends when the time is up", async () => {
    const report = await checkClient(
      (parts) => {
        parts.leave = () => {};
      },
      { timeoutMs: 1200, quietMs: 60_000 },
    );
    expect(report.durationMs).toBeLessThan(8000);
    expect(report.counts.fail).toBe(0);
  });

  it("refuses web pages, and fails a client that looks like one", async () => {
    const report = await checkClient(
      (parts) => {
        parts.head = (lines) => [...lines, "Origin: http://localhost"];
      },
      { times: { connectMs: 2000 } },
    );
    expect(report.results.flatMap(({ name, status }) => (status === "fail" ? [name] : []))).toEqual(["AUTH-05/origin"]);
    expect(reasons(report)["MCP-01/first"]).toMatch(/fix CON-03\/upgrade or AUTH-05\/origin first/);
  });

  it("names a directory that it can't write to", async () => {
    const file = join(await temporary(), "file");
    await writeFile(file, "");
    await expect(runClientConformance({ configDir: file })).rejects.toThrow(
      /^Can't write the lock file in .*file \(.*\)\. Choose a config directory/,
    );
  });

  it("rejects when aborted, and removes its files", async () => {
    const aborting = new AbortController();
    let address: ClientEndpoint | undefined;
    const running = checkClient(unchanged, {
      signal: aborting.signal,
      onReady: (endpoint) => {
        address = endpoint;
      },
      onStage: (stage) => {
        if (stage === "playing") aborting.abort(new Error("off"));
      },
    });
    await expect(running).rejects.toThrow("off");
    expect(address?.made.filter(existsSync)).toEqual([]);
  });

  it("never shows the token or control characters", async () => {
    let token = "";
    const report = await checkClient(
      (parts) => {
        parts.head = (lines, lock) => {
          token = lock.token;
          return [...lines, `X-Debug: ${lock.token}`];
        };
        parts.answer = () => ({ result: { token, text: "\u001b[2J" } });
      },
      { only: ["AUTH-04", "MCP-03/ping"] },
    );
    expect(report.counts.fail).toBe(2);
    expect(token).not.toBe("");
    expect(JSON.stringify(report)).not.toContain(token);
    expect(formatText(report)).not.toContain("\u001b");
  });
});
