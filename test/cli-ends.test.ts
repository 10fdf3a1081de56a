/** However `tandem serve` ends, its lock is removed. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Home, type Running } from "./cli-command.js";

/** Loaded into the command by a Node option: it makes the process fail on request. */
const faults = `process.on("SIGUSR2", () => { throw new Error("a fault for the test") });
process.on("SIGWINCH", () => { void Promise.reject(new Error("a rejection for the test")) });`;

async function serveWithFaults(home: Home): Promise<Running> {
  const file = join(home.path, "faults.mjs");
  await writeFile(file, faults);
  const server = home.start(["serve", "--json"], { nodeArgs: ["--import", file] });
  await server.printed(/lockFile/);
  return server;
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s: the lock is removed, clients are notified, the exit code is %i", async (signal, code) => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const listener = home.start(["listen"]);
  await listener.printed(/Listening/);
  expect(await home.locks()).toHaveLength(1);
  server.kill(signal);
  expect(await server.exited).toMatchObject({ code, stderr: "" });
  expect(await home.locks()).toEqual([]);
  expect(await listener.exited).toMatchObject({ code: 3, stderr: expect.stringMatching(/shutting down/) });
});

test.each([
  ["SIGUSR2", /a fault for the test/],
  ["SIGWINCH", /a rejection for the test/],
] as const)(
  "an error that nobody caught (%s): the lock is removed, and the error is reported",
  async (signal, words) => {
    await using home = await Home.make();
    const server = await serveWithFaults(home);
    expect(await home.locks()).toHaveLength(1);
    server.kill(signal);
    const { code, stderr } = await server.exited;
    expect(stderr).toMatch(/Internal error/);
    expect(stderr).toMatch(words);
    expect(code).toBe(70);
    expect(await home.locks()).toEqual([]);
  },
);

test("quit: the lock is removed and the exit code is 0", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.say("quit");
  expect(await server.exited).toMatchObject({ code: 0, signal: null });
  expect(await home.locks()).toEqual([]);
});

test("keeps running at the end of piped input", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.endInput("status\n");
  await server.printed(/Clients {3}none/);
  expect((await home.run(["call", "getWorkspaceFolders"])).code).toBe(0);
  expect(await home.locks()).toHaveLength(1);
});

test("ends cleanly when its output is closed", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.stopReading();
  // It notices when it next prints. The outcome of the call depends on timing.
  await home.run(["call", "getWorkspaceFolders"]);
  expect((await server.exited).code).toBe(0);
  expect(await home.locks()).toEqual([]);
});

test("SIGTERM ends it even if its output isn't read", async () => {
  await using home = await Home.make();
  const file = join(home.path, "flood.mjs");
  const flood = 'process.stdout.write("x".repeat(1 << 24)); process.stderr.write("flooded");';
  await writeFile(file, `process.on("SIGUSR2", () => { ${flood} });`);
  const server = home.start(["serve", "--json"], { nodeArgs: ["--import", file] });
  await server.printed(/lockFile/);
  server.pauseReading();
  server.kill("SIGUSR2");
  await server.printed(/flooded/);
  server.kill("SIGTERM");
  await expect.poll(() => server.isGone, { timeout: 8000 }).toBe(true);
});

test("an interrupted conformance run removes its directories and reports its results", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const temporary = join(home.path, "temporary");
  await mkdir(temporary);
  const run = home.start(["conformance"], { env: { TMPDIR: temporary } });
  // The directory is in use at any stage of the run.
  await expect.poll(() => readdir(temporary), { timeout: 20_000, interval: 1 }).not.toEqual([]);
  run.kill("SIGINT");
  const { code, stderr } = await run.exited;
  expect(await readdir(temporary)).toEqual([]);
  expect(stderr).toMatch(/^Interrupted after \d+ of \d+ checks\. Failed so far: none\.$/m);
  expect(code).toBe(130);
  server.kill("SIGTERM");
});

test("a second SIGINT exits immediately", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const listener = home.start(["listen"]);
  await listener.printed(/Listening/);
  listener.kill("SIGSTOP");
  server.kill("SIGINT");
  await expect.poll(() => home.locks()).toEqual([]);
  server.kill("SIGINT");
  const { code, stdout } = await server.exited;
  expect(code).toBe(130);
  expect(stdout, "it did not wait for the goodbye").not.toContain("client-disconnected");
  expect(await home.locks()).toEqual([]);
});

test("after SIGKILL and a restart there is exactly one lock file", async () => {
  await using home = await Home.make();
  const first = await home.serve();
  first.server.kill("SIGKILL");
  await first.server.exited;
  expect(await home.locks()).toEqual([`${first.port}.lock`]);
  const second = await home.serve();
  expect(await home.locks()).toEqual([`${second.port}.lock`]);
  expect((await home.run(["call", "getWorkspaceFolders"])).code).toBe(0);
});

test("Ctrl-C cancels a pending call and its review", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const path = join(home.folder, "a.txt");
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: "x", tab_name: "t" };
  const call = home.start(["call", "openDiff", JSON.stringify(proposal)]);
  await server.printed(/review-opened/);
  call.kill("SIGINT");
  expect(await call.exited).toMatchObject({ code: 130, stdout: "", stderr: "" });
  await server.printed(/"review-closed".*"withdrawn"/);
});

test("a folder that does not exist leaves nothing behind", async () => {
  await using home = await Home.make();
  const { code, stdout, stderr } = await home.run(["serve", "--json", "./nothing"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/There is no folder \.\/nothing/);
  expect(await home.locks()).toEqual([]);
});

test("reports that the current folder was deleted", async () => {
  await using home = await Home.make();
  const command = "mkdir gone && cd gone && rmdir ../gone && exec tandem ls";
  const running = home.startProgram("/bin/sh", ["-c", command]);
  const { code, stderr } = await running.exited;
  expect(stderr).toMatch(/^tandem: The current folder no longer exists\./m);
  expect(code).toBe(2);
});
