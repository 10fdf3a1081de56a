/** However `tandem serve` ends, its lock goes with it. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Home, type Running } from "./cli-command.js";

/** Loaded into the command by Node's own option: it makes the process fail when it is told to. */
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
] as const)("%s: the lock is removed, clients are told, the exit code is %i", async (signal, code) => {
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
] as const)("an error that nobody caught (%s): the lock is removed, and the error is told", async (signal, words) => {
  await using home = await Home.make();
  const server = await serveWithFaults(home);
  expect(await home.locks()).toHaveLength(1);
  server.kill(signal);
  const { code, stderr } = await server.exited;
  expect(stderr).toMatch(/fault in tandem itself/);
  expect(stderr).toMatch(words);
  expect(code).toBe(70);
  expect(await home.locks()).toEqual([]);
});

test("quit: the lock is removed and the exit code is 0", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.say("quit");
  expect(await server.exited).toMatchObject({ code: 0, signal: null });
  expect(await home.locks()).toEqual([]);
});

test("the end of an input that is no terminal ends nothing", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.endInput("status\n");
  await server.printed(/Clients {3}none/);
  expect((await home.run(["call", "getWorkspaceFolders"])).code).toBe(0);
  expect(await home.locks()).toHaveLength(1);
});

test("nobody reads its output any more: it ends in order", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  server.stopReading();
  // It notices when it has something to tell; what becomes of the call depends on who is quicker.
  await home.run(["call", "getWorkspaceFolders"]);
  expect((await server.exited).code).toBe(0);
  expect(await home.locks()).toEqual([]);
});

test("SIGTERM ends it even when its output is full and nobody reads it", async () => {
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

test("an interrupted conformance run removes its directories, and tells what it has found", async () => {
  await using home = await Home.make();
  const { server } = await home.serve();
  const temporary = join(home.path, "temporary");
  await mkdir(temporary);
  const run = home.start(["conformance"], { env: { TMPDIR: temporary } });
  // Whatever it is at by then, the directory is in use.
  await expect.poll(() => readdir(temporary), { timeout: 20_000, interval: 1 }).not.toEqual([]);
  run.kill("SIGINT");
  const { code, stderr } = await run.exited;
  expect(await readdir(temporary)).toEqual([]);
  expect(stderr).toMatch(/^Interrupted after \d+ of \d+ checks; failed so far: none\.$/m);
  expect(code).toBe(130);
  server.kill("SIGTERM");
});

test("a second SIGINT ends at once, when a client does not let go", async () => {
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

test("SIGKILL and a new start leave exactly one lock", async () => {
  await using home = await Home.make();
  const first = await home.serve();
  first.server.kill("SIGKILL");
  await first.server.exited;
  expect(await home.locks()).toEqual([`${first.port}.lock`]);
  const second = await home.serve();
  expect(await home.locks()).toEqual([`${second.port}.lock`]);
  expect((await home.run(["call", "getWorkspaceFolders"])).code).toBe(0);
});

test("a call that waits for the user ends with Ctrl-C, and the review with it", async () => {
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

test("in a folder that was removed under the shell it says so, instead of a fault of its own", async () => {
  await using home = await Home.make();
  const command = "mkdir gone && cd gone && rmdir ../gone && exec tandem ls";
  const running = home.startProgram("/bin/sh", ["-c", command]);
  const { code, stderr } = await running.exited;
  expect(stderr).toMatch(/^tandem: The folder that you are in is gone\./m);
  expect(code).toBe(2);
});
