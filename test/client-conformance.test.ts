/** Runs the client checks against Tandem's client, in process and with the real command. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@tandem-ide/base";
import { type Client, connect, discover, targetOf } from "@tandem-ide/client";
import {
  type ClientConformanceOptions,
  listClientChecks,
  type Report,
  runClientConformance,
} from "@tandem-ide/conformance";
import { parseLockFile, type ToolName, toolNames } from "@tandem-ide/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { Home } from "./cli-command.js";
import { eventually } from "./eventually.js";
import { removeFolder } from "./remove-folder.js";

/** The client reconnects after 0, 1, 2, 4 and 8 s, here twenty times as fast. */
const fastClock: Clock = { ...systemClock, after: (ms, task) => systemClock.after(ms >= 10_000 ? ms : ms / 20, task) };

const times = { readyMs: 50, restMs: 50, redialMs: 5000, pauseMs: 40, reviewMs: 100, awayMs: 300 };

/** Valid arguments of each tool. */
const inputs: Readonly<Record<ToolName, object>> = {
  openDiff: { old_file_path: "/a.txt", new_file_path: "/a.txt", new_file_contents: "new\n", tab_name: "a.txt" },
  openFile: { filePath: "/a.txt" },
  getCurrentSelection: {},
  getLatestSelection: {},
  getOpenEditors: {},
  getWorkspaceFolders: {},
  getDiagnostics: { uri: "file:///a%20b.txt" },
  checkDocumentDirty: { filePath: "/a.txt" },
  saveDocument: { filePath: "/a.txt" },
  close_tab: { tab_name: "a.txt" },
  closeAllDiffTabs: {},
  executeCode: { code: "1 + 1" },
};

/** Calls every tool once, and cancels a review. */
async function useEverything(client: Client): Promise<void> {
  // The first one is deliberately answered with an error.
  await expect(client.call("closeAllDiffTabs")).rejects.toThrow("part of the test");
  for (const name of toolNames) await client.callRaw(name, inputs[name]);
  const cancelling = new AbortController();
  const review = client.callRaw("openDiff", inputs.openDiff, { signal: cancelling.signal });
  cancelling.abort(new Error("cancelled"));
  await expect(review).rejects.toThrow("cancelled");
  await client.ping();
}

async function checkOurClient(options: ClientConformanceOptions = {}): Promise<Report> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tandem-client-conformance-")));
  onTestFinished(() => removeFolder(folder));
  let connecting: Promise<Client> | undefined;
  const report = await runClientConformance({
    folders: [folder],
    times,
    ...options,
    async onReady({ configDir, port }) {
      const { choice } = await discover({ home: folder, cwd: folder, env: { CLAUDE_CONFIG_DIR: configDir } });
      expect(choice.editor?.port, choice.reason).toBe(port);
      if (choice.editor) connecting = connect(targetOf(choice.editor), { reconnect: true, clock: fastClock });
    },
    async onStage(stage) {
      if (stage !== "serving") return;
      const client = await connecting;
      if (!client) throw new Error("There is no client");
      await useEverything(client);
      await client.close();
    },
  });
  await (await connecting)?.close();
  return report;
}

test("Tandem's client finds the endpoint and passes every check", async () => {
  const report = await checkOurClient();
  expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
  expect(report.target.ideName).toBe("claude-code 2.1.325");
});

test("passes when edits are accepted, too", async () => {
  const report = await checkOurClient({ acceptsEdits: true, only: ["TOOL", "MCP-04"] });
  expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
});

test("docs/conformance.md lists every client check with its title, and its links work", async () => {
  const page = new URL("../docs/conformance.md", import.meta.url);
  const text = await readFile(page, "utf8");
  const rows = [...text.matchAll(/^\| `([A-Z]+-\d\d\/\S+)` +\| (.*?) +\|$/gm)].map(([, name, title]) => ({
    name,
    title,
  }));
  expect(rows).toEqual(listClientChecks().map(({ name, title }) => ({ name, title })));
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
});

/** These drop the connection, and the client takes seconds to reconnect. */
const dropping = ["CON-06/hangs-up", "CON-09/redials", "MCP-01/older-version", "MCP-01/unknown-version"];

const clientModule = new URL("../packages/client/dist/index.js", import.meta.url).href;

/** A program that connects as Claude Code does, and disconnects after the last notification. */
const program = `
  import { connect, discover, targetOf } from ${JSON.stringify(clientModule)};
  const { choice } = await discover();
  console.log(choice.reason);
  const client = await connect(targetOf(choice.editor));
  client.on("at_mentioned", ({ lineStart }) => {
    if (lineStart === undefined) client.on("selection_changed", async ({ filePath }) => {
      if (filePath !== undefined) return;
      await client.call("closeAllDiffTabs").catch(() => {});
      await client.close();
    });
  });
  await client.closed;
`;

describe.concurrent("tandem conformance --client", () => {
  test("starts a client in a new config directory, checks it, and cleans up", async () => {
    await using home = await Home.make();
    const file = join(home.path, "client.mjs");
    await writeFile(file, program);
    const command = ["conformance", "--client", "--json", "--skip", ...dropping, "--", process.execPath, file];
    const { code, stdout, stderr } = await home.run(command, { env: { TMPDIR: home.path } });
    const report: Report = JSON.parse(stdout);
    expect(report.results.filter(({ status }) => status === "fail")).toEqual([]);
    expect(report.results).toHaveLength(listClientChecks().length - dropping.length);
    expect(report.results.find(({ name }) => name === "TOOL-11/arguments")?.status).toBe("pass");
    expect(stderr, "the client's output isn't part of the report").toMatch(/it is the only match/);
    expect(code).toBe(0);
    expect(report.target.lockFile?.startsWith(join(home.path, "tandem-client-"))).toBe(true);
    expect(await home.locks()).toEqual([]);
    expect((await readdir(home.path)).filter((name) => name.startsWith("tandem-client-"))).toEqual([]);
  });

  test("uses the port if another editor has the folder open", async () => {
    await using home = await Home.make();
    await home.serve();
    const file = join(home.path, "client.mjs");
    await writeFile(file, program);
    const command = ["conformance", "--client", "--json", "--only", "CON-02", "NOT", "--", process.execPath, file];
    const { code, stderr } = await home.run(command);
    expect(stderr).toMatch(/CLAUDE_CODE_SSE_PORT names it/);
    expect(code).toBe(0);
  });

  test("explains how to start a client, and prints the report on Ctrl-C", async () => {
    await using home = await Home.make();
    const run = home.start(["conformance", "--client"]);
    const [, port = ""] = await run.printed(/^ {2}tandem claude --port (\d+)$/m);
    const lockFile = join(home.lockDirectory, `${port}.lock`);
    const { authToken = "" } = parseLockFile(await readFile(lockFile, "utf8")) ?? {};
    await using client = await connect({ port: Number(port), authToken }, { reconnect: true, clock: fastClock });
    await run.printed(/^Now ask the client for an edit\. It will be rejected, so no file changes\.$/m);
    await client.call("close_tab", { tab_name: "a tab" });
    run.kill("SIGINT");
    const { code, stdout, stderr } = await run.exited;
    expect(stdout).toMatch(/^claude-code 2\.1\.325 on port \d+/);
    expect(stdout).toMatch(/✓ TOOL-10\/arguments/);
    // The fast clock makes the pauses too short.
    expect(stdout.match(/✗ \S+/g)).toEqual(["✗ CON-09/pauses"]);
    expect(stderr).not.toContain(authToken);
    expect(code).toBe(1);
    expect(existsSync(lockFile)).toBe(false);
    expect(await home.locks()).toEqual([]);
  });

  test("removes its lock files when ended by a signal", async () => {
    await using home = await Home.make();
    const run = home.start(["conformance", "--client"]);
    await run.printed(/tandem claude --port/);
    expect(await home.locks()).toHaveLength(3);
    run.kill("SIGTERM");
    const { code, stdout } = await run.exited;
    expect({ code, stdout }).toEqual({ code: 143, stdout: "" });
    expect(await home.locks()).toEqual([]);
  });

  test("ends a client that it started at the timeout", async () => {
    await using home = await Home.make();
    const file = join(home.path, "client.mjs");
    await writeFile(file, `console.log("pid", process.pid); setInterval(() => {}, 1000);`);
    const command = ["conformance", "--client", "--timeout", "1", "--", process.execPath, file];
    const { code, stderr } = await home.run(command);
    const [, pid = ""] = /pid (\d+)/.exec(stderr) ?? [];
    expect(stderr).toMatch(/No client connected to port \d+ within \d+ s\.\nStart the client in .*project\n/);
    expect(code).toBe(1);
    await eventually(() => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"));
  });

  test("doesn't wait for a client that has exited", async () => {
    await using home = await Home.make();
    const { code, stderr } = await home.run(["conformance", "--client", "--", "true"]);
    expect(stderr).toMatch(/No client connected to port \d+ within \d+ s/);
    expect(code).toBe(1);
  });

  test("reports a client that can't be started", async () => {
    await using home = await Home.make();
    const { code, stderr } = await home.run(["conformance", "--client", "--", "no-such-client", "--ide"]);
    expect(stderr).toMatch(/^tandem: Can't find no-such-client\.\nPut the command/);
    expect(code).toBe(2);
  });
});
