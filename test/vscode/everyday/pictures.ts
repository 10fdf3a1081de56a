/**
 * Takes the picture in docs/vscode.md. It is written if `TANDEM_SCREENSHOTS=1` is set or it is missing. Otherwise it is
 * taken too, but pixels aren't compared, because fonts differ between machines.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { projectFiles, proposals } from "../../workbench/screenshots-project.js";
import type { VscodeFixture } from "../fixture.js";

const size = { width: 1280, height: 720 };
const maxBytes = 200_000;
const file = fileURLToPath(new URL("../../../docs/images/vscode-review.png", import.meta.url));

/** The size of a PNG, from its header. */
function sizeOf(png: Buffer): typeof size {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

export function pictureTests(fixture: VscodeFixture): void {
  afterAll(async () => {
    await fixture.window.page.setViewportSize({ width: 1400, height: 900 });
    await fixture.tidy();
  });

  test("a review with a decided change and other pending reviews", async () => {
    const { page } = fixture.window;
    await page.setViewportSize(size);
    for (const [name, text] of Object.entries(projectFiles)) fixture.file(name, text);
    const [one, two] = [await fixture.client(), await fixture.client()];
    const propose = (client: typeof one, name: keyof typeof proposals) =>
      fixture.propose(client, `${fixture.folder}/${name}`, proposals[name]);
    const { tabName } = await propose(one, "src/cart.ts");
    await propose(one, "test/cart.test.ts");
    await propose(two, "README.md");
    await fixture.window.ask("command", "tandem.reviews.focus");
    await fixture.driver.showReview(tabName);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+y");
    await page.locator(".monaco-list-row", { hasText: "1 accepted" }).first().waitFor();
    for (const command of ["tandem.startOver", "notifications.clearAll"]) await fixture.window.ask("command", command);
    await page.mouse.move(size.width / 2, size.height - 4);
    const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    expect(sizeOf(png)).toEqual(size);
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) writeFileSync(file, png);
    const kept = readFileSync(file);
    expect(sizeOf(kept)).toEqual(size);
    expect(kept.length).toBeLessThan(maxBytes);
  });
}
