/** The kit's screens in the example, checked with axe-core; with a stand-in for Electron. */
import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { barriers } from "../accessibility.js";
import { needsChromium } from "../chromium.js";
import { useElectron } from "./fixture.js";

const { describe, test } = needsChromium();

describe("the kit's screens are accessible (with a fake Electron)", () => {
  const electron = useElectron();

  test.each([
    ["light", "light", undefined],
    ["dark", "dark", undefined],
    ["in forced colours", "light", "active"],
  ] as const)("%s: axe-core finds nothing", async (_name, colorScheme, forcedColors) => {
    const context = { colorScheme, viewport: { width: 1280, height: 800 }, ...(forcedColors && { forcedColors }) };
    const files = { "a.txt": "one\n", "b.txt": "one\n", "c.txt": "one\n" };
    const fixture = await electron.start({ files, context });
    const { page } = fixture.driver;
    const found: Record<string, readonly string[]> = {};
    const look = async (screen: string) => {
      found[screen] = await barriers(page);
    };
    await look("empty");
    const client = await fixture.client();
    await fixture.driver.openFile(fixture.path("c.txt"));
    await look("a file");
    for (const name of ["a", "b"]) {
      void fixture.propose(client, fixture.path(`${name}.txt`), "two\n", name);
      await fixture.reviewShown(name);
    }
    await look("two reviews");
    await fixture.driver.review("b").locator(".tandem-reviews-close").click();
    await page.locator(".tandem-toast").waitFor();
    await look("a closed review");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Reject all" }).click();
    await page.locator(".tandem-toast", { hasText: "Rejected" }).waitFor();
    await look("a decision");
    fixture.running.do({ do: "menu", label: "Past Decisions" });
    await page.locator(".tandem-ended").waitFor();
    await look("past decisions");
    await page.keyboard.press("Escape");
    await page.locator(".editor:not([hidden]) .cm-content").click();
    await page.keyboard.type("mine ");
    writeFileSync(fixture.path("c.txt"), "theirs\n");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator("#compare .cm-content").first().waitFor();
    await look("compare");
    await page.locator("#compare").getByRole("button", { name: "Close" }).click();
    fixture.running.do({ do: "menu", label: "Changes on Disk" });
    await page.locator(".tandem-changes-panel").waitFor();
    await look("changes on disk");
    expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  });
});
