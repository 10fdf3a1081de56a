/** Several windows of the inspector's page, reloads, reconnects and very many messages; in Chromium. */
import type { Browser, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { answer, call, notification, opened, openFixture, titlesIn } from "./fixture.js";

const { describe, test } = needsChromium();

const many = 50_000;
/** Half calls and their responses, half notifications. */
function manyEntries(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const t = 10 + at * 2;
    if (at % 4 === 0) return call(t, at + 10, "getOpenEditors");
    if (at % 4 === 1) return answer(t, at + 9, '{"tabs":[]}');
    return notification(t, "log_event", { eventName: "n", eventData: { at } });
  });
}

describe("Windows of the inspector's page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("keeps everything across a reload, and two windows agree", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened, call(10, 1, "getOpenEditors"));
    const titles = ["opened", "initialize", "↩ initialize", "getOpenEditors"];
    await fixture.shows(titles);
    await fixture.page.reload();
    await fixture.shows(titles);
    const second = await fixture.newWindow();
    await fixture.shows(titles, second);
    fixture.add(answer(20, 1, '{"tabs":[]}'));
    for (const page of [fixture.page, second]) await fixture.shows([...titles, "↩ getOpenEditors"], page);
    // Each window has its own search.
    await second.getByTestId("search").fill("calls");
    await fixture.shows(["initialize", "↩ initialize", "getOpenEditors", "↩ getOpenEditors"], second);
    await fixture.shows([...titles, "↩ getOpenEditors"]);
  });

  test("reconnects automatically with all messages and the selection", async () => {
    const fixture = await openFixture(browser);
    const sockets: WebSocketRoute[] = [];
    await fixture.page.routeWebSocket(/\/socket$/, (socket) => {
      sockets.push(socket);
      socket.connectToServer();
    });
    await fixture.page.reload();
    fixture.add(...opened, call(10, 1, "getOpenEditors"));
    await fixture.counts(/^4 messages/);
    await fixture.search("calls");
    await fixture.row(4).click();
    await fixture.page.getByRole("region", { name: "Message 4" }).waitFor();
    await sockets[0]?.close({ code: 1001 });
    fixture.add(answer(20, 1, '{"tabs":[]}'));
    await fixture.shows(["initialize", "↩ initialize", "getOpenEditors", "↩ getOpenEditors"]);
    expect(sockets.length).toBe(2);
    expect(await fixture.page.getByTestId("state").textContent()).toBe("Live");
    expect(await fixture.row(4).getAttribute("aria-selected")).toBe("true");
  });

  test("when the host ends, the page says so and keeps what it has", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened);
    await fixture.counts(/^3 messages/);
    // The browser reports each attempt to reconnect, which is not an error of the page.
    await fixture.host.close();
    await eventually(async () => expect(await fixture.page.getByTestId("state").textContent()).toBe("Connection lost"));
    await fixture.page.getByTestId("notice").filter({ hasText: "The messages stay here" }).waitFor();
    expect(await fixture.rows.count()).toBe(3);
    const downloading = fixture.page.waitForEvent("download");
    await fixture.page.getByRole("button", { name: "Save" }).click();
    expect((await downloading).suggestedFilename()).toContain("tandem-neovim");
    await fixture.page.close();
    fixture.ignoreErrors(/ERR_CONNECTION_REFUSED|WebSocket connection/);
  });

  test("reports messages dropped to save memory, and windows opened later still agree", async () => {
    const fixture = await openFixture(browser, { limits: { entries: 1000, size: 1e9 } });
    fixture.add(...opened, call(5, 1, "openDiff", { tab_name: "waits" }), ...manyEntries(3000));
    const second = await fixture.newWindow();
    for (const page of [fixture.page, second])
      await page.getByTestId("notice").filter({ hasText: "no longer in memory" }).waitFor();
    await eventually(async () => expect(await second.getByTestId("counts").textContent()).toMatch(/\d messages/));
    // The start is remembered although it was dropped, so no call seems to precede initialize.
    expect(await second.getByTestId("counts").textContent()).toContain("1 pending");
    await second.getByTestId("search").fill("faults");
    await second.getByTestId("list").waitFor();
    await eventually(async () => expect(await titlesIn(second)).not.toContain("getOpenEditors"));
    await second.getByTestId("search").fill("");
    const last = async (page: typeof second) => page.getByTestId("row").last().getAttribute("data-number");
    await eventually(async () => expect(await last(second)).toBe("3004"));
    await eventually(async () => expect(await last(fixture.page)).toBe("3004"));
  });

  test("50,000 messages need few elements, and the page stays fast", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened, ...manyEntries(many));
    await fixture.counts(/^50,003 messages/);
    const nodes = () => fixture.page.evaluate(() => document.querySelectorAll("*").length);
    expect(await nodes()).toBeLessThan(1200);
    // It follows the end; Home goes to the start and End back.
    await fixture.row(many + 3).waitFor();
    await fixture.page.getByTestId("list").focus();
    await fixture.page.keyboard.press("Home");
    await fixture.row(1).waitFor();
    expect(await nodes()).toBeLessThan(1200);
    await fixture.page.keyboard.press("End");
    await fixture.row(many + 3).waitFor();
    // The last of them can be found.
    await fixture.search("#50000");
    await fixture.shows(["getOpenEditors", "↩ getOpenEditors"]);
    await fixture.search("");
    await eventually(async () => expect(await fixture.rows.count()).toBeGreaterThan(10));
    // Users notice long frames.
    const slowest = await fixture.page.evaluate(async () => {
      const list = document.querySelector('[data-testid="list"]');
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let [before, worst] = [await frame(), 0];
      for (let step = 0; list && step < 60; step++) {
        list.scrollTop = step * 10_000;
        const now = await frame();
        worst = Math.max(worst, now - before);
        before = now;
      }
      return worst;
    });
    expect(slowest).toBeLessThan(500);
  });

  test("stays responsive with many messages and follows the end", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened);
    await fixture.counts(/^3 messages/);
    const storm = manyEntries(20_000);
    const gaps = fixture.page.evaluate(async () => {
      let [before, worst] = [performance.now(), 0];
      const counts = document.querySelector('[data-testid="counts"]');
      while (!counts?.textContent?.startsWith("20,003 ")) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const now = performance.now();
        worst = Math.max(worst, now - before);
        before = now;
      }
      return worst;
    });
    for (let at = 0; at < storm.length; at += 100) {
      fixture.add(...storm.slice(at, at + 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Anything longer would be a freeze. An idle machine needs a twentieth of this.
    expect(await gaps).toBeLessThan(1000);
    await fixture.row(20_003).waitFor();
  });
});
