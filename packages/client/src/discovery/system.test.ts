import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deadPid, LockFixture } from "../testing/lock-fixture.js";
import { thisMachine } from "./system.js";

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

test("a process is alive until it has exited", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const { pid } = child;
  if (pid === undefined) throw new Error("no process");
  expect(thisMachine.processState(pid)).toBe("alive");
  await end(child);
  expect(thisMachine.processState(pid)).toBe("dead");
  expect(thisMachine.processState(deadPid)).toBe("dead");
});

test.skipIf(process.platform === "win32")("lists the parent processes, nearest first", async () => {
  const ancestors = await thisMachine.ancestors();
  expect(ancestors?.[0]).toBe(process.ppid);
  expect(ancestors?.length).toBeLessThanOrEqual(10);
  expect(ancestors).not.toContain(process.pid);
});

test("a port answers while a server is listening", async () => {
  const lockFixture = await LockFixture.make();
  onTestFinished(() => lockFixture[Symbol.asyncDispose]());
  expect(await thisMachine.answers("127.0.0.1", await lockFixture.listen())).toBe(true);
  expect(await thisMachine.answers("127.0.0.1", await lockFixture.closedPort())).toBe(false);
});

test.skipIf(process.platform !== "linux")(
  "gives up after half a second on a port that neither accepts nor refuses",
  async () => {
    const program = `const s = require("net").createServer();
    s.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(s.address().port))`;
    const child = spawn(process.execPath, ["-e", program]);
    onTestFinished(() => end(child));
    const [line] = await once(child.stdout, "data");
    const port = Number(String(line));
    // A stopped program accepts no connections. Two fit in its queue; the kernel makes further ones wait.
    child.kill("SIGSTOP");
    const queue = [1, 2].map(() => createConnection({ host: "127.0.0.1", port }));
    onTestFinished(() => {
      for (const socket of queue) socket.destroy();
    });
    await Promise.all(queue.map((socket) => once(socket, "connect")));
    const before = performance.now();
    expect(await thisMachine.answers("127.0.0.1", port)).toBe(false);
    const took = performance.now() - before;
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(3000);
  },
);

test.skipIf(process.platform === "win32")("reading a pipe without a writer doesn't block", async () => {
  const lockFixture = await LockFixture.make();
  onTestFinished(() => lockFixture[Symbol.asyncDispose]());
  const pipe = path.join(lockFixture.home, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(await thisMachine.readFile(pipe, 100)).toBe("");
});

test("reads a file that has grown only up to the limit", async () => {
  const lockFixture = await LockFixture.make();
  onTestFinished(() => lockFixture[Symbol.asyncDispose]());
  const file = await lockFixture.lock(12345, "0123456789");
  expect(await thisMachine.readFile(file, 4)).toBe("0123");
  expect(await thisMachine.readFile(file, 100)).toBe("0123456789");
});
