/** A client with the token sends names and texts that are commands: nothing is run, and the screen isn't affected. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { Home, type Running } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { setup as buildSidecar } from "../neovim/build.js";
import { lockOf, started } from "../neovim/endpoint.js";
import { needs } from "../parts.js";
import { openFixture } from "../workbench/fixture.js";
import { passNames } from "./hostile-calls.js";
import { hostileTexts, trace } from "./hostile-names.js";
import { RawLine } from "./raw-line.js";
import { tally } from "./tally.js";

const chromium = needs("chromium");

chromium.test("in the workbench's page names stay text", async () => {
  const browser: Browser = await launchChromium();
  onTestFinished(() => browser.close());
  const fixture = await openFixture(browser, { files: { "a.txt": "one\n" } });
  const { page, served } = fixture;
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  const { authToken }: { authToken: string } = JSON.parse(readFileSync(served.lockFile, "utf8"));
  const line = await RawLine.open({ port: served.port, authToken });
  const attempts = await passNames(line, fixture.folder);
  // One client stays connected, to check that it is listed and how.
  const markup = "<img src=x onerror=pwned=1>";
  const path = join(fixture.folder, markup);
  void line.tool("openDiff", { old_file_path: path, new_file_path: path, new_file_contents: "x", tab_name: markup });
  await eventually(async () => expect(await page.textContent("body")).toContain(markup));
  expect(
    await page.evaluate(() => ({
      pwned: Reflect.get(globalThis, "pwned"),
      images: document.querySelectorAll("img[src=x], svg[onload], [onerror]").length,
      scripts: [...document.scripts].filter((script) => script.textContent?.includes("pwned")).length,
    })),
  ).toEqual({ pwned: undefined, images: 0, scripts: 0 });
  expect(dialogs).toBe(0);
  expect(existsSync(join(fixture.folder, trace))).toBe(false);
  tally({ what: "Hostile names, the workbench's page", attempts, crashes: 0, lost: 0, leaked: 0 });
});

const neovim = needs("neovim");

neovim.test("Neovim runs no name or text as a command", async () => {
  await buildSidecar();
  await using editor = await started();
  const line = await RawLine.open(lockOf(editor));
  const attempts = await passNames(line, editor.folder);
  // It answers and has run nothing, neither at once nor when it processes the typed keys.
  await editor.keys("<C-\\><C-n>");
  await editor.settled();
  expect(await editor.lua("return 1 + 1")).toBe(2);
  for (const folder of [editor.folder, editor.home, process.cwd()]) expect(existsSync(join(folder, trace))).toBe(false);
  expect(await editor.lua("return vim.o.modelineexpr")).toBe(false);
  tally({ what: "Hostile names, Neovim", attempts, crashes: editor.isRunning ? 0 : 1, lost: 0, leaked: 0 });
});

/** What a terminal would interpret: control characters other than line breaks and tabs, and direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for them.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function expectPlain(program: Running): void {
  for (const printed of [program.stdout, program.stderr]) {
    const found = control.exec(printed);
    expect(found && JSON.stringify(printed.slice(Math.max(0, found.index - 60), found.index + 60))).toBeNull();
  }
}

test("tandem serve and tandem inspect print no control characters", async () => {
  await using home = await Home.make();
  const server = home.start(["serve", "--no-open", "--no-kernel", "--no-language-servers", "--log-level", "debug"]);
  await eventually(async () => expect(await home.locks()).toHaveLength(1));
  const inspector = home.start(["inspect", "--no-page"]);
  await eventually(async () => expect(await home.locks()).toHaveLength(2));
  const targets = (await home.locks()).map((name) => JSON.parse(readFileSync(join(home.lockDirectory, name), "utf8")));
  const inspected = targets.find((lock) => lock.onlyByPort === true);
  const line = await RawLine.open(inspected);
  await line.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "\u001b]0;pwned\u0007\u202e", version: "\u009b2J" },
  });
  const attempts = await passNames(line, home.folder);
  const path = join(home.folder, "\u001b]0;pwned\u0007\u202e.txt");
  const text = hostileTexts.join("");
  void line.tool("openDiff", {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: text,
    tab_name: "\u001b[2J",
  });
  await eventually(() => expect(server.stdout).toMatch(/pwned/));
  for (const command of ["reviews", "status", "diff", "diff 1", "help"]) server.say(command);
  await eventually(() => expect(server.stdout).toContain("Clients"));
  line.socket.terminate();
  for (const program of [server, inspector]) program.kill("SIGTERM");
  await Promise.all([server.exited, inspector.exited]);
  expect(inspector.stdout.length).toBeGreaterThan(1000);
  expectPlain(server);
  expectPlain(inspector);
  expect(existsSync(join(home.folder, trace))).toBe(false);
  tally({ what: "Hostile names, terminals", attempts, crashes: 0, lost: 0, leaked: 0 });
});
