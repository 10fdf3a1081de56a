/** A test run leaves no process and no file behind, however it ends, and doesn't disturb another one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning } from "@tandem-ide/base/node";
import { test as anyTest, expect, onTestFinished } from "vitest";
import { temporaryDirectory } from "./endpoint.js";

// Only /proc shows what a run has started.
const test = anyTest.runIf(process.platform === "linux");
const root = fileURLToPath(new URL("..", import.meta.url));
const patience = { timeout: 20_000, interval: 50 };

interface Run {
  readonly npm: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
  /** The folder of its endless test. */
  readonly folder: string;
  /** The endless test's worker and its children. */
  readonly pids: readonly number[];
}

/** Starts `npm run test:unit` with one test of test/runner/endless.ts. */
function startNpm(temporary: string, title: string, more: Readonly<Record<string, string>> = {}) {
  const args = ["run", "test:unit", "--", "--config", "test/runner/vitest.config.ts", "-t", title];
  const { TANDEM_TIMES_FILE: _times, TANDEM_COUNTS_FILE: _counts, npm_lifecycle_event: _event, ...env } = process.env;
  const npm = spawn("npm", args, {
    cwd: root,
    env: { ...env, TMPDIR: temporary, ...more },
    // A process group, as in a terminal.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (data) => {
      output += data;
    });
  onTestFinished(() => void npm.kill("SIGKILL"));
  return { npm, output: () => output };
}

/** Starts a run with a test that never ends, and resolves when that has begun. */
async function startRun(temporary: string, name: string): Promise<Run> {
  const file = join(temporaryDirectory(), name);
  const { npm, output } = startNpm(temporary, "never ends", { TANDEM_ENDLESS: file });
  const state = () => [existsSync(file), npm.exitCode, output()];
  await expect.poll(state, patience).toEqual([true, null, expect.anything()]);
  return { npm, output, ...JSON.parse(readFileSync(file, "utf8")) };
}

const running = ({ pids }: Run) => pids.filter((pid) => isRunning(pid));

const endings = [
  ["npm gets SIGTERM", "SIGTERM", "npm"],
  ["the user presses Ctrl+C, so the whole group gets SIGINT", "SIGINT", "group"],
  ["the terminal closes, so the whole group gets SIGHUP", "SIGHUP", "group"],
  ["npm is killed", "SIGKILL", "npm"],
] as const;

for (const [what, signal, to] of endings)
  test(`${what}: nothing of the run remains`, async () => {
    const temporary = temporaryDirectory();
    const run = await startRun(temporary, "run");
    expect(running(run)).toEqual(run.pids);
    expect(run.folder.startsWith(`${temporary}/`)).toBe(true);
    const { pid = 0 } = run.npm;
    process.kill(to === "group" ? -pid : pid, signal);
    await expect.poll(() => [running(run), readdirSync(temporary)], patience).toEqual([[], []]);
  });

test("the runner is killed: the next run ends what it left, and leaves other runs alone", async () => {
  const temporary = temporaryDirectory();
  const [killed, other] = await Promise.all([startRun(temporary, "killed"), startRun(temporary, "other")]);
  const { pid } = JSON.parse(readFileSync(join(killed.folder, "../.run.json"), "utf8"));
  process.kill(pid, "SIGKILL");
  await once(killed.npm, "exit");
  expect(existsSync(killed.folder)).toBe(true);
  const next = await startRun(temporary, "next");
  expect(next.output()).toContain("left by a run that was killed");
  expect([running(killed), existsSync(killed.folder)]).toEqual([[], false]);
  expect([running(other), existsSync(other.folder)]).toEqual([other.pids, true]);
  for (const { npm } of [other, next]) npm.kill("SIGTERM");
  await expect.poll(() => [running(other), running(next), readdirSync(temporary)], patience).toEqual([[], [], []]);
});

test("a child that a test forgets is ended and named, and the run passes", async () => {
  const temporary = temporaryDirectory();
  const { npm, output } = startNpm(temporary, "forgets its child");
  const [code] = await once(npm, "close");
  expect(output()).toMatch(/! A test left a process, which was ended: .* forgotten\n/);
  expect([code, readdirSync(temporary)]).toEqual([0, []]);
});

test("esbuild's process remained after the runner's own bundling, and the end of the run mistook it for a test's", async () => {
  const script = `
    import { bundleAll } from "./scripts/build-for-tests.mjs";
    import { buildSidecar } from "./scripts/build-sidecar.mjs";
    await bundleAll([buildSidecar]);
    console.log("bundled");
    process.stdin.resume();`;
  const runner = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void runner.kill("SIGKILL"));
  expect(String((await once(runner.stdout, "data"))[0])).toBe("bundled\n");
  const children = () => readFileSync(`/proc/${runner.pid}/task/${runner.pid}/children`, "utf8");
  await expect.poll(children, patience).toBe("");
});
