/** A foreign page in the user's own browser can neither read the workbench, nor connect to it, nor frame it. */
import { request } from "node:http";
import type { Door } from "@tandem/page-door";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { doorWithPage, greeting, login, shows } from "./door-with-page.js";
import { foreignServer } from "./foreign-page.js";

const { describe, test } = needs("chromium");
const howToGetIn = "type “page” for a new link";

describe("beside the workbench in the same browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** A browser of its own, as far as cookies and storage go. */
  async function newContext(): Promise<BrowserContext> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return context;
  }

  /** A user who is in, and who has a foreign page open in the same browser. */
  async function besideForeignPage(host: string) {
    const standing = await doorWithPage();
    const foreign = await foreignServer();
    const context = await newContext();
    const own = await login(context, standing.door);
    const page = await context.newPage();
    await page.goto(`http://${host}:${foreign.port}/`);
    expect(await page.evaluate("typeof attacks")).toBe("object");
    /** Calls one of the attacks in the foreign page. */
    const attack = (name: string, ...args: unknown[]): Promise<unknown> =>
      page.evaluate(`attacks.${name}(...${JSON.stringify(args)})`);
    return { ...standing, foreign, context, own, page, attack };
  }

  const foreignHosts = [
    // Ports do not make a site: to this page even the strict cookie goes along.
    { kind: "another port of the same host", host: "127.0.0.1", isSameSite: true },
    { kind: "another site on this machine", host: "localhost", isSameSite: false },
    { kind: "a name that leads to this machine", host: "evil.localhost", isSameSite: false },
  ];

  describe.each(foreignHosts)("a foreign page on $kind", ({ host, isSameSite }) => {
    const paths = ["/", "/assets/main-1.js", "/icon.svg", "/enter", "/enter.js", "/tab.js", "/enter.css"];

    test("reads nothing by fetch", async () => {
      const { door, attack, logged } = await besideForeignPage(host);
      for (const path of paths)
        for (const mode of ["cors", "no-cors"])
          for (const credentials of ["include", "omit"])
            expect([path, mode, await attack("fetch", door.origin + path, { mode, credentials })]).toEqual([
              path,
              mode,
              "refused",
            ]);
      expect(logged.filter((line) => line.includes(`"status":403`)).length).toBeGreaterThanOrEqual(paths.length);
    });

    test("loads nothing as script, module, style, image, worker or stream of events", async () => {
      const { door, page, attack } = await besideForeignPage(host);
      for (const path of ["/assets/main-1.js", "/enter.js", "/tab.js"])
        for (const how of ["script", "module", "worker"])
          expect([how, path, await attack(how, door.origin + path)]).toEqual([how, path, "refused"]);
      expect(await page.evaluate("globalThis.leaked ?? 'nothing'")).toBe("nothing");
      expect(await attack("style", `${door.origin}/enter.css`)).toBe("refused");
      expect(await attack("image", `${door.origin}/icon.svg`)).toBe("refused");
      expect(await attack("events", `${door.origin}/`)).toBe("refused");
    });

    test("cannot frame it", async () => {
      const { door, page, attack, windows } = await besideForeignPage(host);
      for (const kind of ["iframe", "object", "embed"])
        for (const path of ["/", "/enter"])
          expect([kind, path, await attack("frame", kind, door.origin + path)]).toEqual([kind, path, "refused"]);
      for (const frame of page.frames().slice(1)) {
        expect(frame.url()).not.toContain(door.origin);
        // The frame of an object that failed goes away, even while it is looked at.
        expect(await frame.content().catch(() => "")).not.toMatch(/Tandem|Workbench/);
      }
      expect(windows).toHaveLength(1);
    });

    test("cannot connect, not even with a guess", async () => {
      const { door, attack, windows, logged } = await besideForeignPage(host);
      const url = `ws://127.0.0.1:${door.port}/socket`;
      expect(await attack("socket", url)).toBe("refused");
      expect(await attack("socket", url, JSON.stringify({ hello: { secret: "guess" } }))).toBe("refused");
      expect(await attack("socket", `ws://localhost:${door.port}/socket`)).toBe("refused");
      expect(logged.filter((line) => line.startsWith("Refused a connection: Only Tandem's own page"))).toHaveLength(3);
      expect(windows).toHaveLength(1);
    });

    test("cannot spend a token, were it to know one", async () => {
      const { door, page, attack } = await besideForeignPage(host);
      const link = door.newLink();
      const token = new URL(link).hash.slice(1);
      const body = JSON.stringify({ token });
      const url = `${door.origin}/enter`;
      const headers = { "content-type": "application/json" };
      expect(await attack("fetch", url, { method: "POST", mode: "no-cors", body })).toBe("refused");
      expect(await attack("fetch", url, { method: "POST", mode: "cors", body, headers })).toBe("refused");
      const answered = page.waitForResponse(url);
      await attack("form", url, `{"token":"${token}","x":"`, `"}`);
      expect((await answered).status()).toBe(403);
      const stranger = await (await newContext()).newPage();
      await stranger.goto(link);
      await shows(stranger, greeting);
    });

    test("opens it as a window that it sees nothing of", async () => {
      const { door, context, attack } = await besideForeignPage(host);
      const coming = context.waitForEvent("page");
      await attack("open", `${door.origin}/`);
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

    test("links to it: the user gets the workbench or how to get in, and the page nothing", async () => {
      const { door, page, attack, windows } = await besideForeignPage(host);
      await attack("link", `${door.origin}/`);
      await page.waitForURL(`${door.origin}/`);
      await shows(page, isSameSite ? greeting : howToGetIn);
      expect(windows).toHaveLength(isSameSite ? 2 : 1);
    });
  });

  test("what the foreign page tries does succeed against a server that lets it (its own)", async () => {
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
    test("comes to a foreign server there, and does not get that server in", async () => {
      const { door, foreign, page, windows } = await besideForeignPage("127.0.0.1");
      await page.reload();
      const cookie = foreign.cookies.find((each) => each.includes(`tandem-${door.port}=`)) ?? "";
      expect(cookie).not.toBe("");
      // That server is a program, so it can claim any Host and Origin.
      const html = await get(door, cookie);
      const secret = /name="secret" content="([^"]+)"/.exec(html)?.[1];
      expect(secret).toBeDefined();
      const origin = door.origin;
      const socket = new WebSocket(`ws://127.0.0.1:${door.port}/socket`, { headers: { cookie }, origin });
      socket.on("open", () => socket.send(JSON.stringify({ hello: { secret } })));
      const outcome = await new Promise((resolve) => {
        socket.on("message", (data) => resolve(`got ${data}`));
        socket.on("close", (code) => resolve(`closed with ${code}`));
      });
      expect(outcome).toBe("closed with 1008");
      expect(windows).toHaveLength(1);
      expect(await page.evaluate("localStorage.getItem('tandem-key')")).toBeNull();
    });

    test("can be neither replaced nor shadowed from there", async () => {
      const { door, page, own } = await besideForeignPage("127.0.0.1");
      for (const path of ["/", "/assets", "/socket"])
        await page.evaluate(`document.cookie = "tandem-${door.port}=junk; path=${path}"`);
      await own.reload();
      await shows(own, greeting);
    });
  });

  test("a foreign name that is made to lead to the door's own port gets nothing", async () => {
    const { door } = await doorWithPage();
    const page = await (await newContext()).newPage();
    for (const path of ["/", "/enter", "/enter.js"]) {
      const answer = await page.goto(`http://evil.localhost:${door.port}${path}`);
      expect(answer?.status()).toBe(403);
    }
    await shows(page, "Tandem answers to the names");
  });
});

/** The page's HTML, fetched by a program that has the cookie. */
function get(door: Door, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${door.origin}/`, { headers: { cookie } }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    asked.on("error", reject);
    asked.end();
  });
}
