/** The terminal panel, with a real pseudoterminal and xterm.js, running a stand-in for Claude Code. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import type { Home } from "../cli-command.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

/** Prints where it runs, then echoes its input. */
const standIn = `#!${process.execPath}
if (process.argv.includes("--help")) process.exit();
const say = (text) => process.stdout.write(text + "\\r\\n");
const { env, stdout } = process;
say("port=" + env.CLAUDE_CODE_SSE_PORT);
say("cwd=" + process.cwd());
say("tty=" + stdout.isTTY + " term=" + env.TERM);
say("\\u001b[31mred\\u001b[0m \\u001b[38;2;1;200;3mtrue colour\\u001b[0m");
stdout.on("resize", () => say("size=" + stdout.columns + "x" + stdout.rows));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "bye") process.exit(3);
  say("heard <" + line + ">");
});
`;

describe("The terminal in Chromium, with a stand-in for Claude Code", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const prepare = (home: Home) => home.install("claude", standIn);
  const screen = async (user: UserSession) =>
    (await user.page.locator(".xterm-rows > div").allTextContents()).join("\n");
  const sees = (user: UserSession, text: string) => eventually(() => screen(user)).toContain(text);

  test("loads when first opened, and runs claude in the folder, with our port, under the page's policy", async () => {
    const user = await startSession(browser, { prepare });
    const asked: string[] = [];
    user.context.on("request", (request) => asked.push(request.url()));
    await user.page.reload();
    await user.row("a.txt").waitFor();
    await user.open("a.txt");
    expect(asked.some((url) => url.endsWith(".js"))).toBe(true);
    expect(asked.filter((url) => /terminal|xterm/.test(url))).toEqual([]);
    await user.press("Control+`");
    await sees(user, `port=${user.port}`);
    expect(asked.filter((url) => /terminal.*\.js$/.test(url))).not.toEqual([]);
    // A long path wraps.
    await eventually(async () => (await screen(user)).replaceAll("\n", "")).toContain(`cwd=${user.folder}`);
    await sees(user, "tty=true term=xterm-256color");
    // Colours work under the policy.
    const colourOf = (text: string) =>
      user.page
        .locator(".xterm-rows span", { hasText: text })
        .first()
        .evaluate((span) => getComputedStyle(span).color);
    const plain = await colourOf("tty=true");
    expect(await colourOf("red")).not.toBe(plain);
    expect(await colourOf("true colour")).not.toBe(plain);
  });

  test("typed keys go to the program and not to the page", async () => {
    const user = await startSession(browser, { prepare });
    await user.press("Control+`");
    await sees(user, "port=");
    await user.page.keyboard.type("hello ?");
    await user.press("Enter");
    await sees(user, "heard <hello ?>");
    expect(await user.page.locator("dialog[open]").count()).toBe(0);
    // F6 leaves the terminal, and its key hides it while the program keeps running.
    await user.press("F6");
    expect(await user.page.evaluate(() => document.activeElement?.closest(".terminal"))).toBeNull();
    await user.press("Control+`");
    await user.page.getByTestId("terminal").waitFor({ state: "detached" });
    await user.press("Control+`");
    await sees(user, "heard <hello ?>");
  });

  test("tells the program when the pane is resized", async () => {
    const user = await startSession(browser, { prepare });
    await user.press("Control+`");
    await sees(user, "port=");
    await user.page.setViewportSize({ width: 700, height: 600 });
    await sees(user, "size=");
    const width = /size=(\d+)x/.exec(await screen(user))?.[1];
    await user.page.setViewportSize({ width: 1200, height: 600 });
    await eventually(async () =>
      Number([...(await screen(user)).matchAll(/size=(\d+)x/g)].at(-1)?.[1]),
    ).toBeGreaterThan(Number(width));
  });

  test("shows the exit code when the program exits, and can restart it", async () => {
    const user = await startSession(browser, { prepare });
    await user.press("Control+`");
    await sees(user, "port=");
    await user.page.keyboard.type("bye");
    await user.press("Enter");
    const status = user.page.getByTestId("terminal-status");
    await eventually(() => status.textContent()).toBe("Claude exited with code 3.");
    await user.page.getByTestId("terminal-restart").click();
    await eventually(() => status.textContent()).toBe("");
    await sees(user, "port=");
    await user.page.keyboard.type("again");
    await user.press("Enter");
    await sees(user, "heard <again>");
  });

  test("a reload shows the previous output, and the program keeps running", async () => {
    const user = await startSession(browser, { prepare });
    await user.press("Control+`");
    await sees(user, "port=");
    await user.page.keyboard.type("before");
    await user.press("Enter");
    await sees(user, "heard <before>");
    await user.page.reload();
    await user.row("a.txt").waitFor();
    if ((await user.page.getByTestId("terminal").count()) === 0) await user.press("Control+`");
    await sees(user, "heard <before>");
    await user.page.locator(".xterm-helper-textarea").focus();
    await user.page.keyboard.type("after");
    await user.press("Enter");
    await sees(user, "heard <after>");
    expect((await screen(user)).split("port=").length).toBe(2);
  });

  test("says how to install claude if it is missing", async () => {
    const user = await startSession(browser, { env: { PATH: "/nowhere" } });
    await user.press("Control+`");
    await eventually(() => user.page.getByTestId("terminal-status").textContent()).toContain(
      "Can't find claude on the PATH. Install Claude Code",
    );
    await user.page.getByTestId("terminal-restart").waitFor();
    const help = user.page.getByTestId("terminal-install");
    expect(await help.textContent()).toContain("npm install -g @anthropic-ai/claude-code");
    await help.getByRole("button", { name: "Copy command" }).waitFor();
  });
});
