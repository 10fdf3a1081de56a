/** The inspector's page by keys alone, for assistive programs and for eyes; in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { contrasts, focusStops } from "../workbench/looks.js";
import { recordSession } from "./real-session.js";
import { openStage, type Stage, told } from "./stage.js";

const { describe, test } = needsChromium();

describe("The inspector's page for everybody", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** A real session, with a fault; most of what there is to see. */
  async function busyStage(colorScheme: "light" | "dark"): Promise<Stage> {
    const entries = await recordSession();
    const stage = await openStage(browser, { browser: { colorScheme } });
    stage.add(...entries, told((entries.at(-1)?.t ?? 0) + 100, "selection_changed", { text: "a\u202eb" }));
    await stage.counts(/1 fault1 pending$/);
    return stage;
  }

  test("the list by keys: up and down, both ends, into the message and back", async () => {
    const { page, row } = await busyStage("light").then((stage) => ({
      page: stage.page,
      row: (number: number) => stage.row(number),
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

  test("everything that can be pressed or typed in has a name, and the landmarks are there", async () => {
    const stage = await busyStage("light");
    await stage.page.locator(".row.faulty").click();
    await stage.page.getByTestId("faults").waitFor();
    // Where there is little room, some words are left out for eyes; their names stay.
    await stage.page.setViewportSize({ width: 800, height: 600 });
    await stage.page.getByRole("button", { name: "Pause" }).waitFor();
    const session = await stage.context.newCDPSession(stage.page);
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
      const stage = await busyStage(scheme);
      const low = async () => (await contrasts(stage.page)).filter(({ ratio }) => ratio < 4.5);
      expect((await contrasts(stage.page)).length).toBeGreaterThan(10);
      expect(await low(), "the list").toEqual([]);
      await stage.page.locator(".row.faulty").click();
      await stage.page.getByTestId("faults").waitFor();
      await stage.page.getByRole("button", { name: "Pause" }).click();
      await stage.page.getByRole("button", { name: "Words of the search" }).click();
      await stage.page.locator("#search-help").waitFor();
      expect(await low(), "a fault, a notice and the help").toEqual([]);
    });

  test("every stop of the Tab key shows that it has the keyboard", async () => {
    const stage = await busyStage("light");
    await stage.row(8).click();
    await stage.page.getByTestId("detail").waitFor();
    await stage.page.getByTestId("search").focus();
    await stage.page.keyboard.press("Tab");
    const stops = await focusStops(stage.page, 16);
    expect(stops.length).toBeGreaterThan(8);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  });
});
