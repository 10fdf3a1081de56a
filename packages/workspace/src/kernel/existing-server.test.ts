/** A Jupyter server that Tandem didn't start: a real one below a path, like a JupyterHub's. */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import { needs } from "../../../../test/parts.js";
import { type Clock, type CodeOutput, createKernels, type KernelsOptions } from "./index.js";
import { createHome } from "./testing/home.js";
import { freePort, type RealServer, startProxy, startRealServer } from "./testing/real-server.js";

const { describe, test } = needs("jupyter");
// A server and a kernel start in two seconds, or many more on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = createHome();
let server: RealServer;
beforeAll(async () => {
  server = await startRealServer(home);
});
afterAll(async () => {
  await server?.stop();
  home.remove();
});

const logged: string[] = [];

function kernelsAt(url: string, token?: string, options: Partial<KernelsOptions> = {}) {
  const kernels = createKernels({
    folders: () => [home.folder],
    settings: { server: { url, rootFolder: home.folder, ...(token !== undefined && { token }) } },
    environment: { PATH: "" },
    log: (_level, message) => logged.push(message),
    ...options,
  });
  onTestFinished(() => kernels.close());
  return kernels;
}

/** A clock that can run faster than the machine's, so that a wait of half a minute takes half a second. */
class AcceleratedClock implements Clock {
  speed = 1;
  #ahead = 0;

  now(): number {
    return performance.now() + this.#ahead;
  }

  after(ms: number, task: () => void): () => void {
    const real = ms / this.speed;
    const timer = setTimeout(() => {
      this.#ahead += ms - real;
      task();
    }, real);
    return () => clearTimeout(timer);
  }
}

const textOf = (answer: readonly CodeOutput[]) =>
  answer.map((output) => (output.type === "text" ? output.text : "")).join("");

async function runningKernels(): Promise<unknown> {
  const response = await fetch(`${server.url}api/kernels`, { headers: { Authorization: `token ${server.token}` } });
  return response.json();
}

test("doesn't import modules from the folder at startup, but runs code there", async () => {
  const folder = join(home.folder, "hostile");
  mkdirSync(folder);
  for (const name of ["ipykernel_launcher", "IPython", "asyncio"])
    writeFileSync(join(folder, `${name}.py`), "raise SystemExit('a module of the folder ran')\n");
  const kernels = kernelsAt(server.url, server.token, { folders: () => [folder] });
  expect(textOf(await kernels.run("import os; print(os.getcwd())"))).toBe(`${folder}\n`);
});

/** An HTTP server that isn't a Jupyter server. */
async function serve(listener: RequestListener): Promise<string> {
  const http = createServer(listener).listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(async () => {
    http.close();
    http.closeAllConnections();
    await once(http, "close");
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/`;
}

test("runs code at a hub's path, in the workspace folder, and stops the kernel afterwards", async () => {
  const kernels = kernelsAt(`${server.url}lab?token=${server.token}`);
  expect(textOf(await kernels.run("import os; print(os.getcwd())"))).toBe(`${home.folder}\n`);
  expect(await runningKernels()).toHaveLength(1);
  await kernels.close();
  expect(await runningKernels()).toEqual([]);
});

describe("a connection that drops", () => {
  test("while code runs is reopened, and only messages in transit are lost", async () => {
    const proxy = await startProxy(server.port);
    onTestFinished(() => proxy.stop());
    const kernels = kernelsAt(server.url.replace(`:${server.port}`, `:${proxy.port}`), server.token);
    let isCut = false;
    const listener = {
      outputs: () => {
        if (!isCut) proxy.cut();
        isCut = true;
      },
    };
    const code = "import time\nfor i in range(20):\n    print(i, flush=True); time.sleep(0.05)\n'end'";
    const { answer } = await kernels.current().run(code, { listener });
    expect(isCut).toBe(true);
    const lines = textOf(answer).split("\n");
    expect(lines.filter((line) => line.startsWith("["))).toEqual([
      "[The connection dropped briefly. Some output may be missing here.]",
    ]);
    const numbers = lines.filter((line) => /^\d+$/.test(line)).map(Number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThanOrEqual(17);
    expect(lines.slice(-3)).toEqual(["19", "'end'", ""]);
  });

  test("while idle is reopened for the next run, with its variables", async () => {
    const proxy = await startProxy(server.port);
    onTestFinished(() => proxy.stop());
    const kernels = kernelsAt(server.url.replace(`:${server.port}`, `:${proxy.port}`), server.token);
    await kernels.run("x = 5");
    proxy.cut();
    expect(textOf(await kernels.run("x"))).toBe("5\n");
  });

  test("and can't be reopened fails the run with a message", async () => {
    const proxy = await startProxy(server.port);
    onTestFinished(() => proxy.stop());
    const clock = new AcceleratedClock();
    const url = server.url.replace(`:${server.port}`, `:${proxy.port}`);
    const kernels = kernelsAt(url, server.token, { clock });
    const listener = {
      outputs: () => {
        clock.speed = 50;
        proxy.block(true);
        proxy.cut();
      },
    };
    const run = kernels.current().run("import time\nx = 5\nprint('begun', flush=True); time.sleep(3)", { listener });
    await expect(run).rejects.toMatchObject({
      code: "connection-lost",
      message: expect.stringMatching(/Lost the connection to the kernel .*: .*may still be running there\..*begun/s),
    });
    await expect(kernels.run("1")).rejects.toMatchObject({ code: "connection-lost" });
    clock.speed = 1;
    proxy.block(false);
    // It is the same kernel as before.
    expect(textOf(await kernels.run("x"))).toBe("5\n");
  });
});

describe("an error says what to do if", () => {
  test("no server answers at the URL", async () => {
    const port = await freePort();
    await expect(kernelsAt(`http://127.0.0.1:${port}/`, "t").run("1")).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:${port}/: .*ECONNREFUSED.*running`)),
    });
  });

  test.each([
    ["the token is wrong", "secret-wrong-token", /rejected the configured token/],
    ["there is no token", undefined, /requires a token, but none is set/],
  ])("%s", async (_what, token, words) => {
    const error: unknown = await kernelsAt(server.url, token)
      .run("1")
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unauthorized", message: expect.stringMatching(words) });
    expect(String(error)).not.toContain("secret-wrong-token");
  });

  test("the URL has another path of the server", async () => {
    await expect(kernelsAt(server.url.replace("ada", "bob"), server.token).run("1")).rejects.toMatchObject({
      code: "not-jupyter",
    });
  });

  test.each([
    ["a page", (_request, response) => response.end("<html></html>"), "not-jupyter", /no Jupyter server .*isn't JSON/],
    ["some other JSON", (_request, response) => response.end("[]"), "not-jupyter", /has no version/],
    [
      "a login page",
      (_request, response) => response.writeHead(302, { location: "/hub/login?next=x" }).end(),
      "unauthorized",
      /rejected the configured token/,
    ],
    [
      "another address",
      (_request, response) => response.writeHead(301, { location: "https://other.example/x?secret=1" }).end(),
      "not-jupyter",
      /redirects to another address \(https:\/\/other\.example\/x\)/,
    ],
    [
      "a hub whose server sleeps",
      (_request, response) => response.writeHead(503).end(),
      "unreachable",
      /isn't running/,
    ],
  ] satisfies [string, RequestListener, string, RegExp][])(
    "a stand-in server answers with %s",
    async (_what, listener, code, words) => {
      const url = await serve(listener);
      await expect(kernelsAt(url, "t").run("1")).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    },
  );

  test("the configured kernel doesn't exist there", async () => {
    const settings = { server: { url: server.url, token: server.token }, kernelName: "julia-1.9" };
    await expect(kernelsAt(server.url, server.token, { settings }).run("1")).rejects.toMatchObject({
      code: "no-kernel",
      message: expect.stringMatching(/no kernel "julia-1\.9".*python3/),
    });
  });
});

test("never logs a token", () => {
  expect(logged.join("\n")).not.toMatch(/token-of-the-test|secret-wrong-token/);
});
