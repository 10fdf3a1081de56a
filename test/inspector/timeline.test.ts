/** The timeline of the inspector's page, by mouse, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { answer, call, type Fixture, opened, openFixture } from "./fixture.js";

const { describe, test } = needsChromium();

/** Where a time is drawn. `y` is inside the client's lane. */
async function indexOfRow({ page }: Fixture, t: number): Promise<{ x: number; y: number }> {
  const timeline = page.getByTestId("timeline");
  const box = await timeline.boundingBox();
  const [start, end] = await Promise.all(["data-start", "data-end"].map((name) => timeline.getAttribute(name)));
  if (!box) throw new Error("The timeline is not in view.");
  const share = (t - Number(start)) / (Number(end) - Number(start));
  return { x: box.x + share * box.width, y: box.y + 8 };
}

/** Calls at 100, 300, 500, 700, 900 ms, each 50 ms long: rows 4 and 5, 6 and 7, and so on. */
const calls = [100, 300, 500, 700, 900].flatMap((t, index) => [
  call(t, index + 1, "getOpenEditors"),
  answer(t + 50, index + 1, '{"tabs":[]}'),
]);

describe("The timeline", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function openTimeline(): Promise<Fixture> {
    const fixture = await openFixture(browser);
    fixture.add(...opened, ...calls);
    await fixture.counts(/^13 messages/);
    await eventually(async () => {
      const end = await fixture.page.getByTestId("timeline").getAttribute("data-end");
      expect(Number(end)).toBeGreaterThan(950);
    });
    return fixture;
  }

  test("a click selects the message at that point", async () => {
    const fixture = await openTimeline();
    const at = await indexOfRow(fixture, 520);
    await fixture.page.mouse.click(at.x, at.y);
    await fixture.page.getByRole("region", { name: "Message 8" }).waitFor();
    expect(await fixture.row(8).getAttribute("aria-selected")).toBe("true");
  });

  test("dragging limits the list to a range, and a button shows all", async () => {
    const fixture = await openTimeline();
    const [from, to] = [await indexOfRow(fixture, 290), await indexOfRow(fixture, 560)];
    await fixture.page.mouse.move(from.x, from.y);
    await fixture.page.mouse.down();
    await fixture.page.mouse.move(to.x, to.y, { steps: 4 });
    await fixture.page.mouse.up();
    const numbers = () => fixture.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-number")));
    await eventually(async () => expect(await numbers()).toEqual(["6", "7", "8", "9"]));
    await fixture.page.getByTestId("timeline-span").waitFor();
    await fixture.page.getByRole("button", { name: "Show all times" }).click();
    await eventually(async () => expect(await fixture.rows.count()).toBe(13));
  });

  test("the wheel zooms at the pointer, and buttons move forward and back", async () => {
    const fixture = await openTimeline();
    const spanOf = async () => {
      const timeline = fixture.page.getByTestId("timeline");
      return `${await timeline.getAttribute("data-start")} ${await timeline.getAttribute("data-end")}`;
    };
    const whole = await spanOf();
    const at = await indexOfRow(fixture, 500);
    await fixture.page.mouse.move(at.x, at.y);
    await fixture.page.mouse.wheel(0, -100);
    await eventually(async () => expect(await spanOf()).not.toBe(whole));
    // The time under the pointer hasn't moved.
    const after = await indexOfRow(fixture, 500);
    expect(Math.abs(after.x - at.x)).toBeLessThan(2);
    const zoomed = await spanOf();
    await fixture.page.getByRole("button", { name: "Later" }).click();
    await eventually(async () => expect(await spanOf()).not.toBe(zoomed));
    await fixture.page.getByRole("button", { name: "Show all", exact: true }).click();
    await eventually(async () => expect(await spanOf()).toBe(whole));
  });
});
