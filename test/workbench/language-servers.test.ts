/** Language servers that crash, are missing, or are in the workspace, and a page that loses its connection. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Browser, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import {
  childrenOf,
  goTo,
  serverRuns,
  serverStatus,
  squiggles,
  startProject,
  texts,
  typescriptFolder,
} from "./language-session.js";
import { eventually } from "./user-session.js";

const { describe, test } = needsChromium();
const { right, wrong, user, helper } = texts;

describe("Language servers that start and stop, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a killed server is restarted with a message, and everything works again; the same after a restart", async () => {
    const session = await startProject(browser, { files: { "b.ts": user, "helper.ts": helper } });
    await session.open("b.ts");
    await serverRuns(session);
    const words: string[] = [];
    await session.page.exposeFunction("heard", (text: string) => words.push(text));
    await session.page.evaluate(() => {
      const bar = document.querySelector(".status-bar");
      const tell = () => {
        const text = document.querySelector('[data-testid="status-server"]')?.textContent ?? "";
        void Reflect.get(window, "heard")(text);
      };
      if (bar) new MutationObserver(tell).observe(bar, { subtree: true, childList: true, characterData: true });
    });
    const [server = 0] = childrenOf(session.server.pid);
    process.kill(server, "SIGKILL");
    await eventually(() => words.find((text) => text.startsWith("TypeScript: crashed, restarting"))).toBeDefined();
    await serverRuns(session);
    await eventually(() => childrenOf(session.server.pid).filter((pid) => pid !== server).length).toBe(1);
    await goTo(session, "b.ts", 3, 27);
    await session.press("Alt+i");
    await eventually(() => session.page.getByTestId("cursor-tooltip").textContent()).toContain("function helper");
    const [second = 0] = childrenOf(session.server.pid);
    await session.press("F1");
    await session.page.keyboard.type("restart language");
    await session.press("Enter");
    await session.toast("Restarting language servers").waitFor();
    await eventually(() => childrenOf(session.server.pid).includes(second)).toBe(false);
    await serverRuns(session);
    await goTo(session, "b.ts", 1, 12);
    await session.press("Alt+i");
    await eventually(() => session.page.getByTestId("cursor-tooltip").textContent()).toContain("function helper");
  });

  test("after a lost connection everything works again, including text typed in the meantime", async () => {
    const session = await startProject(browser, { files: { "b.ts": user, "helper.ts": helper } });
    const sockets: WebSocketRoute[] = [];
    let isCut = false;
    await session.page.routeWebSocket(/\/socket$/, (socket) => {
      sockets.push(socket);
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!isCut) server.send(message);
      });
    });
    await session.page.reload();
    await session.open("b.ts");
    await serverRuns(session);
    await goTo(session, "b.ts", 3, 32);
    await session.press("Shift+ArrowRight", "Shift+ArrowRight");
    const [first] = sockets;
    isCut = true;
    await session.page.keyboard.insertText('("x"');
    isCut = false;
    await first?.close({ code: 1011 });
    await eventually(() => sockets.length).toBe(2);
    await eventually(() => squiggles(session, "b.ts")).toEqual(['"x"']);
    await goTo(session, "b.ts", 3, 27);
    await session.press("Alt+i");
    await eventually(() => session.page.getByTestId("cursor-tooltip").textContent()).toContain("function helper");
  });

  test("a file without a server says so; large and plain text files have no server", async () => {
    const session = await startProject(browser, {
      files: { "a.py": "x = 1\n", "large.ts": `${right}${"// x\n".repeat(250_000)}` },
      hasServer: false,
    });
    await session.open("a.py");
    await eventually(() => serverStatus(session).textContent()).toContain("python: no language server found");
    expect(await serverStatus(session).getAttribute("title")).toContain("pylsp wasn't found");
    await session.open("a.txt");
    await eventually(() => serverStatus(session).count()).toBe(0);
    await session.open("large.ts");
    expect(await serverStatus(session).count()).toBe(0);
  });

  test("with --no-language-servers there are none, and getDiagnostics isn't offered", async () => {
    const session = await startProject(browser, { files: { "a.ts": wrong }, args: ["--no-language-servers"] });
    await session.open("a.ts");
    const tools = (await (await session.client()).listTools()).map(({ name }) => name);
    expect(tools).not.toContain("getDiagnostics");
    expect(await session.page.getByTestId("status-server").count()).toBe(0);
    expect(await session.page.evaluate(() => window.tandemPage?.run("problems.show"))).toBe(false);
  });

  test("the workspace's own server runs only with permission, which is stored outside the workspace", async () => {
    const session = await startProject(browser, {
      files: { "a.ts": wrong },
      hasServer: false,
      prepare: (home) => {
        mkdirSync(join(home.folder, "node_modules"));
        symlinkSync(typescriptFolder, join(home.folder, "node_modules/typescript"));
      },
    });
    await session.open("a.ts");
    const banner = session.banner("has its own language server (node_modules/typescript/bin/tsc)");
    await banner.waitFor();
    await eventually(() => serverStatus(session).getAttribute("data-state")).toBe("missing");
    expect(childrenOf(session.server.pid)).toEqual([]);
    await session.page.getByTestId("trust-folder").click();
    await serverRuns(session);
    await eventually(() => squiggles(session, "a.ts")).toEqual(["a"]);
    await eventually(() => banner.count()).toBe(0);
    const remembered = readFileSync(join(session.home.path, ".local/state/tandem/trusted-folders.json"), "utf8");
    expect(JSON.parse(remembered)).toEqual({ folders: [session.folder] });
  });

  test("a server configured by the folder (a fake rust-analyzer) starts only with permission, and the page says why", async () => {
    const session = await startProject(browser, {
      files: { "src/main.rs": "fn main() {}\n", "Cargo.toml": "" },
      prepare: async (home) => {
        const note = join(home.path, "started");
        const script = `#!/bin/sh\n[ "$1" = --version ] && echo 'rust-analyzer 1.2.3' && exit\npwd >> '${note}'\n`;
        await home.install("rust-analyzer", script);
      },
    });
    const note = join(session.home.path, "started");
    await session.open("src/main.rs");
    const banner = session.banner("rust-analyzer wasn't started because it can run code from");
    await banner.waitFor();
    await eventually(() => serverStatus(session).textContent()).toContain("starts when you trust this folder");
    expect(existsSync(note)).toBe(false);
    await session.page.getByTestId("trust-folder").click();
    await eventually(() => (existsSync(note) ? readFileSync(note, "utf8") : "")).toContain(session.folder);
    await eventually(() => banner.count()).toBe(0);
  });
});
