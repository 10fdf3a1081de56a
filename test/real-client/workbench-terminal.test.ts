/** The real Claude Code in the workbench's terminal: what happens to the reason for a rejection. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { WorkbenchDriver } from "../workbench/driver.js";
import { openPage, serveWorkbench } from "../workbench/launch.js";
import { ClaudeCode, clientEnvironment, putOnPath, seedHome } from "./claude.js";
import { ScriptedModel, use } from "./model.js";
import { versions } from "./run-scenarios.js";

const { describe, test } = needs("chromium", "tmux");

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The workbench with Claude Code in its terminal. */
async function start(version: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  onTestFinished(() => removeFolder(root));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  const file = join(folder, "notes.txt");
  writeFileSync(file, "one\ntwo\nthree\n");
  seedHome(home, version, [folder]);
  putOnPath(home, version);
  const model = await ScriptedModel.start();
  onTestFinished(() => model[Symbol.asyncDispose]());
  const env = clientEnvironment({ version, home, folder, modelUrl: model.url });
  const served = await serveWorkbench({
    folders: [folder],
    home,
    env: { ...env, PATH: `${join(home, "bin")}:${process.env.PATH}` },
  });
  onTestFinished(() => served.end("SIGTERM"));
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  onTestFinished(() => context.close());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  context.setDefaultTimeout(15_000);
  const page = await openPage(context, served.page);
  const driver = new WorkbenchDriver(page, [folder]);
  const shows = (pattern: RegExp) => eventually(async () => expect(await screenOf(page)).toMatch(pattern));
  await page.getByTestId("terminal-toggle").click();
  await shows(/^❯/m);
  await eventually(async () =>
    expect(await page.getByTestId("status-clients").getAttribute("data-listening")).toBe("1"),
  );
  const prompt = async (text: string) => {
    await page.locator(".xterm-helper-textarea").focus();
    await page.keyboard.insertText(text);
    await shows(new RegExp(text));
    await page.keyboard.press("Enter");
  };
  /** Rejects a review with a reason. */
  const rejectBecause = async (reason: string) => {
    await eventually(async () => expect(await driver.pendingReviews()).toHaveLength(1));
    const [tab = ""] = await driver.pendingReviews();
    await driver.showReview(tab);
    await page.getByTestId("review-reject-reason").click();
    await page.getByTestId("reason").fill(reason);
    await page.keyboard.press("Enter");
  };
  const says = (text: RegExp) => page.getByTestId("toast").filter({ hasText: text }).waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  return { version, home, folder, file, model, page, shows, prompt, rejectBecause, says, copied };
}

/** The text of the terminal. */
async function screenOf(page: Page): Promise<string> {
  const rows = await page.locator(".xterm-rows > div").allTextContents();
  return rows.map((row) => row.replaceAll("\u00a0", " ").trimEnd()).join("\n");
}

const edit = (file: string) => use("Edit", { file_path: file, old_string: "two", new_string: "2" });
const touch = (name: string) => use("Bash", { command: `touch ${name}`, description: "Make a file" });

for (const version of versions)
  describe(`Claude Code ${version} in a terminal of the workbench`, () => {
    test("the reason is in its prompt, unsent", async () => {
      const { file, model, prompt, rejectBecause, says, shows } = await start(version);
      model.script([use("Read", { file_path: file })], [edit(file)]);
      await prompt("change it");
      await rejectBecause("1. Keep the word.");
      await says(/is in Claude Code's prompt/);
      await shows(/^❯ I rejected your edit to notes\.txt: 1\. Keep the word\./m);
      expect(model.questions).toHaveLength(2);
      expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
    });

    test("with a second permission prompt open in the same session, a reason that begins with 1 approves nothing", async () => {
      const { file, folder, model, prompt, rejectBecause, page } = await start(version);
      model.script([use("Read", { file_path: file })], [edit(file), touch("made")]);
      await prompt("change it");
      await rejectBecause("1");
      await page
        .getByTestId("toast")
        .filter({ hasText: /Your message/ })
        .waitFor();
      expect(existsSync(join(folder, "made"))).toBe(false);
      expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
    });

    test("with a permission prompt of another session in the terminal, the reason is copied and approves nothing", async () => {
      const { home, file, folder, model, prompt, rejectBecause, shows, says, copied } = await start(version);
      model.script([touch("made")]);
      await prompt("make it");
      await shows(/1\. Yes/);
      await using other = await ClaudeCode.start({ version, home, folder, modelUrl: model.url, args: ["--ide"] });
      model.script([use("Read", { file_path: file })], [edit(file)]);
      await other.prompt("change it");
      await rejectBecause("1");
      await says(/Your message was copied/);
      expect(await copied()).toBe("I rejected your edit to notes.txt: 1");
      await shows(/1\. Yes/);
      expect(existsSync(join(folder, "made"))).toBe(false);
      expect(other.screen).not.toContain("I rejected");
    });
  });
