/** The life cycle of a real server that Tandem starts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "@tandem-ide/base";
import { isRunning } from "@tandem-ide/base/node";
import { expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { JupyterServer } from "./jupyter-server.js";
import { createKernels } from "./kernels.js";
import { pythonConfig } from "./server-config.js";
import { createHome, type TestHome } from "./testing/home.js";
import { freePort } from "./testing/real-server.js";

const { test } = needs("jupyter");
// A server and a kernel start in two seconds, or many more on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

function newHome(): TestHome {
  const home = createHome();
  onTestFinished(() => home.remove());
  // The servers create their directories in here, so that a test can inspect them.
  mkdirSync(join(home.directory, "tmp"));
  return home;
}

const optionsFor = (home: TestHome, command?: readonly string[]) => ({
  folders: [home.folder],
  mayRunFromWorkspace: false,
  command,
  environment: home.environment,
  clock: systemClock,
  log: () => {},
});

test("a server listens on loopback, requires its token, and leaves nothing behind", async () => {
  const home = newHome();
  const server = await JupyterServer.start(optionsFor(home));
  onTestFinished(() => server.close());
  const { baseUrl, token } = server.address;
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(token).toMatch(/^[0-9a-f]{48}$/);
  const ask = (headers: Record<string, string>) => fetch(`${baseUrl}api/kernels`, { headers });
  expect((await ask({})).status).toBe(403);
  expect((await ask({ Authorization: `token ${token}` })).status).toBe(200);

  const { pid = 0 } = server;
  const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
  expect(argv).toContain("--config=");
  expect(argv).not.toContain(token);
  expect(environment).not.toContain(token);
  const directory = /--config=(.*)\/config\.py/.exec(argv)?.[1] ?? "";
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "config.py")).mode & 0o777).toBe(0o600);
  expect(statSync(join(directory, "runtime")).mode & 0o777).toBe(0o700);

  await server.close();
  expect(isRunning(pid)).toBe(false);
  expect(existsSync(directory)).toBe(false);
  expect(existsSync(join(home.directory, "jupyter-runtime"))).toBe(false);
});

test("code can't read the token in its environment", async () => {
  const home = newHome();
  await using kernels = createKernels({
    folders: () => [home.folder],
    environment: { ...home.environment, JUPYTER_TOKEN: "inherited" },
  });
  const [output] = await kernels.run("import os; [name for name in os.environ if 'TOKEN' in name]");
  expect(output).toEqual({ type: "text", text: "[]\n" });
});

test("closing also stops the kernels, even one in an endless loop", async () => {
  const home = newHome();
  const kernels = createKernels({ folders: () => [home.folder], environment: home.environment });
  onTestFinished(() => kernels.close());
  const [output] = await kernels.run("import os; os.getpid()");
  const pid = Number(output?.type === "text" ? output.text : "");
  let begin = () => {};
  const hasStarted = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = kernels.current().run("print(1, flush=True)\nwhile True: pass", { listener: { outputs: () => begin() } });
  run.catch(() => {});
  await hasStarted;
  expect(isRunning(pid)).toBe(true);
  await kernels.close();
  await expect(run).rejects.toMatchObject({ code: "closed" });
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  await expect(kernels.run("1")).rejects.toMatchObject({ code: "closed" });
});

test("closing doesn't wait a minute for a server that doesn't answer", async () => {
  const home = newHome();
  const log: string[] = [];
  // Waits are shortened to a tenth, so one of a minute is still noticeable.
  const asked: number[] = [];
  const clock = {
    now: () => performance.now(),
    after(ms: number, task: () => void) {
      const timer = setTimeout(
        () => {
          if (isClosing) asked.push(ms);
          task();
        },
        isClosing ? ms / 10 : ms,
      );
      return () => clearTimeout(timer);
    },
  };
  let isClosing = false;
  const kernels = createKernels({
    folders: () => [home.folder],
    environment: home.environment,
    clock,
    log: (_level, message) => log.push(message),
  });
  onTestFinished(() => kernels.close());
  await kernels.run("1");
  const pid = Number(/\(process (\d+)\)/.exec(log.join("\n"))?.[1]);
  process.kill(pid, "SIGSTOP");
  isClosing = true;
  await kernels.close();
  expect(isRunning(pid)).toBe(false);
  expect(asked.filter((ms) => ms >= 10_000)).toEqual([]);
});

test("the server's log doesn't contain the token", async () => {
  const home = newHome();
  const log: string[] = [];
  const server = await JupyterServer.start({ ...optionsFor(home), log: (_level, message) => log.push(message) });
  await fetch(`${server.address.baseUrl}api/kernels?token=${server.address.token}`);
  await fetch(`${server.address.baseUrl}nowhere?token=${server.address.token}`);
  await expect.poll(() => log.join("\n")).toContain("nowhere");
  await server.close();
  expect(log.join("\n")).not.toContain(server.address.token);
});

test("killing the server fails the run with a message, and the next run starts another", async () => {
  const home = newHome();
  const log: string[] = [];
  await using kernels = createKernels({
    folders: () => [home.folder],
    environment: home.environment,
    log: (_level, message) => log.push(message),
  });
  let begin = (_pid: number) => {};
  const hasStarted = new Promise<number>((resolve) => {
    begin = resolve;
  });
  const run = kernels.current().run("import os\nprint(os.getpid(), flush=True)\nwhile True: pass", {
    listener: { outputs: ([first]) => begin(Number(first?.output_type === "stream" ? first.text : "")) },
  });
  run.catch(() => {});
  const kernelPid = await hasStarted;
  const pid = Number(/\(process (\d+)\)/.exec(log.join("\n"))?.[1]);
  const directory = /--config=(.*)\/config\.py/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? "";
  expect(existsSync(directory)).toBe(true);
  process.kill(pid, "SIGKILL");
  await expect(run).rejects.toMatchObject({ code: "kernel-died", message: expect.stringContaining("server exited") });
  const [output] = await kernels.run("1");
  expect(output).toEqual({ type: "text", text: expect.stringMatching(/^\[This is a new kernel.*\]\n1\n$/) });
  await expect.poll(() => existsSync(directory)).toBe(false);
  // Kernels watch their server.
  await expect.poll(() => isRunning(kernelPid), { timeout: 10_000 }).toBe(false);
});

test("a server exits when the process that started it is killed", async () => {
  const home = newHome();
  const directory = join(home.directory, "tmp", "server");
  mkdirSync(join(directory, "runtime"), { recursive: true });
  const config = join(directory, "config.py");
  const isRoot = process.getuid?.() === 0;
  const port = await freePort();
  writeFileSync(config, pythonConfig({ port, token: "t", startFolder: directory, directory, isRoot }));
  // A process like ours, which can't be killed here.
  const starter = join(home.directory, "starter.mjs");
  writeFileSync(
    starter,
    `import { spawn } from "node:child_process";
const child = spawn("jupyter-server", ["--config=${config}"], { stdio: ["pipe", "ignore", "ignore"], detached: true });
console.log(child.pid);
setInterval(() => {}, 1000);`,
  );
  const environment = { ...home.environment, JUPYTER_RUNTIME_DIR: join(directory, "runtime") };
  const parent = spawn(process.execPath, [starter], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(parent.stdout), "line");
  const pid = Number(line);
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, "SIGKILL");
  });
  const isUp = () => readdirSync(join(directory, "runtime")).some((name) => name.endsWith(".json"));
  await expect.poll(isUp, { timeout: 15_000 }).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  // And its directory, which contains the token.
  expect(existsSync(directory)).toBe(false);
});

test("reports the output of a command that doesn't serve", async () => {
  const home = newHome();
  const program = join(home.directory, "broken-jupyter");
  const script =
    '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "ModuleNotFoundError: No module named notary" >&2\nexit 1\n';
  writeFileSync(program, script, { mode: 0o755 });
  await expect(JupyterServer.start(optionsFor(home, [program]))).rejects.toMatchObject({
    code: "server-failed",
    message: expect.stringMatching(/exited immediately.*No module named notary/s),
  });
});

test("reports the output of a kernel that can't start", async () => {
  const home = newHome();
  const kernelDirectory = join(home.directory, "jupyter-data", "kernels", "broken");
  mkdirSync(kernelDirectory, { recursive: true });
  const spec = {
    argv: ["sh", "-c", "echo no module named ipykernel >&2; exit 1", "{connection_file}"],
    language: "python",
  };
  writeFileSync(join(kernelDirectory, "kernel.json"), JSON.stringify({ ...spec, display_name: "Broken" }));
  await using kernels = createKernels({
    folders: () => [home.folder],
    environment: home.environment,
    settings: { kernelName: "broken" },
  });
  await expect(kernels.run("1")).rejects.toMatchObject({
    code: "kernel-failed",
    message: expect.stringMatching(
      /Can't start the kernel "broken": it exits as soon as it starts.*pip install ipykernel.*no module named ipykernel/s,
    ),
  });
  expect(kernels.current().status).toBe("not started");
});

test("rejects a kernel of another language", async () => {
  const home = newHome();
  const kernelDirectory = join(home.directory, "jupyter-data", "kernels", "shell");
  mkdirSync(kernelDirectory, { recursive: true });
  writeFileSync(
    join(kernelDirectory, "kernel.json"),
    JSON.stringify({ argv: ["true", "{connection_file}"], language: "bash", display_name: "Shell" }),
  );
  await using kernels = createKernels({
    folders: () => [home.folder],
    environment: home.environment,
    settings: { kernelName: "shell" },
  });
  await expect(kernels.run("1")).rejects.toMatchObject({
    code: "wrong-language",
    message: expect.stringMatching(/"shell" runs bash.*python3/),
  });
});
