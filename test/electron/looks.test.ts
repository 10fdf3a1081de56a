/**
 * Takes the screenshot for docs/electron.md from the real page. It is written if `TANDEM_SCREENSHOTS=1` is set or if it
 * is missing. Otherwise the test only plays the scene, in both colour schemes.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { projectFiles, proposals } from "../workbench/screenshots-project.js";
import { useElectron } from "./fixture.js";

const { describe, test } = needsChromium();
const size = { width: 1280, height: 800 };

describe("the look of the Electron example", () => {
  const electron = useElectron();

  test.each(["light", "dark"] as const)("%s: a proposal beside the files", async (colorScheme) => {
    const context = { viewport: size, deviceScaleFactor: 1, colorScheme, reducedMotion: "reduce" as const };
    const fixture = await electron.start({ files: projectFiles, name: "shop", context });
    const { page } = fixture.driver;
    await fixture.driver.openFile(fixture.path("src/price.ts"));
    await fixture.driver.openFile(fixture.path("src/cart.ts"));
    const client = await fixture.client();
    const name = "src/cart.ts";
    const shot = async (what: string) => {
      const folder = process.env.TANDEM_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/electron-${colorScheme}-${what}.png` });
    };
    await eventually(async () => expect(await page.locator("#connection").getAttribute("data-listening")).toBe("1"));
    await shot("editor");
    void fixture.propose(client, fixture.path(name), proposals[name], name);
    await fixture.reviewShown(name);
    await page.keyboard.press("F7");
    await page.locator(".tandem-review-texts .cm-line span").first().waitFor();
    await shot("review");
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 29)");
    if (colorScheme === "dark") return;
    const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    const file = fileURLToPath(new URL("../../docs/images/electron-light.png", import.meta.url));
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) writeFileSync(file, png);
    expect(readFileSync(file).length).toBeLessThan(200_000);
  });
});
