/** Signing in to the page server, in a real browser. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { foreignServer } from "./foreign-page.js";
import { greeting, login, servePage, shows } from "./served-page.js";

const { describe, test } = needs("chromium");
const howToGetIn = "type “page” for a new link";

describe("The page server in Chromium", () => {
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

  describe("the user", () => {
    test("signs in with the redirect file, which is deleted, and no token stays in the address", async () => {
      const { pageServer, windows } = await servePage();
      const context = await newContext();
      const asked: string[] = [];
      context.on("request", (each) => asked.push(each.url()));
      const page = await context.newPage();
      const file = await pageServer.redirectFile();
      await page.goto(pathToFileURL(file).href);
      await shows(page, greeting);
      expect(page.url()).toBe(`${pageServer.origin}/`);
      expect(windows).toHaveLength(1);
      await vi.waitFor(() => expect(existsSync(file)).toBe(false));
      // No requests to other servers.
      const foreign = asked.filter((url) => !url.startsWith(`${pageServer.origin}/`) && !/^(file|data):/.test(url));
      expect(foreign).toEqual([]);
      expect(asked).toContain(`${pageServer.origin}/assets/main-1.js`);
    });

    test("stays signed in after a reload and in a second tab, and scripts can't read the cookie", async () => {
      const { pageServer, windows } = await servePage();
      const context = await newContext();
      const page = await login(context, pageServer);
      await page.reload();
      await shows(page, greeting);
      const second = await context.newPage();
      await second.goto(pageServer.origin);
      await shows(second, greeting);
      expect(windows).toHaveLength(3);
      expect(await page.evaluate("document.cookie")).toBe("");
      const [cookie, ...others] = await context.cookies(pageServer.origin);
      expect(cookie).toMatchObject({
        name: `tandem-${pageServer.port}`,
        httpOnly: true,
        sameSite: "Strict",
        expires: -1,
      });
      expect(others).toEqual([]);
    });

    test("signs in once with a link; a used link says how to get a new one, which works in the same tab", async () => {
      const { pageServer, windows } = await servePage();
      const link = pageServer.newLink();
      const first = await (await newContext()).newPage();
      await first.goto(link);
      await shows(first, greeting);
      const second = await (await newContext()).newPage();
      await second.goto(link);
      await shows(second, `This link was already used`);
      await shows(second, howToGetIn);
      expect(second.url()).toBe(`${pageServer.origin}/enter`);
      await second.goto(pageServer.newLink());
      await shows(second, greeting);
      expect(windows).toHaveLength(2);
    });

    test("sees how to sign in", async () => {
      const { pageServer, windows } = await servePage();
      const page = await (await newContext()).newPage();
      const answer = await page.goto(pageServer.origin);
      expect(answer?.status()).toBe(401);
      await shows(page, howToGetIn);
      await page.goto(`${pageServer.origin}/enter`);
      await shows(page, howToGetIn);
      expect(windows).toEqual([]);
    });

    test("can sign in to two workbenches on two ports", async () => {
      const [one, two] = [await servePage(), await servePage()];
      const context = await newContext();
      const first = await login(context, one.pageServer);
      const second = await login(context, two.pageServer);
      for (const page of [first, second]) {
        await page.reload();
        await shows(page, greeting);
      }
      const names = (await context.cookies()).map(({ name }) => name);
      expect(names.sort()).toEqual([`tandem-${one.pageServer.port}`, `tandem-${two.pageServer.port}`].sort());
      expect([one.windows.length, two.windows.length]).toEqual([2, 2]);
    });

    test("sees a message when the server closes", async () => {
      const { pageServer } = await servePage();
      const page = await login(await newContext(), pageServer);
      await pageServer.close();
      await shows(page, "closed with 1001");
    });

    test("gets a page where text never becomes code or style, and that makes no other requests", async () => {
      const { pageServer } = await servePage();
      const foreign = await foreignServer();
      const page = await login(await newContext(), pageServer);
      const added = await page.evaluate(`(async () => {
        const script = document.createElement("script");
        script.textContent = "globalThis.injected = true";
        const style = document.createElement("style");
        style.textContent = "#state { color: rgb(9, 9, 9); }";
        document.body.append(script, style);
        const handler = document.createElement("p");
        handler.setAttribute("onclick", "globalThis.injected = true");
        document.body.append(handler);
        handler.click();
        const called = await fetch("http://127.0.0.1:${foreign.port}/", { mode: "no-cors" }).then(() => "yes", () => "no");
        const color = getComputedStyle(document.querySelector("#state")).color;
        return { injected: globalThis.injected ?? "no", evaluated: globalThis.evaluated, called, color };
      })()`);
      expect(added).toEqual({ injected: "no", evaluated: "no", called: "no", color: "rgb(1, 2, 3)" });
    });
  });
});
