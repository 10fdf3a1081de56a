/** Language servers that crash, are missing, or are the workspace's own, and a page that loses its connection meanwhile. */
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

describe("Language servers that come and go, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a server that is killed is started again, in words, and everything comes back; so it is when it is restarted", async () => {
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
    await eventually(() =>
      words.find((text) => text.startsWith("TypeScript: crashed, is started again")),
    ).toBeDefined();
    await serverRuns(session);
    await eventually(() => childrenOf(session.server.pid).filter((pid) => pid !== server).length).toBe(1);
    await goTo(session, "b.ts", 3, 27);
    await session.press("Alt+i");
    await eventually(() => session.page.getByTestId("cursor-tooltip").textContent()).toContain("function helper");
    const [second = 0] = childrenOf(session.server.pid);
    await session.press("F1");
    await session.page.keyboard.type("restart language");
    await session.press("Enter");
    await session.toast("started anew").waitFor();
    await eventually(() => childrenOf(session.server.pid).includes(second)).toBe(false);
    await serverRuns(session);
    await goTo(session, "b.ts", 1, 12);
    await session.press("Alt+i");
    await eventually(() => session.page.getByTestId("cursor-tooltip").textContent()).toContain("function helper");
  });

  test("after a connection that was lost everything is there again, about what was typed meanwhile too", async () => {
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

  test("a file without a server says so, and a large one or a text has nothing of it", async () => {
    const session = await startProject(browser, {
      files: { "a.py": "x = 1\n", "large.ts": `${right}${"// x\n".repeat(250_000)}` },
      hasServer: false,
    });
    await session.open("a.py");
    await eventually(() => serverStatus(session).textContent()).toContain("python: no language server found");
    expect(await serverStatus(session).getAttribute("title")).toContain("pylsp was not found");
    await session.open("a.txt");
    await eventually(() => serverStatus(session).count()).toBe(0);
    await session.open("large.ts");
    expect(await serverStatus(session).count()).toBe(0);
  });

  test("with --no-language-servers there is nothing of them, and getDiagnostics is not offered", async () => {
    const session = await startProject(browser, { files: { "a.ts": wrong }, args: ["--no-language-servers"] });
    await session.open("a.ts");
    const tools = (await (await session.client()).listTools()).map(({ name }) => name);
    expect(tools).not.toContain("getDiagnostics");
    expect(await session.page.getByTestId("status-server").count()).toBe(0);
    expect(await session.page.evaluate(() => window.tandemPage?.run("problems.show"))).toBe(false);
  });

  test("the workspace's own server runs only after a yes, which is remembered outside of the workspace", async () => {
    const session = await startProject(browser, {
      files: { "a.ts": wrong },
      hasServer: false,
      prepare: (home) => {
        mkdirSync(join(home.folder, "node_modules"));
        symlinkSync(typescriptFolder, join(home.folder, "node_modules/typescript"));
      },
    });
    await session.open("a.ts");
    const banner = session.banner("brings its own language server (node_modules/typescript/bin/tsc)");
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

  test("a server that obeys the folder (a stand-in for rust-analyzer) starts only after a yes, and the page says why", async () => {
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
    const banner = session.banner("rust-analyzer was not started, because files of");
    await banner.waitFor();
    await eventually(() => serverStatus(session).textContent()).toContain("not started before you trust this folder");
    expect(existsSync(note)).toBe(false);
    await session.page.getByTestId("trust-folder").click();
    await eventually(() => (existsSync(note) ? readFileSync(note, "utf8") : "")).toContain(session.folder);
    await eventually(() => banner.count()).toBe(0);
  });
});
