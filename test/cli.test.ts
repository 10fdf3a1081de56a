/** `tandem` and its commands, as real processes with a real `tandem serve`. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Home } from "./cli-command.js";

test("serve reports that it is ready, and ls lists it", async () => {
  await using home = await Home.make();
  const { server, port, pid, lockFile, page } = await home.serve();
  expect(server.stdout.split("\n")).toEqual([JSON.stringify({ port, pid, lockFile, page }), ""]);
  expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/enter#[\w-]{20,}$/);
  expect(lockFile).toBe(join(home.lockDirectory, `${port}.lock`));
  expect(JSON.parse(await readFile(lockFile, "utf8"))).toMatchObject({ port, pid, workspaceFolders: [home.folder] });
  expect(pid).toBe(server.pid);

  const table = await home.run(["ls"]);
  expect(table.stdout).toMatch(new RegExp(`^→ +${port} +Tandem +ready +~/project$`, "m"));
  expect(table.code).toBe(0);
  const json = JSON.parse((await home.run(["ls", "--json"])).stdout);
  expect(json).toMatchObject({ choice: { port, code: "only-match" }, editors: [{ port, pid, usable: true }] });
  expect((await home.run(["ls"], { cwd: home.path })).code).toBe(1);
});

test("serve prints text without --json, and is the default command", async () => {
  await using home = await Home.make();
  const server = home.start([]);
  const [, port] = await server.printed(/is listening for Claude Code on port (\d+)\./);
  await server.printed(/Page +http:\/\/127\.0\.0\.1:\d+\/enter#\S+ \(works once\)/);
  await server.printed(/claude --ide --permission-mode manual/);
  expect(await home.locks()).toEqual([`${port}.lock`]);
  const other = home.start(["src"]);
  await other.printed(/~\/project\/src/);
});

test("serve accepts port, name, config directory, rules and policy", async () => {
  await using home = await Home.make();
  const configDir = join(home.path, "config");
  const options = ["--name", "My editor", "--config-dir", "../config", "--hide", "*.txt", "--reject", "1008"];
  const { server, port, lockFile } = await home.serve(...options, "--clients", "single", "--no-open");
  expect(lockFile).toBe(join(configDir, "ide", `${port}.lock`));
  expect(JSON.parse(await readFile(lockFile, "utf8")).ideName).toBe("My editor");
  server.say("mention a.txt");
  await server.printed(/a\.txt wasn't mentioned: Hidden/);

  const taken = await home.run(["serve", "--json", "--port", String(port)]);
  expect(taken).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(String(port)) });
});

test("call prints a tool's result and checks the arguments first", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const folders = await home.run(["call", "getWorkspaceFolders"]);
  expect(folders.code).toBe(0);
  expect(JSON.parse(folders.stdout)).toMatchObject({ success: true, rootPath: home.folder });

  const piped = await home.run(["call", "openFile", "-"], { input: JSON.stringify({ filePath: "a.txt" }) });
  expect(piped).toMatchObject({ code: 0, stdout: `Opened file: ${join(home.folder, "a.txt")}\n` });

  const failed = await home.run(["call", "openFile", '{"filePath":"nothing.txt"}']);
  expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nothing.txt") });
  const whole = await home.run(["call", "openFile", '{"filePath":"nothing.txt"}', "--json"]);
  expect(whole.code).toBe(1);
  expect(JSON.parse(whole.stdout)).toMatchObject({ isError: true, content: [{ type: "text" }] });

  const connections = server.stdout.split("client-connected").length;
  const wrong = await home.run(["call", "openFile", '{"file":"a.txt"}']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/"filePath" is missing.*doesn't accept "file"/),
  });
  expect(server.stdout.split("client-connected")).toHaveLength(connections);
});

test("listen prints a mention that was made at serve's standard input", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const listener = home.start(["listen", "--count", "1"]);
  await listener.printed(/Listening to Tandem/);
  server.say("mention a.txt:2-3");
  const { code, stdout } = await listener.exited;
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d at_mentioned @a\.txt#L2-3\n$/);
  expect(code).toBe(0);

  const second = home.start(["listen", "--json"]);
  server.say("mention src");
  const [line] = await second.printed(/^.*at_mentioned.*\n/m);
  expect(JSON.parse(line ?? "")).toMatchObject({
    method: "at_mentioned",
    params: { filePath: join(home.folder, "src") },
  });
  server.kill("SIGKILL");
  expect(await second.exited).toMatchObject({ code: 3, stderr: expect.stringMatching(/--reconnect/) });
});

test("a review from tandem call is decided at serve's standard input", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const path = join(home.folder, "a.txt");
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: "one\n2\nthree\n", tab_name: "t" };
  const call = home.start(["call", "openDiff", JSON.stringify(proposal)]);
  await server.printed(/"event":"review-opened","review":1/);
  server.say("show");
  await server.printed(/-two\n\+2\n/);
  server.say("accept 1");
  expect(await call.exited).toMatchObject({ code: 0, stdout: "FILE_SAVED\none\n2\nthree\n\n" });
  await server.printed(/"event":"review-closed","review":1,.*"outcome":"accepted"/);
  expect(await readFile(path, "utf8")).toBe("one\ntwo\nthree\n");
});

test("serve's endpoint passes conformance", { timeout: 90_000 }, async () => {
  await using home = await Home.make();
  const { port } = await home.serve();
  const output = join(home.path, "report.xml");
  const { code, stderr } = await home.run(["conformance", String(port), "--format", "junit", "--output", output]);
  expect(stderr).toMatch(/^\d+ passed, 0 failed/);
  expect(await readFile(output, "utf8")).toMatch(/^<\?xml/);
  expect(code).toBe(0);
  const part = await home.run(["conformance", "--json", "--only", "AUTH"]);
  expect(JSON.parse(part.stdout)).toMatchObject({ target: { port }, counts: { fail: 0 } });
});

test("serve --requests sets what workspace requests may do, and ls, doctor and conformance show it", {
  timeout: 60_000,
}, async () => {
  await using home = await Home.make();
  const { port } = await home.serve("--requests", "read");
  expect((await home.run(["ls"])).stdout).toContain("\n          workspace requests: read only\n");
  expect(JSON.parse((await home.run(["ls", "--json"])).stdout).editors).toMatchObject([{ workspaceRequests: "read" }]);
  expect((await home.run(["doctor"])).stdout).toMatch(
    /^Requests +workspace requests: read only \(Tandem on port \d+\)$/m,
  );
  const run = (...more: string[]) =>
    home.run(["conformance", String(port), "--may-write", "--only", "WSM-05", "WSM-10", ...more]);
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ +WSM-10\/no-write/) });
  expect(await run("--requests", "off")).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ +WSM-10\/off/) });
});

/** A fake Claude Code: prints its arguments and exits as requested. */
const standIn = `#!/bin/sh
for word in "$@"; do printf '<%s>' "$word"; done
printf '\\n%s %s %s\\n' "$CLAUDE_CODE_SSE_PORT" "$ENABLE_IDE_INTEGRATION" "$NO_PROXY"
case $1 in
  wait) trap 'echo asked to end; exit 5' TERM; echo waiting; while :; do sleep 0.05; done ;;
  die) kill -KILL $$ ;;
esac
exit 7
`;

test("claude starts a fake Claude Code with arguments and environment, and returns its exit code", async () => {
  await using home = await Home.make();
  const program = await home.install("claude", standIn);
  const env = { NO_PROXY: "example.com" };

  const alone = await home.run(["claude"], { env });
  expect(alone).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/tandem serve[\s\S]*--anyway/) });
  expect(await home.run(["claude", "--anyway", "-c"], { env })).toMatchObject({
    code: 7,
    stdout: "<-c>\n  example.com\n",
  });

  const { port } = await home.serve();
  const { code, stdout } = await home.run(["claude", "--resume", "a b", "--", "--json", "*"], { env });
  expect(stdout).toBe(`<--resume><a b><--><--json><*>\n${port} true example.com,127.0.0.1,localhost,::1\n`);
  expect(code).toBe(7);
  expect((await home.run(["claude", "die"], { env })).code).toBe(128 + 9);

  const waiting = home.start(["claude", "wait"], { env });
  await waiting.printed(/waiting/);
  waiting.kill("SIGTERM");
  expect(await waiting.exited).toMatchObject({ code: 5, stdout: expect.stringContaining("asked to end") });

  const missing = await home.run(["claude", "--claude-path", "./nothing"], { env });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Can't find \.\/nothing\.[\s\S]*TANDEM_CLAUDE/),
  });
  const named = await home.run(["claude"], { env: { PATH: dirname(process.execPath), TANDEM_CLAUDE: program } });
  expect(named.code).toBe(7);
});

/** Also a fake one, with the help text of a real release. */
const modalStandIn = `#!/bin/sh
if [ "$*" = --help ]; then
  printf '  --permission-mode <mode>  Mode (choices: "acceptEdits", "auto",\\n      "manual", "plan")\\n  -p  Print\\n'
  printf '\\nCommands:\\n  mcp      Servers\\n  update|upgrade  Update\\n'
  exit
fi
for word in "$@"; do printf '<%s>' "$word"; done
`;

test("doesn't run claude with a node that the folder put on PATH", async () => {
  await using home = await Home.make();
  const outside = await mkdtemp(join(tmpdir(), "tandem-test-"));
  const folder = await mkdtemp(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => Promise.all([outside, folder].map((each) => rm(each, { recursive: true }))).then(() => {}));
  await writeFile(join(outside, "claude"), "#!/usr/bin/env node\nconsole.log('mine', process.argv[2]);\n", {
    mode: 0o755,
  });
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  await writeFile(join(folder, "node_modules/.bin/node"), "#!/bin/sh\necho the folder\n", { mode: 0o755 });
  for (const bin of ["./node_modules/.bin", join(folder, "node_modules/.bin")]) {
    const start = (...entries: string[]) =>
      home.run(["claude", "--anyway", "word"], { cwd: folder, env: { PATH: [bin, outside, ...entries].join(":") } });
    const own = dirname(process.execPath);
    expect(await start(own, "/usr/bin", "/bin")).toMatchObject({ code: 0, stdout: "mine word\n" });
    expect(await start()).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/the only interpreter for it on your PATH is inside this folder/),
    });
  }
});

test("claude doesn't start a fake Claude Code in its default mode, which has no reviews", async () => {
  await using home = await Home.make();
  await home.install("claude", modalStandIn);
  const started = async (...args: string[]) => (await home.run(["claude", ...args])).stdout;
  expect(await started("--anyway"), "without an editor there is no review").toBe("");
  await home.serve();
  const manual = "<--permission-mode><manual>";
  expect(await started()).toBe(manual);
  expect(await started("--resume", "fix it")).toBe(`${manual}<--resume><fix it>`);
  expect(await started("--no-ask-before-edits", "fix it")).toBe("<fix it>");
  for (const own of [["mcp", "list"], ["upgrade"], ["-p", "x"], ["--permission-mode=plan"]])
    expect(await started(...own)).toBe(own.map((word) => `<${word}>`).join(""));
  expect(await started("--dangerously-skip-permissions")).toBe("<--dangerously-skip-permissions>");
  expect(JSON.parse(await started("--json", "-c"))).toMatchObject({ args: ["--permission-mode", "manual", "-c"] });
});

test("the file that npm links is there before the build, and starts the command", async () => {
  await using home = await Home.make();
  const bin = fileURLToPath(new URL("../packages/cli/bin/tandem.js", import.meta.url));
  const { bin: named } = JSON.parse(await readFile(new URL("../packages/cli/package.json", import.meta.url), "utf8"));
  expect(named).toMatchObject({ tandem: "./bin/tandem.js" });
  expect(await home.startProgram(bin, ["--version"]).exited).toMatchObject({ code: 0, stderr: "" });
});

test("a closed pipe is not an error", async () => {
  await using home = await Home.make();
  await home.serve();
  const script = "tandem ls --json | true && tandem --help | head -1";
  const shell = home.startProgram("bash", ["-o", "pipefail", "-c", script]);
  expect(await shell.exited).toMatchObject({ code: 0, stderr: "", stdout: "Usage: tandem [folders…]\n" });
});

test("serve never prints the token, even with all logging", async () => {
  await using home = await Home.make();
  const { server, lockFile } = await home.serve("--log-level", "debug", "--log-bodies");
  const { authToken } = JSON.parse(await readFile(lockFile, "utf8"));
  await home.run(["call", "getOpenEditors"]);
  server.say("status");
  server.say("quit");
  const { stdout, stderr } = await server.exited;
  expect(stderr).toMatch(/\[debug\]/);
  expect(stdout + stderr).not.toContain(authToken);
});
