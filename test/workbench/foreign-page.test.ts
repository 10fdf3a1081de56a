/** A foreign page in the user's browser can't read, connect to, or frame the workbench. */
import { request } from "node:http";
import type { PageServer } from "@tandem-ide/page-server";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { foreignServer } from "./foreign-page.js";
import { greeting, login, servePage, shows } from "./served-page.js";

const { describe, test } = needs("chromium");
const howToGetIn = "type “page” for a new link";

describe("A foreign page in the same browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** A separate browser context with its own cookies and storage. */
  async function newContext(): Promise<BrowserContext> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return context;
  }

  /** A signed-in user with a foreign page open in the same browser. */
  async function besideForeignPage(host: string) {
    const standing = await servePage();
    const foreign = await foreignServer();
    const context = await newContext();
    const own = await login(context, standing.pageServer);
    const page = await context.newPage();
    await page.goto(`http://${host}:${foreign.port}/`);
    expect(await page.evaluate("typeof attacks")).toBe("object");
    /** Runs one of the attacks in the foreign page. */
    const attack = (name: string, ...args: unknown[]): Promise<unknown> =>
      page.evaluate(`attacks.${name}(...${JSON.stringify(args)})`);
    return { ...standing, foreign, context, own, page, attack };
  }

  const foreignHosts = [
    // All ports of a host are the same site, so requests from this page include even the strict cookie.
    { kind: "another port of the same host", host: "127.0.0.1", isSameSite: true },
    { kind: "another site on this machine", host: "localhost", isSameSite: false },
    { kind: "a name that leads to this machine", host: "evil.localhost", isSameSite: false },
  ];

  describe.each(foreignHosts)("a foreign page on $kind", ({ host, isSameSite }) => {
    const paths = ["/", "/assets/main-1.js", "/icon.svg", "/enter", "/enter.js", "/tab.js", "/enter.css"];

    test("can't read anything with fetch", async () => {
      const { pageServer, attack, logged } = await besideForeignPage(host);
      for (const path of paths)
        for (const mode of ["cors", "no-cors"])
          for (const credentials of ["include", "omit"])
            expect([path, mode, await attack("fetch", pageServer.origin + path, { mode, credentials })]).toEqual([
              path,
              mode,
              "refused",
            ]);
      expect(logged.filter((line) => line.includes(`"status":403`)).length).toBeGreaterThanOrEqual(paths.length);
    });

    test("can't load anything as script, module, style, image, worker or event stream", async () => {
      const { pageServer, page, attack } = await besideForeignPage(host);
      for (const path of ["/assets/main-1.js", "/enter.js", "/tab.js"])
        for (const how of ["script", "module", "worker"])
          expect([how, path, await attack(how, pageServer.origin + path)]).toEqual([how, path, "refused"]);
      expect(await page.evaluate("globalThis.leaked ?? 'nothing'")).toBe("nothing");
      expect(await attack("style", `${pageServer.origin}/enter.css`)).toBe("refused");
      expect(await attack("image", `${pageServer.origin}/icon.svg`)).toBe("refused");
      expect(await attack("events", `${pageServer.origin}/`)).toBe("refused");
    });

    test("can't frame the workbench", async () => {
      const { pageServer, page, attack, windows } = await besideForeignPage(host);
      for (const kind of ["iframe", "object", "embed"])
        for (const path of ["/", "/enter"])
          expect([kind, path, await attack("frame", kind, pageServer.origin + path)]).toEqual([kind, path, "refused"]);
      for (const frame of page.frames().slice(1)) {
        expect(frame.url()).not.toContain(pageServer.origin);
        // The frame of a failed object is removed, possibly during the check.
        expect(await frame.content().catch(() => "")).not.toMatch(/Tandem|Workbench/);
      }
      expect(windows).toHaveLength(1);
    });

    test("can't connect, not even with a guessed secret", async () => {
      const { pageServer, attack, windows, logged } = await besideForeignPage(host);
      const url = `ws://127.0.0.1:${pageServer.port}/socket`;
      expect(await attack("socket", url)).toBe("refused");
      expect(await attack("socket", url, JSON.stringify({ hello: { secret: "guess" } }))).toBe("refused");
      expect(await attack("socket", `ws://localhost:${pageServer.port}/socket`)).toBe("refused");
      expect(logged.filter((line) => line.startsWith("Refused a connection: Only Tandem's own page"))).toHaveLength(3);
      expect(windows).toHaveLength(1);
    });

    test("can't use a token, even if it knows one", async () => {
      const { pageServer, page, attack } = await besideForeignPage(host);
      const link = pageServer.newLink();
      const token = new URL(link).hash.slice(1);
      const body = JSON.stringify({ token });
      const url = `${pageServer.origin}/enter`;
      const headers = { "content-type": "application/json" };
      expect(await attack("fetch", url, { method: "POST", mode: "no-cors", body })).toBe("refused");
      expect(await attack("fetch", url, { method: "POST", mode: "cors", body, headers })).toBe("refused");
      const answered = page.waitForResponse(url);
      await attack("form", url, `{"token":"${token}","x":"`, `"}`);
      expect((await answered).status()).toBe(403);
      const otherPage = await (await newContext()).newPage();
      await otherPage.goto(link);
      await shows(otherPage, greeting);
    });

    test("can open the workbench in a window, but learns nothing about it", async () => {
      const { pageServer, context, attack } = await besideForeignPage(host);
      const coming = context.waitForEvent("page");
      await attack("open", `${pageServer.origin}/`);
      const opened = await coming;
      await shows(opened, isSameSite ? greeting : howToGetIn);
      expect(await opened.evaluate("window.opener")).toBeNull();
      expect(await attack("readOpened")).toEqual({
        isClosed: true,
        document: "refused",
        storage: "refused",
        address: "refused",
      });
    });

    test("can link to the workbench, which opens for the user, but the page gets nothing", async () => {
      const { pageServer, page, attack, windows } = await besideForeignPage(host);
      await attack("link", `${pageServer.origin}/`);
      await page.waitForURL(`${pageServer.origin}/`);
      await shows(page, isSameSite ? greeting : howToGetIn);
      expect(windows).toHaveLength(isSameSite ? 2 : 1);
    });
  });

  test("the same attempts succeed against the foreign page's own server", async () => {
    const { foreign, attack, context } = await besideForeignPage("127.0.0.1");
    const url = `http://127.0.0.1:${foreign.port}`;
    expect(await attack("fetch", `${url}/`, { mode: "no-cors" })).toContain("<title>Foreign</title>");
    for (const how of ["script", "module", "worker"])
      expect([how, await attack(how, `${url}/attacks.js`)]).toEqual([how, "loaded"]);
    for (const kind of ["iframe", "object"])
      expect(await attack("frame", kind, `${url}/frame`)).toMatch(/^got .*attacks/);
    const coming = context.waitForEvent("page");
    await attack("open", `${url}/opened`);
    await (await coming).waitForLoadState();
    expect(await attack("readOpened")).toMatchObject({ isClosed: false, address: `${url}/opened`, storage: "nothing" });
  });

  describe("the cookie on another port of the same host", () => {
    test("reaches a foreign server there, but doesn't give it access", async () => {
      const { pageServer, foreign, page, windows } = await besideForeignPage("127.0.0.1");
      await page.reload();
      const cookie = foreign.cookies.find((each) => each.includes(`tandem-${pageServer.port}=`)) ?? "";
      expect(cookie).not.toBe("");
      // The server isn't a browser, so it can send any Host and Origin.
      const html = await get(pageServer, cookie);
      const secret = /name="secret" content="([^"]+)"/.exec(html)?.[1];
      expect(secret).toBeDefined();
      const origin = pageServer.origin;
      const socket = new WebSocket(`ws://127.0.0.1:${pageServer.port}/socket`, { headers: { cookie }, origin });
      socket.on("open", () => socket.send(JSON.stringify({ hello: { secret } })));
      const outcome = await new Promise((resolve) => {
        socket.on("message", (data) => resolve(`got ${data}`));
        socket.on("close", (code) => resolve(`closed with ${code}`));
      });
      expect(outcome).toBe("closed with 1008");
      expect(windows).toHaveLength(1);
      expect(await page.evaluate("localStorage.getItem('tandem-key')")).toBeNull();
    });

    test("can't be replaced or shadowed from there", async () => {
      const { pageServer, page, own } = await besideForeignPage("127.0.0.1");
      for (const path of ["/", "/assets", "/socket"])
        await page.evaluate(`document.cookie = "tandem-${pageServer.port}=junk; path=${path}"`);
      await own.reload();
      await shows(own, greeting);
    });
  });

  test("a foreign host name that resolves to the page server's port gets nothing", async () => {
    const { pageServer } = await servePage();
    const page = await (await newContext()).newPage();
    for (const path of ["/", "/enter", "/enter.js"]) {
      const answer = await page.goto(`http://evil.localhost:${pageServer.port}${path}`);
      expect(answer?.status()).toBe(403);
    }
    await shows(page, "Tandem only responds to the host names");
  });
});

/** The page's HTML, fetched with the cookie. */
function get(pageServer: PageServer, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${pageServer.origin}/`, { headers: { cookie } }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
