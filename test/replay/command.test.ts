/** `tandem replay` as a separate process: its output, its exit code and its files. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { formatEntry, formatHeader, type Recording } from "@tandem-ide/inspector";
import { expect, onTestFinished, test } from "vitest";
import { Home, type Running } from "../cli-command.js";
import { startEndpoint } from "../endpoint.js";
import { callsOf, changed, readKept, rowsOf, startRecordedEditor } from "./sessions.js";

const newest = readKept("claude-code-2.1.325.jsonl");
const rows = rowsOf(newest);
/** Counted, because a new recording may repeat a call more or less often. */
const sent = rows.filter(({ from, kind }) => from === "client" && (kind === "request" || kind === "notification"));
const answers = rows.filter(({ kind }) => kind === "answer");
const said = rows.filter(({ from, method }) => from === "editor" && method !== "notifications/progress");
const idOf = (tool: string) => rows.find((row) => row.tool === tool && row.kind === "request")?.id;

async function makeHome(): Promise<Home> {
  const home = await Home.make();
  onTestFinished(() => home[Symbol.asyncDispose]());
  return home;
}

function keep(home: Home, { header, entries }: Recording): string {
  const file = join(home.path, "session.jsonl");
  writeFileSync(file, formatHeader(header) + entries.map(formatEntry).join(""));
  return file;
}

/** The command against the editor of the recordings; what it compares with may be another recording. */
async function play(recording: Recording, ...args: string[]) {
  const home = await makeHome();
  const { endpoint } = await startRecordedEditor(newest, join(home.path, ".claude"));
  return await home.run(["replay", keep(home, recording), String(endpoint.port), "--timeout", "5", ...args]);
}

test("a session that matches the recording exits with 0, by shape and exactly", async () => {
  const { code, stdout, stderr } = await play(newest);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${sent.length} messages sent, ${answers.length} responses compared by shape.\nNo differences.\n`,
  });
  expect(stderr).toContain("Waiting for you: openDiff ✻ [Claude Code] a.txt");
  expect(stderr).toContain("(recorded: changed and accepted)");
  const exactly = await play(newest, "--exact");
  expect(exactly).toMatchObject({ code: 0, stdout: expect.stringContaining("compared exactly") });
});

test("reports a changed answer, a missing member and another decision, and exits with 1", async () => {
  const before = changed(newest, (text) =>
    text
      .replace("DIFF_REJECTED", "FILE_SAVED")
      .replace('"capabilities":{"tools"', '"capabilities":{"logging":{},"tools"')
      .replaceAll('\\"diagnostics\\":[]', '\\"diagnostics\\":\\"none\\"'),
  );
  const { code, stdout } = await play(before);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\d differences:$/m);
  const words = stdout.replace(/\s+/g, " ");
  expect(words).toContain("result.capabilities.logging is gone, was {}");
  expect(words).toContain('result.content[0].text was "FILE_SAVED", is "DIFF_REJECTED"');
  expect(words).toContain(
    `(id ${idOf("getDiagnostics")}): result.content[0].text[].diagnostics was a string, is an array`,
  );
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("--json prints one document with everything", async () => {
  const { code, stdout } = await play(
    changed(newest, (text) => text.replace("FILE_SAVED", "DIFF_REJECTED")),
    "--json",
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    as: "client",
    editor: "Memory",
    connection: 1,
    played: sent.length,
    unplayed: 0,
    compared: answers.length,
    faults: [],
    differences: [{ id: idOf("openDiff"), what: 'result.content[0].text was "DIFF_REJECTED", is "FILE_SAVED"' }],
  });
});

test("reports a missing answer and unsent messages", async () => {
  const home = await makeHome();
  const { endpoint } = await startEndpoint({ configDir: join(home.path, ".claude") });
  const { code, stdout } = await home.run(["replay", keep(home, newest), String(endpoint.port), "--timeout", "0.5"]);
  expect(code).toBe(1);
  expect(stdout.replace(/\s+/g, " ")).toContain(`(id ${idOf("openDiff")}): no response within 0.5 s`);
  const before = sent.findIndex(({ tool }) => tool === "openDiff") + 1;
  expect(stdout).toContain(`${sent.length - before} messages not sent`);
});

test("exits with 3 if the editor ends in the middle", async () => {
  const home = await makeHome();
  const { endpoint } = await startEndpoint({ configDir: join(home.path, ".claude") });
  const running = home.start(["replay", keep(home, newest), String(endpoint.port)]);
  await running.printed(/Waiting for you/);
  await endpoint.close();
  const { code, stdout } = await running.exited;
  expect(code).toBe(3);
  expect(stdout).toContain("The connection was lost (1001");
});

test.each([
  ["a missing file", ["replay", "none.jsonl"], "Can't read none.jsonl: ENOENT"],
  ["a file that isn't a recording", ["replay", "a.txt"], "This isn't a Tandem recording"],
  [
    "a client without --as editor",
    ["replay", "a.txt", "--", "claude"],
    "Usage: tandem replay a.txt --as editor -- claude",
  ],
  ["no file before --", ["replay", "--as", "editor", "--", "claude"], "No recording given."],
  ["a port for the editor's side", ["replay", "a.txt", "4000", "--as", "editor"], "--listen-port 4000"],
  [
    "a client with --json",
    ["replay", "a.txt", "--as", "editor", "--json", "--", "claude"],
    "--json can't be combined with a client",
  ],
  ["an invalid port", ["replay", "a.txt", "port"], "port isn't a valid port."],
])("%s cannot be started: 2", async (_what, args, words) => {
  const home = await makeHome();
  const { code, stderr } = await home.run(args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
});

test("refuses a recording with other folders or connections, or without an editor", async () => {
  const home = await makeHome();
  const { endpoint, folder } = await startRecordedEditor(newest, join(home.path, ".claude"));
  const two = { ...newest, header: { ...newest.header, folders: ["/elsewhere", "/workspace"] } };
  const file = keep(home, two);
  const lacking = await home.run(["replay", file, String(endpoint.port)]);
  expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining("--folder /workspace=<folder>") });
  const unclear = await home.run(["replay", file, String(endpoint.port), "--folder", "/workspace"]);
  expect(unclear).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Invalid value for --folder"),
  });
  const other = await home.run(["replay", file, String(endpoint.port), "--connection", "2"]);
  expect(other).toMatchObject({ code: 2 });
  const nobody = await home.run(["replay", file]);
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining("Example: tandem replay") });
  const named = ["--folder", `/workspace=${folder}`, "--folder", "/elsewhere=/nowhere"];
  expect(await home.run(["replay", file, String(endpoint.port), ...named])).toMatchObject({ code: 0 });
});

test("plays the first of several connections and says so; --connection plays another", async () => {
  const later = newest.entries.map((entry) => ({ ...entry, connection: 2 }));
  const first = newest.entries.filter((entry) => "open" in entry || ("text" in entry && /"id":0[,}]/.test(entry.text)));
  const both = { ...newest, entries: [...first, ...later] };
  const one = await play(both);
  expect(one.stderr).toContain("The recording has 2 connections: 1, 2. Playing connection 1.");
  expect(one.stdout).toContain("1 message sent");
  const two = await play(both, "--connection", "2");
  expect(two.stderr).not.toContain("connections");
  expect(two).toMatchObject({ code: 0, stdout: expect.stringContaining(`${sent.length} messages sent`) });
});

async function connectTo(running: Running, home: Home) {
  const [, port = ""] = await running.printed(/CLAUDE_CODE_SSE_PORT=(\d+) claude/);
  const { authToken }: { authToken: string } = JSON.parse(
    readFileSync(join(home.lockDirectory, `${port}.lock`), "utf8"),
  );
  const client = await connect({ port: Number(port), authToken });
  onTestFinished(() => client.close());
  return client;
}

test("as the editor, answers as recorded, ends when all is played, and leaves no lock file", async () => {
  const home = await makeHome();
  const running = home.start(["replay", keep(home, newest), "--as", "editor"]);
  const client = await connectTo(running, home);
  for (const { tool, args } of callsOf(newest))
    await client.callRaw(tool, JSON.parse(JSON.stringify(args).replaceAll("/workspace", home.folder)));
  const { code, stdout } = await running.exited;
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${said.length} messages played, ${answers.length} requests compared by shape.\nNo differences.\n`,
  });
  expect(await home.locks()).toEqual([]);
});

test("as the editor, reports other arguments, unknown requests and missing ones", async () => {
  const home = await makeHome();
  const running = home.start(["replay", keep(home, newest), "--as", "editor", "--json"]);
  const client = await connectTo(running, home);
  await client.callRaw("getDiagnostics", { uri: 5 });
  const unknown = await client.callRaw("getOpenEditors");
  expect(unknown).toMatchObject({ isError: true, content: [{ text: "getOpenEditors isn't in the recording" }] });
  await expect(client.requestRaw("readFile", { path: "a" })).rejects.toMatchObject({ code: -32601 });
  await client.close();
  const { code, stdout } = await running.exited;
  expect(code).toBe(1);
  const reported = JSON.parse(stdout).differences.map(({ call, what }: Record<string, string>) => `${call}: ${what}`);
  expect(reported.slice(0, 3)).toEqual([
    "getDiagnostics 5: arguments.uri was a string, is a number",
    "getOpenEditors: getOpenEditors isn't in the recording",
    "readFile a: readFile a isn't in the recording",
  ]);
  expect(reported).toContain("executeCode 1 + 1: never received");
});

test("as the editor, starts a client after -- and reports when it has exited", async () => {
  const home = await makeHome();
  const client = ["tandem", "call", "closeAllDiffTabs"];
  const { code, stdout } = await home.run(["replay", keep(home, newest), "--as", "editor", "--", ...client]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^CLOSED_0_DIFF_TABS\n/);
  expect(stdout).toContain(`executeCode 1 + 1 (id ${idOf("executeCode")}): never received`);
});

test("as the editor, waits for a client no longer than --timeout", async () => {
  const home = await makeHome();
  const late = await home.run(["replay", keep(home, newest), "--as", "editor", "--timeout", "0.2"]);
  expect(late).toMatchObject({ code: 3, stderr: expect.stringContaining("No client connected within 0.2 s.") });
  const file = keep(home, readKept("claude-code-1.0.128.jsonl"));
  const empty = await home.run(["replay", file, "--as", "editor"]);
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining("only contains the client's side") });
});

test("the next replay removes a killed one's lock file", async () => {
  const home = await makeHome();
  const file = keep(home, newest);
  const killed = home.start(["replay", file, "--as", "editor"]);
  const [, first = ""] = await killed.printed(/SSE_PORT=(\d+)/);
  killed.kill("SIGKILL");
  await killed.exited;
  expect(await home.locks()).toEqual([`${first}.lock`]);
  const next = home.start(["replay", file, "--as", "editor"]);
  const [, second = ""] = await next.printed(/SSE_PORT=(\d+)/);
  expect(await home.locks()).toEqual([`${second}.lock`]);
  next.kill("SIGINT");
  expect(await next.exited).toMatchObject({ code: 130 });
  expect(await home.locks()).toEqual([]);
});
