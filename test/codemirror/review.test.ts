/** Decisions in a real browser, under a strict content security policy: by buttons, by keys, by editing. */
import { decideHunk, startReview } from "@tandem/base/review";
import { applyHunks, splitHunks } from "@tandem/base/text";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { after, before, layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a review in Chromium", () => {
  const on = reviewDriver();

  describe.each(layouts)("%s", (layout) => {
    test("has two buttons for every hunk, which cover no text and change no line's height", async () => {
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
      // The one that only keeps the gutter's width is hidden, and has no size on the screen that counts.
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

    test("is decided by keys", async () => {
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

    test("can be edited: what is typed becomes part of the hunks, and is undone", async () => {
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

    test("tells that hunks or the current one have changed, and keeps the keyboard in the text", async () => {
      await on.open({ layout });
      await on.page.evaluate(() => window.page.review.focus());
      const told = () => on.page.evaluate(() => window.page.changes);
      const atFirst = await told();
      await on.click("accept", 0);
      expect(await told()).toBeGreaterThan(atFirst);
      expect(await on.page.evaluate(() => window.page.review.editor.hasFocus)).toBe(true);
      const now = await told();
      await on.page.keyboard.press("F7");
      expect(await told()).toBeGreaterThan(now);
    });

    test("takes decisions from outside without telling them back", async () => {
      await on.open({ layout });
      const decided = decideHunk(decideHunk(startReview(before, after), 0, "accepted"), 1, "rejected");
      await on.page.evaluate((state) => window.page.review.setState(state), decided);
      expect(await on.facts()).toMatchObject({ hunks: 2, buttons: 4, text: decided.result, decisions: "aruu" });
      expect(await on.page.evaluate(() => window.page.states)).toEqual([]);
    });

    test("shows what was decided, and takes it back by a button; the others stay as they are", async () => {
      await on.open({ layout });
      for (const action of ["accept", "reject", "accept", "reject"] as const) await on.click(action, 0);
      const marks = () =>
        on.page
          .locator("[data-action=take-back]")
          .evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute("title")]));
      const [accepted, rejected] = [
        ["✓", "Accepted. Take it back"],
        ["✕", "Rejected. Take it back"],
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

    test("a decided change that the cursor is in can be decided otherwise by the keys", async () => {
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

  test("Alt keys work where they type other letters, as on a Mac (a stand-in for one)", async () => {
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
        const title = document.querySelector<HTMLElement>("[data-action=accept]")?.title;
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
