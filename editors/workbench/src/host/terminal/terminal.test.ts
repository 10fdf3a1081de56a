import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Terminal } from "./terminal.js";

interface Options {
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly isBehind?: (output: string) => boolean;
}

/** A terminal that records its output and closes with the test. */
function open({ command = ["sh"], cwd = tmpdir(), env = {}, isBehind = () => false }: Options = {}) {
  let output = "";
  const exitCodes: number[] = [];
  const terminal = new Terminal({
    command,
    cwd,
    env: () => ({ PS1: "$ ", ...env }),
    onOutput: (data) => {
      output += data;
    },
    onEnded: (exitCode) => exitCodes.push(exitCode),
    isBehind: () => isBehind(output),
  });
  onTestFinished(() => terminal.close());
  return {
    terminal,
    exitCodes,
    printed: () => output,
    prints: (pattern: RegExp) =>
      vi.waitFor(
        () => {
          const match = pattern.exec(output);
          if (!match) throw new Error(`Not printed yet: ${pattern}, but ${JSON.stringify(output)}`);
          return match;
        },
        { timeout: 4000, interval: 10 },
      ),
    ends: () => vi.waitFor(() => expect(exitCodes).toHaveLength(1), { timeout: 4000, interval: 10 }),
  };
}

/** A zombie counts as gone: it only waits for its parent, which isn't ours. */
function isThere(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}

const isGone = (pid: number) => vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 4000, interval: 10 });

test("is available where its native module is installed", async () => {
  expect(await Terminal.isAvailable()).toBe(true);
});

test("runs the command in its folder and passes on input and output", async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { terminal, prints } = open({ cwd });
  expect(await terminal.start(80, 24)).toEqual({ command: "sh", output: "" });
  terminal.write("echo $((20 + 3)) in $(pwd)\r");
  expect((await prints(/23 in (\S+)/))[1]).toBe(cwd);
});

test("adds to this process's environment, and describes itself instead of the terminal that Tandem runs in", async () => {
  vi.stubEnv("TANDEM_OWN", "own");
  vi.stubEnv("TMUX", "/tmp/tmux-0/default,1,0");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { terminal, prints } = open({ env: { TANDEM_PROBE: "here", TERM: "dumb" } });
  await terminal.start(80, 24);
  terminal.write('echo "<$TANDEM_OWN $TANDEM_PROBE $TERM $COLORTERM $TMUX>"\r');
  await prints(/<own here xterm-256color truecolor >/);
});

test("has the given size, and can be resized", async () => {
  const { terminal, prints } = open();
  await terminal.start(91, 23);
  terminal.write("stty size\r");
  await prints(/23 91\r/);
  terminal.resize(120.7, 40);
  terminal.write("stty size\r");
  await prints(/40 120\r/);
});

test("a second start returns the output so far and resizes, without a second program", async () => {
  const { terminal, prints } = open();
  await terminal.start(80, 24);
  terminal.write("echo pid=$$=\r");
  const first = (await prints(/pid=(\d+)=/))[0];
  const again = await terminal.start(100, 30);
  expect(again.output).toContain(first);
  terminal.write("stty size; echo again=$$=\r");
  await prints(/30 100\r/);
  expect((await prints(/again=(\d+)=/))[1]).toBe(/\d+/.exec(first)?.[0]);
});

test("two concurrent starts run one program", async () => {
  const { terminal, prints, exitCodes } = open({ command: ["sh", "-c", "echo begun; read x"] });
  await Promise.all([terminal.start(80, 24), terminal.start(80, 24)]);
  await prints(/begun/);
  terminal.write("\r");
  await vi.waitFor(() => expect(exitCodes).toEqual([0]));
  expect((await terminal.start(80, 24)).output).toBe("");
});

test("reports the exit code, or a signal's as shells do, and can be started again", async () => {
  const { terminal, exitCodes } = open({ command: ["sh", "-c", "read line; eval $line"] });
  await terminal.start(80, 24);
  terminal.write("exit 7\r");
  await vi.waitFor(() => expect(exitCodes).toEqual([7]));
  await terminal.start(80, 24);
  terminal.write("kill -TERM $$\r");
  await vi.waitFor(() => expect(exitCodes).toEqual([7, 143]));
});

test("ignores input and resizes while the program ends or isn't running", async () => {
  const { terminal, exitCodes } = open({ command: ["sh", "-c", "exit 0"] });
  terminal.write("before\r");
  terminal.resize(10, 10);
  terminal.stop();
  await terminal.start(80, 24);
  await vi.waitFor(
    () => {
      terminal.write("x".repeat(1000));
      terminal.resize(80, 25);
      expect(exitCodes).toEqual([0]);
    },
    { interval: 1, timeout: 4000 },
  );
  terminal.write("after\r");
});

test("close ends the program, its children, and jobs in other process groups", async () => {
  const { terminal, prints, ends } = open({ command: ["sh", "-i"] });
  await terminal.start(80, 24);
  terminal.write("set -m; sleep 1000 & echo job=$!=; sh -c 'echo child=$$=; sleep 1000'\r");
  const job = Number((await prints(/job=(\d+)=/))[1]);
  const child = Number((await prints(/child=(\d+)=/))[1]);
  expect([isThere(job), isThere(child)]).toEqual([true, true]);
  await terminal.close();
  await Promise.all([isGone(job), isGone(child), ends()]);
  await expect(terminal.start(80, 24)).rejects.toThrow("Tandem is shutting down");
});

test("kills programs that ignore the hang-up after two seconds", async () => {
  const { terminal, prints, exitCodes } = open({
    command: ["sh", "-c", "trap '' HUP TERM; echo stubborn=$$=; while :; do sleep 1; done"],
  });
  await terminal.start(80, 24);
  const pid = Number((await prints(/stubborn=(\d+)=/))[1]);
  const before = performance.now();
  await terminal.close();
  await isGone(pid);
  expect(performance.now() - before).toBeGreaterThan(1900);
  await vi.waitFor(() => expect(exitCodes).toEqual([137]));
});

test("stop ends the program, which can be started again", async () => {
  const { terminal, prints, ends } = open();
  await terminal.start(80, 24);
  terminal.stop();
  await ends();
  await terminal.start(80, 24);
  terminal.write("echo $((1 + 1))again\r");
  await prints(/2again/);
});

test("keeps the last 256 KB of output, starting at a whole line", async () => {
  const { terminal, prints } = open({ command: ["sh", "-c", "seq 100000 199999; printf '\\033[1mend\\n'; read x"] });
  await terminal.start(80, 24);
  await prints(/end\r/);
  const { output } = await terminal.start(80, 24);
  expect(output.length).toBeGreaterThan(250 * 1024);
  expect(output.length).toBeLessThanOrEqual(256 * 1024);
  expect(output).toMatch(/^1\d{5}\r\n1\d{5}\r\n/);
  expect(output.endsWith("199999\r\n\u001b[1mend\r\n")).toBe(true);
});

test("says what to do when the command is missing or isn't a program", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "notes"), "", { mode: 0o644 });
  const missing = (command: string[]) => open({ command, cwd, env: { PATH: cwd } }).terminal.start(80, 24);
  await expect(missing(["claude"])).rejects.toThrow("npm install -g @anthropic-ai/claude-code");
  await expect(missing(["notes"])).rejects.toThrow("Can't find notes on the PATH.");
  await expect(missing(["./notes"])).rejects.toThrow("./notes isn't an executable file.");
  await expect(missing(["/"])).rejects.toThrow("/ isn't an executable file.");
});

test("a slow reader gets the end of a flood once it has caught up", async () => {
  let isSlow = true;
  const cwd = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { terminal, printed, prints } = open({
    cwd,
    command: ["sh", "-c", "yes | head -c 1000000; echo done; touch written; cat"],
    isBehind: () => isSlow,
  });
  await terminal.start(80, 24);
  await vi.waitFor(() => expect(existsSync(join(cwd, "written"))).toBe(true), 4000);
  expect(printed()).toBe("");
  isSlow = false;
  await prints(/done\r\n$/);
  expect(printed().length).toBeLessThan(300_000);
  terminal.write("more\r");
  await prints(/done\r\nmore\r\nmore\r\n$/);
});

test("a window that opens while another is behind doesn't get its scrollback twice", async () => {
  let isSlow = true;
  const { terminal, printed, prints } = open({ isBehind: () => isSlow, command: ["sh", "-c", "echo once; cat"] });
  await terminal.start(80, 24);
  await vi.waitFor(async () => expect((await terminal.start(80, 24)).output).toBe("once\r\n"), 4000);
  expect(printed()).toBe("once\r\n");
  isSlow = false;
  terminal.write("more\r");
  await prints(/^once\r\nmore\r\nmore\r\n$/);
});

test("sends the pending output to a slow reader when the program ends", async () => {
  const { terminal, printed, ends } = open({ command: ["sh", "-c", "echo last words"], isBehind: () => true });
  await terminal.start(80, 24);
  await ends();
  expect(printed()).toBe("last words\r\n");
});

test("doesn't run the user's script with an interpreter that the folder put on PATH", async () => {
  const [cwd, outside] = [0, 1].map(() => realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-"))));
  if (cwd === undefined || outside === undefined) throw new Error("No folders");
  onTestFinished(() => [cwd, outside].forEach((each) => void rmSync(each, { recursive: true })));
  writeFileSync(join(cwd, "node"), "#!/bin/sh\necho the folder\n", { mode: 0o755 });
  writeFileSync(join(outside, "tool"), "#!/usr/bin/env node\nconsole.log('mine', process.argv[2]);\n", { mode: 0o755 });
  for (const entry of [cwd, "."]) {
    const PATH = [entry, outside, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
    const { terminal, printed, ends } = open({ cwd, command: ["tool", "word"], env: { PATH } });
    await terminal.start(80, 24);
    await ends();
    expect(printed()).toBe("mine word\r\n");
  }
});
