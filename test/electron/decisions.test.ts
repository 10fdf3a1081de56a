/** Decisions in the example: what they led to, and files that changed in two places; with a stand-in for Electron. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { useElectron } from "./fixture.js";

const { describe, test } = needsChromium();

describe("decisions in the Electron example (with a fake Electron)", () => {
  const electron = useElectron();

  test("says that the client wrote the file, and lists past decisions with what the user said", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\n", "b.txt": "one\n" } });
    const client = await fixture.client();
    const { page } = fixture.driver;
    const first = fixture.propose(client, fixture.path("a.txt"), "two\n", "first");
    await fixture.reviewShown("first");
    await fixture.driver.accept("first");
    await first;
    writeFileSync(fixture.path("a.txt"), "two\n");
    await page.locator(".tandem-toast", { hasText: /^Accepted\. .* wrote a\.txt\./ }).waitFor();
    const second = fixture.propose(client, fixture.path("b.txt"), "two\n", "second");
    await fixture.reviewShown("second");
    await page.locator("[data-tandem=reject-with-reason]").click();
    await page.keyboard.type("Keep it.");
    await page.keyboard.press("Enter");
    expect((await second).decision).toBe("rejected");
    fixture.running.do({ do: "menu", label: "Past Decisions" });
    const rows = page.locator(".tandem-ended tbody tr");
    await rows.nth(1).waitFor();
    expect(await rows.locator("td:nth-child(3)").allTextContents()).toEqual(["b.txt", "a.txt"]);
    expect(await rows.locator("td:nth-child(4)").allTextContents()).toEqual([
      "Rejected the edit to b.txt.\nKeep it.",
      expect.stringMatching(/^Accepted\. .* wrote a\.txt\.$/),
    ]);
    await page.keyboard.press("Escape");
    await rows.first().waitFor({ state: "detached" });
  });

  test("a review says that its file has changed on disk, also after a reload", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\n" } });
    const client = await fixture.client();
    void fixture.propose(client, fixture.path("a.txt"), "two\n", "first");
    await fixture.reviewShown("first");
    const said = () => fixture.driver.page.locator(".tandem-review-notice:visible").allTextContents();
    expect(await said()).toEqual([]);
    writeFileSync(fixture.path("a.txt"), "newer\n");
    await eventually(async () => expect(await said()).toEqual([expect.stringContaining("accepting may fail")]));
    await fixture.running.reload();
    await fixture.reviewShown("first");
    expect(await said()).toEqual([expect.stringContaining("accepting may fail")]);
    writeFileSync(fixture.path("a.txt"), "one\n");
    await eventually(async () => expect(await said()).toEqual([]));
  });

  test("compares a file that changed on disk with the unsaved text, and takes changes of both", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\r\ntwo\r\nthree\r\n" } });
    const path = fixture.path("a.txt");
    const { page } = fixture.driver;
    await fixture.driver.openFile(path);
    const start = { line: 0, character: 0 };
    await fixture.driver.select(path, { start, end: start });
    await fixture.driver.type("mine ");
    writeFileSync(path, "one\r\ntwo\r\ntheirs\r\n");
    await page.getByRole("button", { name: "Compare" }).click();
    const compare = page.locator("#compare");
    await compare.locator('.tandem-hunk-button[data-hunk="1"][data-action="reject"]').click();
    await compare.getByRole("button", { name: "Use the result" }).click();
    await eventually(async () =>
      expect(await page.locator(".editor:not([hidden]) .cm-line").allTextContents()).toEqual([
        "mine one",
        "two",
        "theirs",
        "",
      ]),
    );
    expect(await page.locator("#notice").isVisible()).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("one\r\ntwo\r\ntheirs\r\n");
    await fixture.driver.save(path);
    expect(readFileSync(path, "utf8")).toBe("mine one\r\ntwo\r\ntheirs\r\n");
  });
});
