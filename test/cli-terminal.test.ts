/** `tandem serve` as users see it: in a real terminal, with keys. */
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { needs } from "./parts.js";
import { Terminal } from "./terminal.js";

const { test } = needs("tmux");

const prompt = /^tandem>$/m;

test("a new review doesn't disturb the line being typed", async () => {
  await using terminal = await Terminal.open();
  const { home } = terminal;
  terminal.enter("tandem");
  await terminal.shows(prompt);
  expect(terminal.text).toMatch(
    /Tandem is listening for Claude Code on port \d+\.[\s\S]*claude --ide --permission-mode manual/,
  );
  expect(terminal.screen).toContain("\u001b[1m");

  terminal.type("open a.");
  terminal.keys("Tab");
  await terminal.shows(/^tandem> open a\.txt$/m);
  terminal.keys("Enter");
  await terminal.shows(/^Opened a\.txt\.$/m);

  terminal.type("half a wo");
  await terminal.shows(/^tandem> half a wo$/m);
  const path = join(home.folder, "a.txt");
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: "one\n2\nthree\n", tab_name: "t" };
  const call = home.start(["call", "openDiff", JSON.stringify(proposal)]);
  await terminal.shows(
    /• Review 1: a\.txt \(\+1 −1\)\. Decide in the browser, or type show 1, accept 1 or reject 1\.\ntandem> half a wo$/,
  );
  terminal.keys("C-u");
  terminal.enter("show");
  await terminal.shows(/^-two\n\+2$/m);
  expect(terminal.screen).toContain("\u001b[32m+2");
  terminal.enter("accept");
  expect((await call.exited).stdout).toMatch(/^FILE_SAVED/);
  await terminal.shows(/Review 1 \(a\.txt\) accepted\./);
});

test("code can be approved at the prompt, without a browser", async () => {
  await using terminal = await Terminal.open();
  const { home } = terminal;
  // Without Jupyter, because this tests the permission, not the result.
  const withoutJupyter = `PATH=${join(home.path, "bin")}:${dirname(process.execPath)}`;
  terminal.enter(`clear; env ${withoutJupyter} tandem --no-open`);
  await terminal.shows(prompt);
  const code = JSON.stringify({ code: "a = 1\nprint(a)" });
  const first = home.start(["call", "executeCode", code]);
  await terminal.shows(
    /• Code 1: Claude Code wants to run this:\n +a = 1\n +print\(a\)\n +Decide in the browser, or type allow 1 or deny 1\./,
  );
  terminal.enter("deny");
  expect((await first.exited).stderr).toContain("didn't allow this code to run");
  await terminal.shows(/Code 1 denied\./);
  const second = home.start(["call", "executeCode", code]);
  await terminal.shows(/Code 2: /);
  terminal.enter("allow 2");
  await terminal.shows(/Code 2 allowed\./);
  const { stdout, stderr } = await second.exited;
  expect(stdout + stderr).not.toContain("didn't allow this code to run");
});

test("allow doesn't run code that replaced the shown code before Enter", async () => {
  await using terminal = await Terminal.open();
  const { home } = terminal;
  const withoutJupyter = `PATH=${join(home.path, "bin")}:${dirname(process.execPath)}`;
  terminal.enter(`clear; env ${withoutJupyter} tandem --no-open`);
  await terminal.shows(prompt);
  const first = home.start(["call", "executeCode", JSON.stringify({ code: "harmless()" })]);
  await terminal.shows(/Code 1: [\s\S]*harmless\(\)/);
  terminal.type("allow");
  await terminal.shows(/^tandem> allow$/m);
  first.kill("SIGTERM");
  await terminal.shows(/Code 1 withdrawn\./);
  const second = home.start(["call", "executeCode", JSON.stringify({ code: "evil()\u200b" })]);
  await terminal.shows(/Code 2: [\s\S]*evil\(\)<U\+200B>[\s\S]*^tandem> allow$/m);
  terminal.keys("Enter");
  await terminal.shows(
    /Code 1 is no longer pending, so your answer was ignored\.\nPending now:\nCode 2: [\s\S]*evil\(\)<U\+200B>/,
  );
  expect(terminal.text).not.toContain("is allowed");
  terminal.enter("deny 2");
  expect((await second.exited).stderr).toContain("didn't allow this code to run");
});

test("Ctrl-C and Ctrl-D stop it and restore the terminal", async () => {
  await using terminal = await Terminal.open();
  terminal.enter("tandem");
  await terminal.shows(prompt);
  terminal.keys("C-c");
  await terminal.isBack();
  terminal.enter("echo first=$?");
  await terminal.shows(/^first=130$/m);
  expect(await terminal.home.locks()).toEqual([]);

  terminal.enter("clear; NO_COLOR=1 tandem");
  await terminal.shows(prompt);
  expect(terminal.screen).not.toContain("\u001b[1m");
  terminal.keys("C-d");
  await terminal.isBack();
  terminal.enter("echo second=$?");
  await terminal.shows(/^second=0$/m);
  expect(await terminal.home.locks()).toEqual([]);
});

test("reads the keyboard again after Ctrl-Z and fg", async () => {
  await using terminal = await Terminal.open();
  terminal.enter("tandem");
  await terminal.shows(prompt);
  terminal.keys("C-z");
  await terminal.shows(/Stopped/);
  terminal.enter("clear; fg");
  await terminal.shows(/tandem>$/);
  terminal.enter("status");
  await terminal.shows(/^Clients {3}none$/m);
  terminal.keys("C-c");
  await terminal.isBack();
  terminal.enter("echo ended=$?");
  await terminal.shows(/^ended=130$/m);
  expect(await terminal.home.locks()).toEqual([]);
});

test("serves in the background without reading from the terminal", async () => {
  await using terminal = await Terminal.open();
  terminal.enter("tandem serve &");
  await terminal.shows(/is listening for Claude Code/);
  terminal.enter("tandem ls; jobs");
  await terminal.shows(/Running .*tandem serve &/);
  expect(terminal.text).toMatch(/→ +\d+ +Tandem +ready/);
  // A second one on the same folder is usually a mistake, so it warns.
  terminal.enter("tandem");
  await terminal.shows(/Note: Claude Code doesn.t connect automatically because 2 editors match/);
});

test("removes the lock when the window is closed", async () => {
  await using terminal = await Terminal.open();
  terminal.enter("tandem");
  await terminal.shows(prompt);
  expect(await terminal.home.locks()).toHaveLength(1);
  terminal.hangUp();
  await expect.poll(() => terminal.home.locks(), { timeout: 10_000 }).toEqual([]);
});

test("doctor has colors at a terminal, none with NO_COLOR, and asks before it fixes", async () => {
  await using terminal = await Terminal.open();
  const { home } = terminal;
  await home.install("claude", "#!/bin/sh\necho '2.1.325 (Claude Code)' # a stand-in\n");
  const { server, port } = await home.serve();
  server.kill("SIGKILL");
  await server.exited;
  // The command differs from its output, so that neither is mistaken for the other.
  terminal.enter("clear; tandem doctor; echo over $((1))");
  await terminal.shows(/^over 1$/m);
  expect(terminal.screen).toContain("\u001b[31m✗");
  expect(terminal.screen).toContain(`\u001b[1mTandem on port ${port} is gone, but its lock file is still there.`);

  terminal.enter("clear; tmux clear-history; NO_COLOR=1 tandem doctor; echo over $((2))");
  await terminal.shows(/^over 2$/m);
  expect(terminal.screen).toMatch(/^✗ Tandem on port \d+ is gone/m);
  expect(terminal.screen).not.toContain("\u001b[");

  terminal.enter("clear; tmux clear-history; tandem doctor --fix");
  await terminal.shows(/^Remove the unused lock file ~\/\.claude\/ide\/\d+\.lock\? \[y\/N\]$/m);
  expect(await home.locks()).toEqual([`${port}.lock`]);
  terminal.enter("y");
  await terminal.shows(/Removed .*\.lock\.\n\n✗ No editor is running/);
  expect(await home.locks()).toEqual([]);
});

test("doctor shows its progress after a second, and Ctrl-C ends it", async () => {
  await using terminal = await Terminal.open();
  await terminal.home.install("claude", "#!/bin/sh\nexec sleep 1000 # a stand-in that hangs\n");
  terminal.enter("clear; tandem doctor; echo code $?");
  await terminal.shows(/^Checking Claude Code…$/m);
  terminal.keys("C-c");
  await terminal.shows(/^code 130$/m);
});
