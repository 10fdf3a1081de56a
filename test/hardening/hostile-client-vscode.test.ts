/**
 * A client that has the token, and VS Code: its names and texts run no command, and are text wherever the extension shows them. In the
 * same window: what a client sees of a VS Code that hangs.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { claudeCode, connect } from "@tandem/client";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { setup as buildExtension } from "../vscode/build.js";
import { useVscode } from "../vscode/stage.js";
import { giveNames, namesOfThisRun } from "./hostile-calls.js";
import { commandLink, hostileTabNames, trace } from "./hostile-names.js";
import { RawLine } from "./raw-line.js";
import { howMany, tally } from "./tally.js";

const { describe } = needs("chromium", "vscode");

/** Whoever takes the whole of it for words does nothing. */
const allAtOnce = `${commandLink} $(zap) <img src=x onerror=pwned=1>`;
const turned = `\u202e${allAtOnce}`;
/** As it is shown: what turns round has a sign in its place. */
const seen = `\uFFFD${allAtOnce}`;
/** What holds brackets apart where they would be a link. */
const unjoined = (text: string | null) => text?.replaceAll("\u2060", "") ?? "";

describe("VS Code and a hostile client", () => {
  beforeAll(buildExtension);
  const stage = useVscode();
  const message = () => stage.window.page.locator(".notification-list-item-message").first();
  const clear = () => stage.window.ask("command", "notifications.clearAll");

  /** Nothing has run: no command, no program, no script in any frame. */
  async function expectNothingRan(): Promise<void> {
    expect(await stage.window.ask("canaries")).toBe(0);
    for (const folder of [stage.folder, stage.home, stage.running.root, process.cwd()])
      expect(existsSync(join(folder, trace))).toBe(false);
    for (const frame of stage.window.page.frames())
      expect(
        await frame.evaluate(() => ({
          pwned: Reflect.get(globalThis, "pwned"),
          made: document.querySelectorAll("img[src=x], svg[onload], [onerror]").length,
        })),
      ).toEqual({ pwned: undefined, made: 0 });
  }

  test("names and texts in all calls run nothing, and others are answered meanwhile", async () => {
    const host = stage.window.hostPid;
    const line = await RawLine.open(stage.lock());
    const calm = await connect(stage.lock());
    await stage.window.ask("command", "tandem.reviews.focus");
    let isOver = false;
    let worstMs = 0;
    let lost = 0;
    const asking = (async () => {
      while (!isOver) {
        const before = performance.now();
        const answer = await calm.call("getWorkspaceFolders").catch(() => undefined);
        if (answer === undefined) lost++;
        worstMs = Math.max(worstMs, performance.now() - before);
        await wait(20);
      }
    })();
    const own = hostileTabNames.filter((name) => /command:|\$\(zap|^\ud800$|^x{1000}/.test(name));
    const names = [...new Set([...namesOfThisRun, ...own])];
    const attempts = await giveNames(line, stage.folder, names);
    isOver = true;
    await asking;
    await expectNothingRan();
    await eventually(async () => expect(await stage.hand.pendingReviews()).toEqual([]));
    expect(await stage.window.ask("ping")).toBe(host);
    await calm.close();
    line.socket.terminate();
    const crashes = (await stage.window.ask("ping")) === host ? 0 : 1;
    tally({ what: "Hostile names, VS Code", attempts, crashes, lost, leaked: 0, worstMs });
    await stage.tidy();
  });

  test("in tabs and in the list of reviews a name is text, and nothing turns round what follows", async () => {
    const { page } = stage.window;
    const line = await RawLine.open(stage.lock());
    const path = join(stage.folder, turned);
    const asked = { old_file_path: path, new_file_path: path, new_file_contents: turned, tab_name: turned };
    const answer = line.tool("openDiff", asked);
    await eventually(async () => expect(await stage.hand.pendingReviews()).toEqual([seen]));
    for (const place of [
      ".tabs-container .tab.active .monaco-icon-label-container",
      ".monaco-breadcrumb-item:last-child",
    ])
      await eventually(async () => expect(await page.locator(place).textContent()).toBe(seen));
    const rows = page.locator('[id="workbench.view.extension.tandem"] .monaco-list-row');
    await eventually(async () => expect(await rows.count()).toBe(3));
    for (const index of [1, 2]) {
      const label = rows.nth(index).locator(".label-name");
      expect(await label.textContent()).toBe(seen);
      expect(await label.locator(".codicon, img").count()).toBe(0);
    }
    const hover = page
      .locator(".monaco-hover:not(.hidden) .hover-contents")
      .filter({ hasText: basename(stage.folder) });
    // A row that is drawn anew meanwhile wants the mouse once more.
    await eventually(async () => {
      await page.mouse.move(700, 500);
      await rows.nth(1).hover({ position: { x: 60, y: 10 }, timeout: 2000 });
      const look = (element: Element) => ({
        text: element.textContent ?? "",
        made: element.querySelectorAll("a, img, .codicon").length,
      });
      const { text, made } = await hover.evaluate(look, undefined, { timeout: 2000 });
      expect(text).toContain(seen);
      expect(made).toBe(0);
    });
    await line.tool("closeAllDiffTabs", {});
    expect(await answer).toContain("DIFF_REJECTED");
    await expectNothingRan();
  });

  test("in a message a name is no link, where VS Code's own message with the same name has one", async () => {
    const { page } = stage.window;
    const path = stage.file(allAtOnce, "one\n");
    await stage.hand.openFile(path);
    await stage.hand.type("typed ");
    const line = await RawLine.open(stage.lock());
    await clear();
    const asked = { old_file_path: path, new_file_path: path, new_file_contents: "two\n", tab_name: allAtOnce };
    void line.tool("openDiff", asked);
    await message().waitFor();
    expect(unjoined(await message().textContent())).toContain(`${allAtOnce} has unsaved changes`);
    expect(await message().locator("a, img, .codicon").count()).toBe(0);
    await message().click();
    await expectNothingRan();
    await line.tool("closeAllDiffTabs", {});
    // The canary sings: the same name in a message that does not go our way is a link, and runs.
    await clear();
    await stage.window.ask("tell", allAtOnce);
    await page.locator(".notification-list-item-message a").click();
    await eventually(async () => expect(await stage.window.ask("canaries")).toBe(1));
    await clear();
  });

  test("in the list behind the status bar a client's name is no icon", async () => {
    const { page } = stage.window;
    const name = `$(zap) ${commandLink}`;
    const client = await connect(stage.lock(), {
      identity: { ...claudeCode, clientInfo: { name, version: "$(bug)" } },
    });
    await stage.window.ask("open", stage.file("$(zap).txt", "one\n"));
    await client.call("getCurrentSelection");
    void stage.window.ask("command", "tandem.showStatus");
    const row = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "companion.canary" });
    await row.waitFor();
    const label = row.locator(".monaco-icon-label").first();
    expect(unjoined(await label.textContent())).toContain(`${name} $(bug)`);
    expect(await label.locator(".codicon-zap, .codicon-bug, a[href]").count()).toBe(0);
    await page.keyboard.press("Escape");
    await client.close();
  });

  test("an extension host that hangs: calls and newcomers end in words, and when it is back so is all that waited", async () => {
    const { hostPid } = stage.window;
    const client = await connect(stage.lock(), { requestTimeoutMs: 1500 });
    const path = stage.file("hung.txt", "one\n");
    const { tabName, answer } = await stage.propose(client, path, "two\n");
    const attempts = howMany(2, 10);
    let [refused, lost] = [0, 0];
    for (let round = 0; round < attempts; round++) {
      process.kill(hostPid, "SIGSTOP");
      const whyNot = [
        client.call("getOpenEditors").then(() => "answered", String),
        connect(stage.lock(), { timeoutMs: 1500 }).then(() => "connected", String),
      ];
      for (const words of await Promise.all(whyNot))
        if (/did not answer|was not answered within/.test(words)) refused++;
      process.kill(hostPid, "SIGCONT");
      await eventually(async () => expect(await client.call("getOpenEditors")).toHaveProperty("tabs"));
      const next = await connect(stage.lock());
      await next.close();
    }
    expect(refused).toBe(attempts * 2);
    // The review has waited, and is decided as if nothing had been.
    await stage.hand.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: "two\n" });
    if (client.state.status !== "connected") lost++;
    expect(await stage.window.ask("ping")).toBe(hostPid);
    await client.close();
    // Those who gave up meanwhile are gone here too.
    await eventually(async () => expect(await stage.window.status()).toContain("No Claude Code is connected"));
    const leaked = (await stage.hand.pendingReviews()).length + readdirSync(stage.lockFolder).length - 1;
    tally({ what: "Calls of a VS Code that hangs", attempts: attempts * 2, refused, crashes: 0, lost, leaked });
  });
});
