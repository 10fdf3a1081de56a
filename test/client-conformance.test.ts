/** Our own client, judged by the half of the kit that judges clients; and the command that does so, as real processes. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@tandem/base";
import { type Client, connect, discover, targetOf } from "@tandem/client";
import {
  type ClientConformanceOptions,
  listClientChecks,
  type Report,
  runClientConformance,
} from "@tandem/conformance";
import { parseLockFile, toolNames } from "@tandem/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { Home } from "./cli-command.js";
import { eventually } from "./eventually.js";
import { removeFolder } from "./remove-folder.js";

/** The client dials again after 0, 1, 2, 4 and 8 s: here after a twentieth of that. */
const hurried: Clock = { ...systemClock, after: (ms, task) => systemClock.after(ms >= 10_000 ? ms : ms / 20, task) };

const times = { readyMs: 50, restMs: 50, redialMs: 5000, pauseMs: 40, reviewMs: 100, awayMs: 300 };

/** What each tool may be called with. */
const inputs: Readonly<Record<string, object>> = {
  openDiff: { old_file_path: "/a.txt", new_file_path: "/a.txt", new_file_contents: "new\n", tab_name: "a.txt" },
  openFile: { filePath: "/a.txt" },
  getDiagnostics: { uri: "file:///a%20b.txt" },
  checkDocumentDirty: { filePath: "/a.txt" },
  saveDocument: { filePath: "/a.txt" },
  close_tab: { tab_name: "a.txt" },
  executeCode: { code: "1 + 1" },
};

/** Every tool once, and a review that is taken back. */
async function useEverything(client: Client): Promise<void> {
  // The first of these is answered with an error on purpose.
  await expect(client.call("closeAllDiffTabs")).rejects.toThrow("part of the test");
  for (const name of toolNames) await client.callRaw(name, inputs[name] ?? {});
  const takenBack = new AbortController();
  const review = client.callRaw("openDiff", inputs.openDiff, { signal: takenBack.signal });
  takenBack.abort(new Error("taken back"));
  await expect(review).rejects.toThrow("taken back");
  await client.ping();
}

async function judgeOurs(options: ClientConformanceOptions = {}): Promise<Report> {
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
      if (choice.editor) connecting = connect(targetOf(choice.editor), { reconnect: true, clock: hurried });
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

test("our own client finds the endpoint and passes every check", async () => {
  const report = await judgeOurs();
  expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
  expect(report.target.ideName).toBe("claude-code 2.1.325");
});

test("it passes where edits are accepted, too", async () => {
  const report = await judgeOurs({ acceptsEdits: true, only: ["TOOL", "MCP-04"] });
  expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
});

test("the page about the kit has every check of a client, with its title, and links that lead somewhere", async () => {
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

/** Each of these drops the client, which takes it seconds to come back from. */
const dropping = ["CON-06/hangs-up", "CON-09/redials", "MCP-01/older-version", "MCP-01/unknown-version"];

const clientModule = new URL("../packages/client/dist/index.js", import.meta.url).href;

/** A program that connects as Claude Code does, and leaves when it has been told everything. */
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
  test("starts a client in a config directory of its own, judges it, and leaves nothing behind", async () => {
    await using home = await Home.make();
    const file = join(home.path, "client.mjs");
    await writeFile(file, program);
    const command = ["conformance", "--client", "--json", "--skip", ...dropping, "--", process.execPath, file];
    const { code, stdout, stderr } = await home.run(command, { env: { TMPDIR: home.path } });
    const report: Report = JSON.parse(stdout);
    expect(report.results.filter(({ status }) => status === "fail")).toEqual([]);
    expect(report.results).toHaveLength(listClientChecks().length - dropping.length);
    expect(report.results.find(({ name }) => name === "TOOL-11/arguments")?.status).toBe("pass");
    expect(stderr, "what the client prints is no part of the report").toMatch(/it is the only one that fits/);
    expect(code).toBe(0);
    expect(report.target.lockFile?.startsWith(join(home.path, "tandem-client-"))).toBe(true);
    expect(await home.locks()).toEqual([]);
    expect((await readdir(home.path)).filter((name) => name.startsWith("tandem-client-"))).toEqual([]);
  });

  test("picks itself by its port where another editor has the folder open", async () => {
    await using home = await Home.make();
    await home.serve();
    const file = join(home.path, "client.mjs");
    await writeFile(file, program);
    const command = ["conformance", "--client", "--json", "--only", "CON-02", "NOT", "--", process.execPath, file];
    const { code, stderr } = await home.run(command);
    expect(stderr).toMatch(/CLAUDE_CODE_SSE_PORT names it/);
    expect(code).toBe(0);
  });

  test("tells how to start a client, and prints what it saw on Ctrl-C", async () => {
    await using home = await Home.make();
    const run = home.start(["conformance", "--client"]);
    const [, port = ""] = await run.printed(/^ {2}tandem claude --port (\d+)$/m);
    const lockFile = join(home.lockDirectory, `${port}.lock`);
    const { authToken = "" } = parseLockFile(await readFile(lockFile, "utf8")) ?? {};
    await using client = await connect({ port: Number(port), authToken }, { reconnect: true, clock: hurried });
    await run.printed(/^Now use the client: ask it for an edit\. It is rejected: no file changes\.$/m);
    await client.call("close_tab", { tab_name: "a tab" });
    run.kill("SIGINT");
    const { code, stdout, stderr } = await run.exited;
    expect(stdout).toMatch(/^claude-code 2\.1\.325 on port \d+/);
    expect(stdout).toMatch(/✓ TOOL-10\/arguments/);
    // The hurried clock makes pauses that are too short for the command.
    expect(stdout.match(/✗ \S+/g)).toEqual(["✗ CON-09/pauses"]);
    expect(stderr).not.toContain(authToken);
    expect(code).toBe(1);
    expect(existsSync(lockFile)).toBe(false);
    expect(await home.locks()).toEqual([]);
  });

  test("removes its locks when it is ended by a signal", async () => {
    await using home = await Home.make();
    const run = home.start(["conformance", "--client"]);
    await run.printed(/tandem claude --port/);
    expect(await home.locks()).toHaveLength(3);
    run.kill("SIGTERM");
    const { code, stdout } = await run.exited;
    expect({ code, stdout }).toEqual({ code: 143, stdout: "" });
    expect(await home.locks()).toEqual([]);
  });

  test("ends a client that it has started when the time is up", async () => {
    await using home = await Home.make();
    const file = join(home.path, "client.mjs");
    await writeFile(file, `console.log("pid", process.pid); setInterval(() => {}, 1000);`);
    const command = ["conformance", "--client", "--timeout", "1", "--", process.execPath, file];
    const { code, stderr } = await home.run(command);
    const [, pid = ""] = /pid (\d+)/.exec(stderr) ?? [];
    expect(stderr).toMatch(/No client connected to port \d+ within 1 s\.\nIt must be started in .*project\n/);
    expect(code).toBe(1);
    await eventually(() => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"));
  });

  test("does not wait for a client that has ended without a word", async () => {
    await using home = await Home.make();
    const { code, stderr } = await home.run(["conformance", "--client", "--", "true"]);
    expect(stderr).toMatch(/No client connected to port \d+ within \d s/);
    expect(code).toBe(1);
  });

  test("says when the client cannot be started", async () => {
    await using home = await Home.make();
    const { code, stderr } = await home.run(["conformance", "--client", "--", "no-such-client", "--ide"]);
    expect(stderr).toMatch(/^tandem: no-such-client is not to be found\.\nAfter -- comes the command/);
    expect(code).toBe(2);
  });
});
