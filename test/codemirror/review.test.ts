/** Decisions by buttons, keys and edits in a real browser, under a strict content security policy. */
import { decideHunk, editResult, hunksOf, type ReviewState, startReview } from "@tandem-ide/base/review";
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { after, before, layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

/** Makes a review whose first change is rejected while the user edits beside it. */
const editedBeside = (base: string, proposal: string, edited: string) =>
  editResult(decideHunk(startReview(base, proposal), 0, "rejected"), edited);
const proposedAgain = (review: ReviewState) => decideHunk(review, 0, "undecided");

const touching = {
  "lines removed above removed lines": proposedAgain(editedBeside("a\nb\nc\nd\n", "a\nc\nd\n", "a\nb\nd\n")),
  "lines removed above a changed line": proposedAgain(editedBeside("a\nb\nc\nd\n", "a\nc\nd\n", "a\nb\nC\nd\n")),
  "rejected new lines above a changed line": editedBeside("a\nb\nc\n", "a\nnew\nb\nc\n", "a\nB\nc\n"),
  "rejected new lines above removed lines": editedBeside("a\nb\nc\n", "a\nnew\nb\nc\n", "a\nc\n"),
  "rejected new lines below a changed last line": editedBeside("a\nb", "a\nb\nnew", "a\nB"),
};

describe("a review in Chromium", () => {
  const on = reviewDriver();

  describe.each(layouts)("%s", (layout) => {
    test("has two buttons for every hunk, which don't cover text or change line heights", async () => {
      await on.open({ layout });
      expect(await on.facts()).toMatchObject({ hunks: 4, buttons: 8, current: 0 });
      const overlaps = await on.page.evaluate(() => {
        const content = window.page.review.editor.contentDOM.getBoundingClientRect();
        const buttons = [...document.querySelectorAll(".tandem-hunk-button")].map((each) =>
          each.getBoundingClientRect(),
        );
        return buttons.filter(
          (box) => box.width < 8 || box.height < 8 || (box.right > content.left && box.left < content.right),
        ).length;
      });
      // The hidden one that keeps the gutter's width doesn't count.
      expect(overlaps).toBe(0);
      const heights = await on.page.evaluate(() => [
        ...new Set([...document.querySelectorAll(".cm-line")].map((line) => line.getBoundingClientRect().height)),
      ]);
      expect(heights).toHaveLength(1);
    });

    test("accepts and rejects by buttons, counts the rest and undoes it all", async () => {
      await on.open({ layout });
      await on.click("accept", 0);
      expect(await on.facts()).toMatchObject({ hunks: 3, buttons: 6, text: after, decisions: "auuu" });
      await on.click("reject", 1);
      const mixed = { text: after.replace("\nsix", "\ngone\ngone too\nsix"), decisions: "auru" };
      expect(await on.facts()).toMatchObject({ hunks: 2, ...mixed });
      await on.click("accept", 1);
      await on.click("reject", 0);
      expect(await on.facts()).toMatchObject({ hunks: 0, buttons: 0, current: -1 });
      const choices = [true, false, false, true];
      const expected = applyHunks(before, after, splitHunks(before, after), (_hunk, index) => choices[index] ?? false);
      expect(await on.facts()).toMatchObject({ text: expected, baseText: before, decisions: "arra" });
      expect(await on.page.evaluate(() => window.page.states)).toHaveLength(4);

      await on.page.evaluate(() => window.page.review.focus());
      for (let step = 0; step < 4; step++) await on.page.keyboard.press("Control+z");
      expect(await on.facts()).toMatchObject({ text: after, baseText: before, hunks: 4 });
      expect(await on.page.evaluate(() => window.page.states.at(-1)?.result)).toBe(after);
      await on.page.keyboard.press("Control+y");
      expect(await on.facts()).toMatchObject({ hunks: 3, decisions: "auuu" });
    });

    test("can be decided with keys", async () => {
      await on.open({ layout });
      await on.page.evaluate(() => window.page.review.focus());
      const currents: number[] = [];
      for (const key of ["F7", "F7", "F7", "F7", "F7", "Shift+F7", "Shift+F7"]) {
        await on.page.keyboard.press(key);
        currents.push((await on.facts()).current);
      }
      expect(currents).toEqual([1, 2, 3, 0, 1, 0, 3]);
      await on.page.keyboard.press("Shift+F7");
      await on.page.keyboard.press("Alt+y");
      expect(await on.facts()).toMatchObject({ hunks: 3, current: 2 });
      await on.page.keyboard.press("Alt+n");
      expect(await on.facts()).toMatchObject({ hunks: 2, current: 0 });
      await on.page.keyboard.press("Alt+Shift+Y");
      await on.page.keyboard.press("Control+Enter");
      await on.page.keyboard.press("Alt+Shift+N");
      expect(await on.page.evaluate(() => window.page.decided)).toEqual([true, true, false]);
      expect((await on.facts()).hunks).toBe(2);
    });

    test("can be edited: typed text becomes part of the hunks, and can be undone", async () => {
      await on.open({ layout });
      await on.page.evaluate(() => window.page.review.focus());
      await on.page.keyboard.press("Control+End");
      await on.page.keyboard.type("X");
      await on.page.keyboard.press("Control+Home");
      await on.page.keyboard.type("Y");
      expect(await on.facts()).toMatchObject({ text: `Y${after}X`, hunks: 4, baseText: before });
      await on.page.keyboard.press("Enter");
      expect((await on.facts()).text).toMatch(/^Y\n *one\nTwo\n/);
      await on.page.keyboard.press("Control+z");
      await on.page.keyboard.press("Control+z");
      await on.page.keyboard.press("Control+z");
      expect(await on.facts()).toMatchObject({ text: after, hunks: 4 });
    });

    test("reports changes of the hunks or the current one, and keeps the focus in the text", async () => {
      await on.open({ layout });
      await on.page.evaluate(() => window.page.review.focus());
      const received = () => on.page.evaluate(() => window.page.changes);
      const atFirst = await received();
      await on.click("accept", 0);
      expect(await received()).toBeGreaterThan(atFirst);
      expect(await on.page.evaluate(() => window.page.review.editor.hasFocus)).toBe(true);
      const now = await received();
      await on.page.keyboard.press("F7");
      expect(await received()).toBeGreaterThan(now);
    });

    test("applies decisions from outside without reporting them back", async () => {
      await on.open({ layout });
      const decided = decideHunk(decideHunk(startReview(before, after), 0, "accepted"), 1, "rejected");
      await on.page.evaluate((state) => window.page.review.setState(state), decided);
      expect(await on.facts()).toMatchObject({ hunks: 2, buttons: 4, text: decided.result, decisions: "aruu" });
      expect(await on.page.evaluate(() => window.page.states)).toEqual([]);
    });

    test("shows decisions and undoes them with a button, leaving the others alone", async () => {
      await on.open({ layout });
      for (const action of ["accept", "reject", "accept", "reject"] as const) await on.click(action, 0);
      const marks = () =>
        on.page
          .locator("[data-action=take-back]")
          .evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute("title")]));
      const [accepted, rejected] = [
        ["✓", "Accepted. Undo"],
        ["✕", "Rejected. Undo"],
      ];
      expect(await marks()).toEqual([accepted, rejected, accepted, rejected]);
      await on.page.locator('[data-action=take-back][data-hunk="1"]').click();
      await on.page.locator('[data-action=take-back][data-hunk="2"]').click();
      expect(await on.facts()).toMatchObject({ decisions: "auur", current: 1, buttons: 4, baseText: before });
      expect((await on.facts()).text).toBe(after.replace("seven\nlast", "seven\n"));
      await on.page.evaluate(() => window.page.review.focus());
      await on.page.keyboard.press("Alt+n");
      expect(await on.facts()).toMatchObject({ decisions: "aurr", current: 0 });
    });

    test.each(Object.entries(touching))("two touching changes have their own buttons: %s", async (_what, state) => {
      await on.open({ layout, base: state.base, result: state.result });
      await on.page.evaluate((given) => window.page.review.setState(given), state);
      await on.facts();
      const shown = await on.page.locator(".tandem-hunk-button").evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const isClear = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button;
          return isClear ? [Number(button.dataset.hunk)] : [];
        }),
      );
      const hunks = hunksOf(state);
      expect(hunks).toHaveLength(2);
      const expected = hunks.flatMap(({ index, decision }) => (decision === "undecided" ? [index, index] : [index]));
      expect(shown.sort()).toEqual(expected);
      const { index = -1 } = hunks.findLast(({ decision }) => decision === "undecided") ?? {};
      await on.page.locator(`[data-action=reject][data-hunk="${index}"]`).click();
      expect(await on.facts()).toMatchObject({ text: decideHunk(state, index, "rejected").result });
      await on.page.locator(`[data-action=take-back][data-hunk="${index}"]`).click();
      expect(await on.facts()).toMatchObject({ text: state.result });
    });

    test("a decided change at the cursor can be decided differently with keys", async () => {
      await on.open({ layout });
      await on.click("accept", 0);
      await on.page.evaluate(() => {
        const { editor } = window.page.review;
        editor.dispatch({ selection: { anchor: editor.state.doc.line(2).from } });
        editor.focus();
      });
      await on.page.keyboard.press("Alt+n");
      expect(await on.facts()).toMatchObject({ decisions: "ruuu", text: after.replace("Two", "two") });
    });

    test("pastes with \\n as the only line break", async () => {
      await on.open({ layout, base: "", result: "" });
      await on.page.evaluate(() => {
        const data = new DataTransfer();
        data.setData("text/plain", "a\r\nb\rc\u2028d");
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        window.page.review.focus();
        window.page.review.editor.contentDOM.dispatchEvent(event);
      });
      expect((await on.facts()).text).toBe("a\nb\nc\u2028d");
    });
  });

  test("Alt keys work when they type other letters, as on a Mac (a stand-in for one)", async () => {
    const mac = await on.newPage();
    await mac.addInitScript(() => Object.defineProperty(navigator, "platform", { value: "MacIntel" }));
    await mac.goto(on.url);
    const left = await mac.evaluate(
      ([base, result]) => {
        window.page.open({ base, result, layout: "unified" });
        const { review } = window.page;
        const press = (key: string, keyCode: number, shiftKey: boolean) =>
          review.editor.contentDOM.dispatchEvent(
            new KeyboardEvent("keydown", { key, keyCode, altKey: true, shiftKey, bubbles: true, cancelable: true }),
          );
        press("¥", 89, false);
        press("˜", 78, false);
        press("Á", 89, true);
        const title = document.querySelector<HTMLElement>("[data-action=accept]:not([data-hunk='-1'])")?.title;
        return {
          decisions: review.hunks.map(({ decision }) => decision[0]).join(""),
          decided: window.page.decided,
          title,
        };
      },
      [before, after] as const,
    );
    await mac.close();
    expect(left).toEqual({ decisions: "aruu", decided: [true], title: "Accept this change (⌥Y)" });
  });
});
