/** The timeline of the inspector's page, by mouse, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { answer, call, opened, openStage, type Stage } from "./stage.js";

const { describe, test } = needsChromium();

/** Where a time is drawn; `y` is inside of the client's lane. */
async function placeOf({ page }: Stage, t: number): Promise<{ x: number; y: number }> {
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

  async function openTimeline(): Promise<Stage> {
    const stage = await openStage(browser);
    stage.add(...opened, ...calls);
    await stage.counts(/^13 messages/);
    await eventually(async () => {
      const end = await stage.page.getByTestId("timeline").getAttribute("data-end");
      expect(Number(end)).toBeGreaterThan(950);
    });
    return stage;
  }

  test("a click selects the message that is drawn there", async () => {
    const stage = await openTimeline();
    const at = await placeOf(stage, 520);
    await stage.page.mouse.click(at.x, at.y);
    await stage.page.getByRole("region", { name: "Message 8" }).waitFor();
    expect(await stage.row(8).getAttribute("aria-selected")).toBe("true");
  });

  test("a drag narrows the list to a span, and a button ends that", async () => {
    const stage = await openTimeline();
    const [from, to] = [await placeOf(stage, 290), await placeOf(stage, 560)];
    await stage.page.mouse.move(from.x, from.y);
    await stage.page.mouse.down();
    await stage.page.mouse.move(to.x, to.y, { steps: 4 });
    await stage.page.mouse.up();
    const numbers = () => stage.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-number")));
    await eventually(async () => expect(await numbers()).toEqual(["6", "7", "8", "9"]));
    await stage.page.getByTestId("timeline-span").waitFor();
    await stage.page.getByRole("button", { name: "Show all times" }).click();
    await eventually(async () => expect(await stage.rows.count()).toBe(13));
  });

  test("the wheel zooms where the pointer is, and buttons lead on and back", async () => {
    const stage = await openTimeline();
    const spanOf = async () => {
      const timeline = stage.page.getByTestId("timeline");
      return `${await timeline.getAttribute("data-start")} ${await timeline.getAttribute("data-end")}`;
    };
    const whole = await spanOf();
    const at = await placeOf(stage, 500);
    await stage.page.mouse.move(at.x, at.y);
    await stage.page.mouse.wheel(0, -100);
    await eventually(async () => expect(await spanOf()).not.toBe(whole));
    // What was under the pointer still is.
    const after = await placeOf(stage, 500);
    expect(Math.abs(after.x - at.x)).toBeLessThan(2);
    const zoomed = await spanOf();
    await stage.page.getByRole("button", { name: "Later" }).click();
    await eventually(async () => expect(await spanOf()).not.toBe(zoomed));
    await stage.page.getByRole("button", { name: "Show the whole time" }).click();
    await eventually(async () => expect(await spanOf()).toBe(whole));
  });
});
