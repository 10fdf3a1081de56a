/** Language servers in the page: the real TypeScript 7 with `tandem serve`, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { goTo, listTakesKeys, serverRuns, squiggles, startProject, texts } from "./language-session.js";
import { eventually } from "./user-session.js";

const { describe, test } = needsChromium();

const { right, wrong, user, helper } = texts;

describe("Language servers in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("underlines a typed type error in both groups until it is fixed", async () => {
    const session = await startProject(browser, { files: { "a.ts": right } });
    await session.open("a.ts");
    await serverRuns(session);
    await goTo(session, "a.ts", 1, 26);
    await session.press("Control+\\");
    await eventually(() => session.editor("a.ts").count()).toBe(2);
    await session.editor("a.ts").first().focus();
    await session.press("Shift+ArrowRight");
    await session.page.keyboard.insertText('"x"');
    await eventually(() => squiggles(session, "a.ts")).toEqual(["a", "a"]);
    // Moves with text typed above it, before and after the server has answered.
    await session.press("Control+Home");
    await session.page.keyboard.insertText("// above\n\n");
    expect(await squiggles(session, "a.ts")).toEqual(["a", "a"]);
    await session.press("Control+z", "Control+z");
    await eventually(() => session.text("a.ts")).toBe(right);
    await eventually(() => squiggles(session, "a.ts")).toEqual([]);
  });

  test("underlines an error that another program writes, until it is fixed and after a reload", async () => {
    const session = await startProject(browser, { files: { "a.ts": right } });
    await session.open("a.ts");
    await serverRuns(session);
    session.write("a.ts", wrong);
    await eventually(() => squiggles(session, "a.ts")).toEqual(["a"]);
    await session.page.reload();
    await eventually(() => squiggles(session, "a.ts")).toEqual(["a"]);
    session.write("a.ts", right);
    await eventually(() => squiggles(session, "a.ts")).toEqual([]);
  });

  test("F8 goes through the problems and shows each message, not only colours", async () => {
    const session = await startProject(browser, { files: { "a.ts": `${wrong}${wrong.replace("a:", "second:")}` } });
    await session.open("a.ts");
    await eventually(() => squiggles(session, "a.ts")).toEqual(["a", "second"]);
    await session.press("Control+Home", "F8");
    const tooltip = session.page.getByTestId("cursor-tooltip");
    await eventually(() => tooltip.allTextContents()).toEqual([
      "Error: Type 'string' is not assignable to type 'number'. (ts 2322)",
    ]);
    expect(await tooltip.getAttribute("role")).toBe("status");
    const place = session.page.getByTestId("status-cursor");
    await eventually(() => place.textContent()).toContain("Ln 1,");
    await session.press("F8");
    await eventually(() => place.textContent()).toContain("Ln 2,");
    await session.press("F8");
    await eventually(() => place.textContent()).toContain("Ln 1,");
    await session.press("Shift+F8");
    await eventually(() => place.textContent()).toContain("Ln 2,");
    await session.press("Escape");
    await eventually(() => tooltip.count()).toBe(0);
    const style = (text: string) =>
      session
        .editor("a.ts")
        .locator(".cm-lintRange-error", { hasText: text })
        .evaluate((mark) => getComputedStyle(mark).textDecorationStyle);
    expect(await style("second")).toBe("wavy");
  });

  test("the problems panel lists and counts all files' problems, and works with the keyboard only", async () => {
    const session = await startProject(browser, { files: { "a.ts": wrong, "b.ts": user, "helper.ts": helper } });
    await session.open("b.ts");
    await serverRuns(session);
    await session.open("a.ts");
    await eventually(() => session.page.getByTestId("status-problems").textContent()).toBe("1 error");
    session.write("helper.ts", helper.replace("number): number", "string): string"));
    await eventually(() => session.page.getByTestId("status-problems").textContent()).toBe("3 errors");
    await session.press("Control+Shift+M");
    const rows = session.page.getByTestId("problem-row");
    await eventually(() => rows.count()).toBe(3);
    await eventually(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
    const texts = await rows.allTextContents();
    expect(texts.every((text) => text.startsWith("Error"))).toBe(true);
    const inOther = texts.findIndex((text) => text.includes("Argument of type"));
    for (let step = 0; step < inOther; step++) await session.press("ArrowDown");
    await session.press("Enter");
    await eventually(() => session.page.getByTestId("status-cursor").textContent()).toContain("Ln 3, Col 33");
    expect(await session.editor("b.ts").evaluate((content) => content === document.activeElement)).toBe(true);
    await session.press("Control+Shift+M");
    await eventually(() => session.page.getByTestId("problems").count()).toBe(0);
  });

  test("hover info works with mouse and keyboard, and shows no unsafe HTML", async () => {
    const session = await startProject(browser, { files: { "b.ts": user, "helper.ts": helper } });
    await session.open("b.ts");
    await serverRuns(session);
    await goTo(session, "b.ts", 3, 27);
    await session.press("Alt+i");
    const tooltip = session.page.getByTestId("cursor-tooltip");
    await eventually(() => tooltip.textContent()).toContain("function helper(count: number): number");
    expect(await tooltip.textContent()).toContain("a lot");
    expect(await tooltip.locator("img, script, [style], [onerror], a[href]").count()).toBe(0);
    await session.press("Escape");
    const line = session.editor("b.ts").locator(".cm-line").nth(2);
    const place = await line.evaluate((element) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf("helper") ?? -1;
        if (at < 0) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 6);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      throw new Error("There is no helper in the line");
    });
    await session.page.mouse.move(place.x - 3, place.y);
    await session.page.mouse.move(place.x, place.y);
    await eventually(() => session.page.locator(".cm-lsp-hover-tooltip").textContent()).toContain("a lot");
    expect(await session.page.locator(".cm-lsp-hover-tooltip :is(img, [style])").count()).toBe(0);
    expect(await session.page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  });

  test("completes after a dot and with Ctrl+Space; a parenthesis shows the signature", async () => {
    const session = await startProject(browser, { files: { "b.ts": user, "helper.ts": helper } });
    await session.open("b.ts");
    await serverRuns(session);
    await session.press("Control+End");
    const list = session.page.locator(".cm-tooltip-autocomplete");
    await session.page.keyboard.type('"abc".toUpp');
    await eventually(() => list.textContent()).toContain("toUpperCase");
    await listTakesKeys(session);
    await session.press("Enter");
    await eventually(() => session.text("b.ts")).toContain('"abc".toUpperCase');
    await session.press("Control+End", "Enter");
    await session.page.keyboard.insertText("help");
    await session.press("Control+Space");
    await eventually(() => list.textContent()).toContain("helper");
    await session.press("Escape");
    await session.page.keyboard.type("er(");
    await eventually(() => session.page.locator(".cm-lsp-signature-tooltip").textContent()).toContain("count: number");
  });

  test("F12 goes to a definition in the same file, in another file, and outside the workspace", async () => {
    const session = await startProject(browser, { files: { "b.ts": `${user}b.toFixed();\n`, "helper.ts": helper } });
    await session.open("b.ts");
    await serverRuns(session);
    const place = session.page.getByTestId("status-cursor");
    await goTo(session, "b.ts", 4, 1);
    await session.press("F12");
    await eventually(() => place.textContent()).toContain("Ln 3, Col 15");
    await goTo(session, "b.ts", 3, 28);
    await session.press("F12");
    await session.tab("helper.ts").waitFor();
    await eventually(() => place.textContent()).toContain("Ln 4, Col 23 (6 selected)");
    await goTo(session, "b.ts", 4, 4);
    await session.press("F12");
    const outside = session.page.locator('[data-testid="tab"] .tab-label', { hasText: "lib.es5.d.ts" });
    await outside.waitFor();
    await goTo(session, "b.ts", 2, 1);
    await session.press("F12");
    await session.toast("No definition found").waitFor();
  });

  test("getDiagnostics includes newly typed text, and nothing about a hidden file", async () => {
    const session = await startProject(browser, {
      files: { "a.ts": right, "secret.ts": wrong },
      args: ["--hide", "secret.ts"],
    });
    await session.open("secret.ts");
    await session.open("a.ts");
    await serverRuns(session);
    const client = await session.client();
    await goTo(session, "a.ts", 1, 26);
    await session.press("Shift+ArrowRight");
    await session.page.keyboard.insertText('"x"');
    const uri = `file://${session.path("a.ts")}`;
    const diagnostic = { severity: "Error", code: 2322, source: "ts" };
    await eventually(() => client.call("getDiagnostics", { uri })).toMatchObject([{ uri, diagnostics: [diagnostic] }]);
    expect(await client.call("getDiagnostics", {})).toMatchObject([{ uri, diagnostics: [diagnostic] }]);
    await eventually(() => squiggles(session, "secret.ts")).toEqual(["a"]);
    session.server.say("status");
    await session.server.printed(/Servers {3}typescript \(running\)/);
  });
});
