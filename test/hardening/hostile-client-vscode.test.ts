/**
 * A client with the token, and VS Code: its names and texts run no command, and the extension shows them as text
 * everywhere. In the same window: what a client sees when VS Code hangs.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { claudeCode, connect } from "@tandem-ide/client";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { setup as buildExtension } from "../vscode/build.mjs";
import { useVscode } from "../vscode/fixture.js";
import { namesOfThisRun, passNames } from "./hostile-calls.js";
import { commandLink, hostileTabNames, trace } from "./hostile-names.js";
import { RawLine } from "./raw-line.js";
import { scaled, tally } from "./tally.js";

const { describe } = needs("chromium", "vscode");

/** Harmless only where all of it is treated as text. */
const hostileName = `${commandLink} $(zap) <img src=x onerror=pwned=1>`;
const turned = `\u202e${hostileName}`;
/** As displayed: the direction mark is replaced with a visible character. */
const seen = `\uFFFD${hostileName}`;
/** Removes the word joiners that prevent brackets from becoming a link. */
const unjoined = (text: string | null) => text?.replaceAll("\u2060", "") ?? "";

describe("VS Code and a hostile client", () => {
  beforeAll(buildExtension);
  const fixture = useVscode();
  const message = () => fixture.window.page.locator(".notification-list-item-message").first();
  const clear = () => fixture.window.ask("command", "notifications.clearAll");

  /** Nothing has run: no command, no program, no script in any frame. */
  async function expectNothingRan(): Promise<void> {
    expect(await fixture.window.ask("canaries")).toBe(0);
    for (const folder of [fixture.folder, fixture.home, fixture.running.root, process.cwd()])
      expect(existsSync(join(folder, trace))).toBe(false);
    for (const frame of fixture.window.page.frames())
      expect(
        await frame.evaluate(() => ({
          pwned: Reflect.get(globalThis, "pwned"),
          made: document.querySelectorAll("img[src=x], svg[onload], [onerror]").length,
        })),
      ).toEqual({ pwned: undefined, made: 0 });
  }

  test("names and texts in calls run nothing, and other calls are answered", async () => {
    const host = fixture.window.hostPid;
    const line = await RawLine.open(fixture.lock());
    const calm = await connect(fixture.lock());
    await fixture.window.ask("command", "tandem.reviews.focus");
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
    const attempts = await passNames(line, fixture.folder, names);
    isOver = true;
    await asking;
    await expectNothingRan();
    await eventually(async () => expect(await fixture.driver.pendingReviews()).toEqual([]));
    expect(await fixture.window.ask("ping")).toBe(host);
    await calm.close();
    line.socket.terminate();
    const crashes = (await fixture.window.ask("ping")) === host ? 0 : 1;
    tally({ what: "Hostile names, VS Code", attempts, crashes, lost, leaked: 0, worstMs });
    await fixture.tidy();
  });

  test("names in tabs and in the list of reviews are plain text without direction marks", async () => {
    const { page } = fixture.window;
    const line = await RawLine.open(fixture.lock());
    const path = join(fixture.folder, turned);
    const asked = { old_file_path: path, new_file_path: path, new_file_contents: turned, tab_name: turned };
    const answer = line.tool("openDiff", asked);
    await eventually(async () => expect(await fixture.driver.pendingReviews()).toEqual([seen]));
    for (const [place, text] of [
      [".tabs-container .tab.active .monaco-icon-label-container", `${seen} (proposed)`],
      [".monaco-breadcrumb-item:last-child", seen],
    ] as const)
      await eventually(async () => expect(await page.locator(place).textContent()).toBe(text));
    const rows = page.locator('[id="workbench.view.extension.tandem"] .monaco-list-row');
    await eventually(async () => expect(await rows.count()).toBe(3));
    for (const index of [1, 2]) {
      const label = rows.nth(index).locator(".label-name");
      expect(await label.textContent()).toBe(seen);
      expect(await label.locator(".codicon, img").count()).toBe(0);
    }
    const hover = page
      .locator(".monaco-hover:not(.hidden) .hover-contents")
      .filter({ hasText: basename(fixture.folder) });
    // A redrawn row needs the mouse again.
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

  test("a name in a message is not a link, although VS Code's own message with the same name has one", async () => {
    const { page } = fixture.window;
    const path = fixture.file(hostileName, "one\n");
    await fixture.driver.openFile(path);
    await fixture.driver.type("typed ");
    const line = await RawLine.open(fixture.lock());
    await clear();
    const asked = { old_file_path: path, new_file_path: path, new_file_contents: "two\n", tab_name: hostileName };
    void line.tool("openDiff", asked);
    await message().waitFor();
    expect(unjoined(await message().textContent())).toContain(`${hostileName} has unsaved changes`);
    expect(await message().locator("a, img, .codicon").count()).toBe(0);
    await message().click();
    await expectNothingRan();
    await line.tool("closeAllDiffTabs", {});
    // Proves that the canary works: the same name in a message that the extension doesn't escape is a link that runs.
    await clear();
    await fixture.window.ask("tell", hostileName);
    await page.locator(".notification-list-item-message a").click();
    await eventually(async () => expect(await fixture.window.ask("canaries")).toBe(1));
    await clear();
  });

  test("a client's name in the status bar's list is not an icon", async () => {
    const { page } = fixture.window;
    const name = `$(zap) ${commandLink}`;
    const client = await connect(fixture.lock(), {
      identity: { ...claudeCode, clientInfo: { name, version: "$(bug)" } },
    });
    await fixture.window.ask("open", fixture.file("$(zap).txt", "one\n"));
    await client.call("getCurrentSelection");
    void fixture.window.ask("command", "tandem.showStatus");
    const row = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "companion.canary" });
    await row.waitFor();
    const label = row.locator(".monaco-icon-label").first();
    expect(unjoined(await label.textContent())).toContain(`${name} $(bug)`);
    expect(await label.locator(".codicon-zap, .codicon-bug, a[href]").count()).toBe(0);
    await page.keyboard.press("Escape");
    await client.close();
  });

  test("an extension host that hangs: calls and new clients get errors, and pending work continues afterwards", async () => {
    const { hostPid } = fixture.window;
    const client = await connect(fixture.lock(), { requestTimeoutMs: 1500 });
    const path = fixture.file("hung.txt", "one\n");
    const { tabName, answer } = await fixture.propose(client, path, "two\n");
    const attempts = scaled(2, 10);
    let [refused, lost] = [0, 0];
    for (let round = 0; round < attempts; round++) {
      process.kill(hostPid, "SIGSTOP");
      const whyNot = [
        client.call("getOpenEditors").then(() => "answered", String),
        connect(fixture.lock(), { timeoutMs: 1500 }).then(() => "connected", String),
      ];
      for (const words of await Promise.all(whyNot))
        if (/did(n't| not) answer|wasn't answered within/.test(words)) refused++;
      process.kill(hostPid, "SIGCONT");
      await eventually(async () => expect(await client.call("getOpenEditors")).toHaveProperty("tabs"));
      const next = await connect(fixture.lock());
      await next.close();
    }
    expect(refused).toBe(attempts * 2);
    // The review is still pending and can be decided as usual.
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: "two\n" });
    if (client.state.status !== "connected") lost++;
    expect(await fixture.window.ask("ping")).toBe(hostPid);
    await client.close();
    // Clients that timed out have disconnected here too.
    await eventually(async () => expect(await fixture.window.status()).toContain("Claude Code isn't connected"));
    const leaked = (await fixture.driver.pendingReviews()).length + readdirSync(fixture.lockFolder).length - 1;
    tally({ what: "Calls of a VS Code that hangs", attempts: attempts * 2, refused, crashes: 0, lost, leaked });
  });
});
