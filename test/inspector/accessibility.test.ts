/** The inspector's page with the keyboard only, for assistive technology, and its contrast; in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { contrasts, focusStops } from "../workbench/visible-style.js";
import { type Fixture, notification, openFixture } from "./fixture.js";
import { recordSession } from "./real-session.js";

const { describe, test } = needsChromium();

describe("The inspector's page: accessibility", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** A real session with a fault, which shows most parts of the page. */
  async function busyFixture(colorScheme: "light" | "dark"): Promise<Fixture> {
    const entries = await recordSession();
    const fixture = await openFixture(browser, { browser: { colorScheme } });
    fixture.add(...entries, notification((entries.at(-1)?.t ?? 0) + 100, "selection_changed", { text: "a\u202eb" }));
    await fixture.counts(/1 fault1 pending$/);
    return fixture;
  }

  test("the list by keyboard: up and down, both ends, into the message and back", async () => {
    const { page, row } = await busyFixture("light").then((fixture) => ({
      page: fixture.page,
      row: (number: number) => fixture.row(number),
    }));
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    const hasKeyboard = (testId: string) =>
      eventually(async () =>
        expect(await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))).toBe(testId),
      );
    await hasKeyboard("list");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await eventually(async () => expect(await row(2).getAttribute("aria-selected")).toBe("true"));
    expect(await page.getByTestId("list").getAttribute("aria-activedescendant")).toBe("row-2");
    expect(await row(2).getAttribute("aria-label")).toMatch(/^client → editor, Request, initialize, /);
    await page.keyboard.press("Enter");
    await hasKeyboard("detail");
    // To the message's tree, and through it.
    await page.getByRole("tree", { name: "Message" }).focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    const current = page.locator(".json-line.current");
    await eventually(async () => expect(await current.textContent()).toContain("params"));
    await page.keyboard.press("ArrowLeft");
    await eventually(async () => expect(await current.getAttribute("aria-expanded")).toBe("false"));
    await page.keyboard.press("Escape");
    await hasKeyboard("list");
    expect(await page.getByTestId("detail").count()).toBe(0);
  });

  test("all controls have names, and there are landmarks", async () => {
    const fixture = await busyFixture("light");
    await fixture.page.locator(".row.faulty").click();
    await fixture.page.getByTestId("faults").waitFor();
    // In a narrow window some labels are hidden visually, but keep their accessible names.
    await fixture.page.setViewportSize({ width: 800, height: 600 });
    await fixture.page.getByRole("button", { name: "Pause" }).waitFor();
    const session = await fixture.context.newCDPSession(fixture.page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const seen = nodes
      .filter((node) => !node.ignored)
      .map((node) => ({ role: String(node.role?.value), name: String(node.name?.value ?? "").trim() }));
    const interactive = /^(button|tab|treeitem|searchbox|option|listbox|tree|tablist|toolbar|region|image)$/;
    expect(seen.filter(({ role, name }) => interactive.test(role) && name === "")).toEqual([]);
    const roles = new Set(seen.map(({ role }) => role));
    for (const role of ["banner", "main", "search", "listbox", "option", "tree", "status", "toolbar"])
      expect(roles, role).toContain(role);
  });

  for (const scheme of ["light", "dark"] as const)
    test(`text has a contrast of at least 4.5 in ${scheme}`, async () => {
      const fixture = await busyFixture(scheme);
      const low = async () => (await contrasts(fixture.page)).filter(({ ratio }) => ratio < 4.5);
      expect((await contrasts(fixture.page)).length).toBeGreaterThan(10);
      expect(await low(), "the list").toEqual([]);
      await fixture.page.locator(".row.faulty").click();
      await fixture.page.getByTestId("faults").waitFor();
      await fixture.page.getByRole("button", { name: "Pause" }).click();
      await fixture.page.getByRole("button", { name: "Search help" }).click();
      await fixture.page.locator("#search-help").waitFor();
      expect(await low(), "a fault, a notice and the help").toEqual([]);
    });

  test("every Tab stop has a visible focus", async () => {
    const fixture = await busyFixture("light");
    await fixture.row(8).click();
    await fixture.page.getByTestId("detail").waitFor();
    await fixture.page.getByTestId("search").focus();
    await fixture.page.keyboard.press("Tab");
    const stops = await focusStops(fixture.page, 16);
    expect(stops.length).toBeGreaterThan(8);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});
