/** The workbench's door in a real browser: how the user gets in. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { doorWithPage, greeting, login, shows } from "./door-with-page.js";
import { foreignServer } from "./foreign-page.js";

const { describe, test } = needs("chromium");
const howToGetIn = "type “page” for a new link";

describe("the door in Chromium", () => {
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

  describe("the user", () => {
    test("gets in by the redirect file, which is gone then, and no token is left in the address", async () => {
      const { door, windows } = await doorWithPage();
      const context = await newContext();
      const asked: string[] = [];
      context.on("request", (each) => asked.push(each.url()));
      const page = await context.newPage();
      const file = await door.redirectFile();
      await page.goto(pathToFileURL(file).href);
      await shows(page, greeting);
      expect(page.url()).toBe(`${door.origin}/`);
      expect(windows).toHaveLength(1);
      await vi.waitFor(() => expect(existsSync(file)).toBe(false));
      // Nothing was asked of anybody else.
      const foreign = asked.filter((url) => !url.startsWith(`${door.origin}/`) && !/^(file|data):/.test(url));
      expect(foreign).toEqual([]);
      expect(asked).toContain(`${door.origin}/assets/main-1.js`);
    });

    test("stays in over a reload and in a second tab; script reads no cookie", async () => {
      const { door, windows } = await doorWithPage();
      const context = await newContext();
      const page = await login(context, door);
      await page.reload();
      await shows(page, greeting);
      const second = await context.newPage();
      await second.goto(door.origin);
      await shows(second, greeting);
      expect(windows).toHaveLength(3);
      expect(await page.evaluate("document.cookie")).toBe("");
      const [cookie, ...others] = await context.cookies(door.origin);
      expect(cookie).toMatchObject({ name: `tandem-${door.port}`, httpOnly: true, sameSite: "Strict", expires: -1 });
      expect(others).toEqual([]);
    });

    test("gets in once by a link; then it says how to get a new one, which works in the same tab", async () => {
      const { door, windows } = await doorWithPage();
      const link = door.newLink();
      const first = await (await newContext()).newPage();
      await first.goto(link);
      await shows(first, greeting);
      const second = await (await newContext()).newPage();
      await second.goto(link);
      await shows(second, `This link was already used`);
      await shows(second, howToGetIn);
      expect(second.url()).toBe(`${door.origin}/enter`);
      await second.goto(door.newLink());
      await shows(second, greeting);
      expect(windows).toHaveLength(2);
    });

    test("who is not in yet is told how to get in", async () => {
      const { door, windows } = await doorWithPage();
      const page = await (await newContext()).newPage();
      const answer = await page.goto(door.origin);
      expect(answer?.status()).toBe(401);
      await shows(page, howToGetIn);
      await page.goto(`${door.origin}/enter`);
      await shows(page, howToGetIn);
      expect(windows).toEqual([]);
    });

    test("has two workbenches on two ports, and neither login disturbs the other", async () => {
      const [one, two] = [await doorWithPage(), await doorWithPage()];
      const context = await newContext();
      const first = await login(context, one.door);
      const second = await login(context, two.door);
      for (const page of [first, second]) {
        await page.reload();
        await shows(page, greeting);
      }
      const names = (await context.cookies()).map(({ name }) => name);
      expect(names.sort()).toEqual([`tandem-${one.door.port}`, `tandem-${two.door.port}`].sort());
      expect([one.windows.length, two.windows.length]).toEqual([2, 2]);
    });

    test("is told when the door closes", async () => {
      const { door } = await doorWithPage();
      const page = await login(await newContext(), door);
      await door.close();
      await shows(page, "closed with 1001");
    });

    test("has a page in which no text becomes code or style, and that calls nobody else", async () => {
      const { door } = await doorWithPage();
      const foreign = await foreignServer();
      const page = await login(await newContext(), door);
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
