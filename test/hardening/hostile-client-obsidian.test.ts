/**
 * A client with the token, and Obsidian as far as tests can run it: the built plugin in an emulation of the
 * application, and its review pane in a real Chromium with a stand-in for the workspace around it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { claudeCode, connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { servePage } from "../obsidian/chromium/serve-page.js";
import { useVaults } from "../obsidian/vault-fixture.js";
import { needs } from "../parts.js";
import { passNames } from "./hostile-calls.js";
import { hostileFileNames, hostileTexts, trace } from "./hostile-names.js";
import { RawLine } from "./raw-line.js";
import { tally } from "./tally.js";

const newFixture = useVaults();
const untouched = { pwned: undefined, elements: 0 };
const turned = "\u202e<img src=x onerror=pwned=1>.md";
const seen = "\uFFFD<img src=x onerror=pwned=1>.md";

test("Obsidian (emulated): names and texts in calls run and inject nothing, and other calls are answered", async () => {
  const fixture = newFixture();
  const obsidian = await fixture.start();
  const calm = await connect(fixture.lock());
  const line = await RawLine.open(fixture.lock());
  const attempts = await passNames(line, fixture.vault);
  await eventually(async () => expect(await obsidian.do("pendingReviews")).toEqual([]));
  expect(await obsidian.do("drawnByNames")).toEqual(untouched);
  for (const folder of [fixture.vault, fixture.home, process.cwd()])
    expect(existsSync(join(folder, trace))).toBe(false);
  expect(await calm.call("getWorkspaceFolders")).toMatchObject({ success: true });
  await calm.close();
  line.socket.terminate();
  await obsidian.quit();
  expect(obsidian.console).toBe("");
  tally({ what: "Hostile names, Obsidian (emulated)", attempts, crashes: 0, lost: 0, leaked: fixture.locks().length });
});

test("Obsidian (emulated): names in tabs, notices and the menu are plain text without direction marks", async () => {
  const fixture = newFixture();
  const obsidian = await fixture.start();
  const path = fixture.file(turned, "one\n");
  const clientInfo = { name: "<img src=x onerror=pwned=1>", version: "1" };
  const named = await connect(fixture.lock(), { identity: { ...claudeCode, clientInfo } });
  const { client } = await fixture.client();
  await obsidian.do("openFile", path);
  await obsidian.do("mention", path);
  const { tabName } = await fixture.propose(client, path, "two\n");
  expect(await obsidian.do("titles")).toContain(`Review: ${seen}`);
  // The client disconnects while the user is working in the review, so a notice contains its name.
  await obsidian.do("editReview", tabName, "three\n");
  await client.close();
  const said: string[] = [];
  await eventually(async () => {
    said.push(...(await obsidian.do("notices")));
    expect(said.join("\n")).toContain("withdrew its proposal");
  });
  for (const words of said) expect(words).toContain(seen);
  const menu = await obsidian.do("statusMenu");
  expect(menu).toEqual(expect.arrayContaining([`Mention ${seen}`, `${clientInfo.name} 1, 0 to review`]));
  expect(await obsidian.do("drawnByNames")).toEqual(untouched);
  await named.close();
});

const chromium = needs("chromium");

chromium.test("in Chromium the plugin's review pane shows names and texts as text", async () => {
  const [browser, served] = await Promise.all([launchChromium(), servePage()]);
  onTestFinished(async () => {
    await browser.close();
    await served.close();
  });
  const page = await browser.newPage();
  await page.goto(served.url);
  const newText = hostileTexts.join("");
  for (const [index, name] of hostileFileNames.entries())
    await page.evaluate((all) => window.obsidianPage.propose(all), {
      id: String(index),
      path: `/vault/${name}`,
      oldText: `${name}\n`,
      newText,
    });
  const tabs = page.locator(".workspace-tab-header");
  await eventually(async () => expect(await tabs.count()).toBe(hostileFileNames.length));
  const shown = await tabs.allTextContents();
  expect(shown.join()).toContain("Review: <img src=x onerror=pwned=1>");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for them.
  expect(shown.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(await page.locator(".tandem-review").last().textContent()).toContain("<script>pwned=1</script>");
  expect(
    await page.evaluate(() => ({
      pwned: Reflect.get(globalThis, "pwned"),
      elements: document.querySelectorAll("img[src=x], svg[onload], [onerror], a[href*=pwned]").length,
      problems: window.obsidianPage.problems,
    })),
  ).toEqual({ ...untouched, problems: [] });
  const attempts = hostileFileNames.length * 2;
  tally({ what: "Hostile names, Obsidian's review pane", attempts, crashes: 0, lost: 0, leaked: 0 });
});
