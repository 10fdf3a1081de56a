/** What a review shows besides the texts, and how its parts are reached. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { after, before, layouts, reviewDriver } from "./review-driver.js";
import type { PanelOptions } from "./review-page.js";

const { describe, test } = needs("chromium");

describe("reading a review", () => {
  const on = reviewDriver();
  const openPanel = (options: PanelOptions) =>
    on.page.evaluate(async (all) => {
      window.page.openPanel(all);
      await window.page.settle();
    }, options);
  const filler = Array.from({ length: 60 }, (_, index) => `same ${index}`).join("\n");
  const folded = () => on.page.locator(".tandem-review-result .cm-collapsedLines");

  test.each(layouts)("the buttons of a change are at least 24 px, and apart (%s)", async (layout) => {
    await on.open({ layout });
    const boxes = await on.page.locator('.tandem-hunk-button[data-hunk="0"]').evaluateAll((all) =>
      all.map((each) => {
        const { left, right, width, height } = each.getBoundingClientRect();
        return { left, right, width, height };
      }),
    );
    expect(boxes).toHaveLength(2);
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0)).toBeGreaterThanOrEqual(8);
    // The middle of each button belongs to it.
    await on.click("reject", 0);
    expect((await on.facts()).decisions).toBe("ruuu");
  });

  test("a touch accepts a change", async () => {
    const page = await on.newPage({ hasTouch: true });
    await page.goto(on.url);
    await page.evaluate(
      async (texts) => {
        window.page.open({ ...texts, layout: "unified" });
        await window.page.settle();
      },
      { base: before, result: after },
    );
    await page.locator('.tandem-hunk-button[data-hunk="1"][data-action="accept"]').tap();
    expect(await page.evaluate(() => window.page.review.hunks[1]?.decision)).toBe("accepted");
    await page.close();
  });

  test("folded lines open in steps, with the key of the review or with their own button", async () => {
    const texts = { base: `${filler}\n${before}${filler}`, result: `${filler}\n${after}${filler}` };
    await on.open({ layout: "side-by-side", ...texts });
    await on.page.evaluate(() => window.page.review.focus());
    expect(await folded().allTextContents()).toEqual(["58 unchanged lines", "56 unchanged lines"]);
    await on.page.keyboard.press("Alt+E");
    expect(await folded().allTextContents()).toEqual(["58 unchanged lines", "36 unchanged lines"]);
    // Tab goes to the first button, which keeps the focus.
    await on.page.keyboard.press("Tab");
    await on.page.keyboard.press("Enter");
    await on.page.keyboard.press("Enter");
    expect(await folded().allTextContents()).toEqual(["18 unchanged lines", "36 unchanged lines"]);
    await on.page.keyboard.press("Enter");
    expect(await folded().allTextContents()).toEqual(["36 unchanged lines"]);
    expect((await on.facts()).text).toBe(texts.result);
  });

  test.each([
    ["a new file", { oldText: "", newText: after, isNewFile: true }],
    ["an emptied file", { oldText: before, newText: "" }],
  ])("%s has the whole width", async (_what, proposal) => {
    await openPanel({ proposal });
    expect(await on.page.locator(".cm-editor").count()).toBe(1);
    if (proposal.oldText === "")
      expect(await on.page.locator(".tandem-old-numbers .cm-gutterElement:visible").allTextContents()).toEqual([]);
    const layout = on.page.locator(".tandem-review-bar [data-tandem=layout]");
    expect(await layout.isDisabled()).toBe(true);
    expect(await layout.getAttribute("title")).toBe("One side is empty");
    await on.page.keyboard.press("Alt+Shift+Y");
    expect(await on.page.evaluate(() => window.page.decisions)).toEqual([{ accepted: true, text: proposal.newText }]);
  });

  test("says at the top that the file is hidden, and that it is compared with another one", async () => {
    await openPanel({ proposal: { isHidden: true, oldPath: "/notes/old.md" } });
    const title = await on.page.locator(".tandem-review-title").textContent();
    expect(title).toContain("This file is hidden from the agent");
    expect(title).toContain("compared with /notes/old.md");
    await openPanel({ proposal: { oldPath: "/notes/todo.md" } });
    expect(await on.page.locator(".tandem-review-title").textContent()).toBe("todo.md");
  });

  test("unified shows both line numbers, also of removed lines that wrap", async () => {
    const long = `gone ${"and long ".repeat(40)}`;
    await on.open({
      layout: "unified",
      base: ["one", long, "gone too", "same", "two", "end"].join("\n"),
      result: ["one", "new", "same", "TWO", "end"].join("\n"),
      isWrapping: true,
    });
    const rows = () =>
      on.page.evaluate(async () => {
        await window.page.settle();
        const numbers = [...document.querySelectorAll(".tandem-old-numbers .cm-gutterElement div div")]
          .filter((each) => each.getBoundingClientRect().height > 0 && getComputedStyle(each).visibility !== "hidden")
          .map((each) => [each.textContent, Math.round(each.getBoundingClientRect().top)]);
        const texts = new Map(
          [...document.querySelectorAll(".cm-line, .cm-deletedLine")].map((line) => [
            Math.round(line.getBoundingClientRect().top),
            line.textContent?.slice(0, 8),
          ]),
        );
        return numbers.map(([number, top]) => `${number} ${texts.get(Number(top))}`);
      });
    expect(await rows()).toEqual(["1 one", "2 gone and", "3 gone too", "4 same", "5 two", "6 end"]);
    await on.click("reject", 0);
    expect(await rows()).toEqual(["1 one", "2 gone and", "3 gone too", "4 same", "5 two", "6 end"]);
  });

  test("removed lines keep the colours that they have in their file", async () => {
    const comment = (line: string) => `/*\nconst in a comment\n${line}\n*/\nlast();\n`;
    await on.open({ layout: "unified", base: comment("const gone"), result: comment("const new") });
    const colours = await on.page.evaluate(async () => {
      await window.page.settle();
      const colourOf = (selector: string, text: string) => {
        const line = [...document.querySelectorAll(selector)].find((each) => each.textContent?.startsWith(text));
        return getComputedStyle(line?.querySelector("span") ?? document.body).color;
      };
      return [colourOf(".cm-deletedLine", "const gone"), colourOf(".cm-line", "const in a comment")];
    });
    expect(colours[0]).toBe(colours[1]);
  });

  test.each(layouts)("the rows of a wrapped line are indented, and both sides stay level (%s)", async (layout) => {
    const long = `    indented ${"and long ".repeat(40)}`;
    await on.open({ layout, base: `${long}\nb\ngone ${long}`, result: `${long}\nB\n`, isWrapping: true });
    const lefts = await on.page.evaluate(async () => {
      await window.page.settle();
      const { editor } = window.page.review;
      const text = editor.contentDOM.querySelector(".cm-line")?.firstChild;
      const range = document.createRange();
      if (text) range.selectNodeContents(text.parentElement ?? text);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
    const [first = 0, ...others] = lefts;
    expect(others.length).toBeGreaterThan(1);
    for (const left of others) expect(left).toBeGreaterThan(first);
    if (layout === "side-by-side") expect(await on.unevenLines()).toEqual([]);
  });

  test.each(layouts)("a line that the user changed carries a mark (%s)", async (layout) => {
    await on.open({ layout });
    const marked = () =>
      on.page.evaluate(async () => {
        await window.page.settle();
        const marks = [...document.querySelectorAll(".tandem-own-gutter [title='You changed this line']")];
        const lines = [...document.querySelectorAll(".tandem-review-result .cm-line")];
        const topOf = (element: Element) => element.getBoundingClientRect().top;
        return marks
          .filter((mark) => mark.getBoundingClientRect().height > 0)
          .map((mark) => lines.find((line) => Math.abs(topOf(line) - topOf(mark)) < 5)?.textContent);
      });
    expect(await marked()).toEqual([]);
    await on.page.evaluate(() => {
      const { editor } = window.page.review;
      editor.dispatch({ changes: { from: editor.state.doc.line(7).to, insert: " mine" } });
      editor.dispatch({ changes: { from: 0, insert: "zero\n" } });
    });
    expect(await marked()).toEqual(["zero", "newer mine"]);
  });

  test.each(layouts)("a rejected change stays marked (%s)", async (layout) => {
    await on.open({ layout });
    const marks = () => on.page.locator(".tandem-rejectedLineGutter").count();
    expect(await marks()).toBe(0);
    await on.click("reject", 0);
    await on.facts();
    expect(await marks()).toBe(layout === "unified" ? 1 : 2);
    await on.page.locator('.tandem-hunk-take-back[data-hunk="0"]').click();
    await on.facts();
    expect(await marks()).toBe(0);
  });

  test.each(layouts)("says where the texts were not compared line by line (%s)", async (layout) => {
    const lines = (word: string) => Array.from({ length: 9000 }, (_, index) => `${word} ${(index * 7919) % 9001}`);
    const [base, result] = [["head", ...lines("a")].join("\n"), ["HEAD", ...lines("b").reverse()].join("\n")];
    await on.open({ layout, base, result });
    const coarse = await on.page.evaluate(() => window.page.review.hunks.filter(({ isCoarse }) => isCoarse).length);
    expect(coarse).toBeGreaterThan(0);
    expect(await on.page.locator(".tandem-coarse-note").first().textContent()).toContain("may include unchanged lines");
    await on.open({ layout });
    expect(await on.page.locator(".tandem-coarse-note").count()).toBe(0);
  });
});
