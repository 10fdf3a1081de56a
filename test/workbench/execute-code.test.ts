/** `executeCode` in the workbench, with a real kernel: the question in the page and the result in the notebook. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { jupyterEnvironment } from "../../editors/workbench/src/testing/real-kernels.js";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { openPage } from "./launch.js";
import { notebookOf, openNotebook } from "./notebook-driver.js";
import { eventually, type SessionOptions, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needs("chromium", "jupyter");

const draw = `import base64
from IPython.display import Image, display
print("drawn")
display(Image(data=base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")))`;

async function start(browser: Browser, options: SessionOptions = {}): Promise<UserSession> {
  const env: Record<string, string> = { ...options.env };
  return await startSession(browser, {
    ...options,
    prepare: (home) => Object.assign(env, jupyterEnvironment(home.path), options.env),
    env,
  });
}

const question = (user: UserSession) => user.page.getByTestId("code-permission");

describe("executeCode in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("asks with the code; yes runs it once and keeps its variables, no refuses it", async () => {
    const user = await start(browser);
    const client = await user.client();
    const first = client.callRaw("executeCode", { code: draw });
    await eventually(() => question(user).locator("pre").textContent()).toBe(draw);
    await user.page.getByTestId("code-once").click();
    const { content } = await first;
    expect(content).toMatchObject([
      { type: "text", text: "drawn\n" },
      { type: "image", mimeType: "image/png" },
    ]);
    await eventually(() => question(user).count()).toBe(0);

    const second = client.callRaw("executeCode", { code: "base64.__name__" });
    await user.page.getByTestId("code-once").click();
    expect(await second).toMatchObject({ content: [{ type: "text", text: "'base64'\n" }] });

    const third = client.callRaw("executeCode", { code: "print('no')" });
    await user.page.getByTestId("code-never").click();
    expect(await third).toMatchObject({ isError: true });
    expect(JSON.stringify(await third)).toContain("didn't allow this code to run");
  });

  test("a double click answers one question only, and every character of the code is visible", async () => {
    const user = await start(browser);
    const client = await user.client();
    const first = client.callRaw("executeCode", { code: "1" });
    await eventually(() => question(user).locator("pre").textContent()).toBe("1");
    const second = client.callRaw("executeCode", { code: "# fine\rprint(2) \u202e" });
    await eventually(() => question(user).locator("h2").textContent()).toContain("and 1 more");
    await eventually(() => user.page.getByTestId("code-never").isEnabled()).toBe(true);
    // Click again as soon as the next question has replaced the first.
    await user.page.evaluate(async () => {
      const code = () => document.querySelector("[data-testid=code-permission] pre")?.textContent;
      const refuse = () => document.querySelector<HTMLElement>("[data-testid=code-never]")?.click();
      const before = code();
      refuse();
      while (code() === before) await new Promise(requestAnimationFrame);
      refuse();
    });
    expect(await first).toMatchObject({ isError: true });
    await eventually(() => question(user).locator("pre").textContent()).toBe("# fineU+000Dprint(2) U+202E");
    expect(await question(user).locator("h2").textContent()).not.toContain("more");
    await user.page.getByTestId("code-never").click();
    expect(await second).toMatchObject({ isError: true });
  });

  test("if a notebook is active, the code runs there and becomes its last cell, unsaved", async () => {
    const before = notebookOf("shared = 20");
    const it = await openNotebook(browser, before);
    await it.run(0);
    const client = await it.user.client();
    const call = client.callRaw("executeCode", { code: "shared + 2\n" });
    await it.page.getByTestId("code-once").click();
    expect(await call).toMatchObject({ content: [{ type: "text", text: "22\n" }] });
    await eventually(() => it.cells.count()).toBe(2);
    await eventually(() => it.output(1).textContent()).toBe("22");
    expect(await it.number(1)).toBe("[2]");
    await it.user.isDirty("n.ipynb", true);
    expect(it.user.read("n.ipynb")).toBe(before);
  });

  test("code on the workspace kernel is shown, can be interrupted, and ends with its client", async () => {
    const user = await start(browser);
    const client = await user.client();
    const endless = "kept = 1\nimport time\nwhile True: time.sleep(0.01)";
    const call = client.callRaw("executeCode", { code: endless });
    await user.page.getByTestId("code-once").click();
    const status = user.page.getByTestId("status-kernel");
    await eventually(() => status.textContent(), { timeout: 30_000 }).toContain("Running Claude's code");
    await status.click();
    expect(JSON.stringify(await call)).toContain("KeyboardInterrupt");

    void client.callRaw("executeCode", { code: endless }).catch(() => {});
    await user.page.getByTestId("code-once").click();
    await eventually(() => status.textContent()).toContain("Running Claude's code");
    await client.close();
    await eventually(() => status.count(), { timeout: 30_000 }).toBe(0);
    const other = await user.client();
    const next = other.callRaw("executeCode", { code: "kept" });
    await user.page.getByTestId("code-once").click();
    expect(await next).toMatchObject({ content: [{ type: "text", text: "1\n" }] });
  });

  test("is refused while no window is open, and a question ends with the last window", async () => {
    const user = await start(browser);
    const client = await user.client();
    const asked = client.callRaw("executeCode", { code: "1" });
    await question(user).waitFor();
    await user.page.close({ runBeforeUnload: false });
    expect(JSON.stringify(await asked)).toContain("no one is available to approve it");
    const answer = await client.callRaw("executeCode", { code: "2" });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).toContain("open Tandem's page");
  });

  test("Always is remembered for this folder after a restart, readable by its user only, and can be revoked", async () => {
    const user = await start(browser);
    const client = await user.client();
    const first = client.callRaw("executeCode", { code: "'one'" });
    await user.page.getByTestId("code-always").click();
    expect(await first).toMatchObject({ content: [{ text: "'one'\n" }] });
    const file = join(user.home.path, ".local/state/tandem/code-allowed.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ folders: [user.folder] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await client.close();
    // Close the page first, which would log errors without a server.
    await user.page.close();
    user.server.kill("SIGTERM");
    await user.server.exited;

    const env = jupyterEnvironment(user.home.path);
    const again = user.home.start(["serve", "--json", "--no-open"], { env });
    const [line = ""] = await again.printed(/^\{"port".*\n/);
    const ready: { port: number; lockFile: string; page: string } = JSON.parse(line);
    const { authToken } = JSON.parse(readFileSync(ready.lockFile, "utf8"));
    const other = await connect({ port: ready.port, authToken });
    try {
      // No window is open, and none is needed.
      expect(await other.callRaw("executeCode", { code: "'two'" })).toMatchObject({ content: [{ text: "'two'\n" }] });
      const page = await openPage(user.context, ready.page);
      await page.getByTestId("status-code-allowed").click();
      await eventually(() => page.getByTestId("status-code-allowed").count()).toBe(0);
      expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ folders: [] });
      const third = other.callRaw("executeCode", { code: "'three'" });
      await page.getByTestId("code-never").click();
      expect(await third).toMatchObject({ isError: true });
    } finally {
      await other.close();
    }
  });

  test("without Jupyter the response says what to install, in the notebook too", async () => {
    const it = await openNotebook(browser, notebookOf("1 + 1"), { env: { PATH: "/nowhere" } });
    await it.edit(0);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.page.getByTestId("kernel-problem").textContent()).toMatch(/install/i);
    const client = await it.user.client();
    await it.user.open("a.txt");
    const call = client.callRaw("executeCode", { code: "1" });
    await it.page.getByTestId("code-once").click();
    expect(JSON.stringify(await call)).toMatch(/Jupyter.*install/i);
    expect(existsSync(join(it.user.home.path, "jupyter-runtime"))).toBe(false);
  });

  test("with --no-kernel it isn't offered, and notebooks are shown only", async () => {
    const it = await openNotebook(browser, notebookOf("1 + 1"), { args: ["--no-kernel"] });
    const client = await it.user.client();
    expect((await client.listTools()).map(({ name }) => name)).not.toContain("executeCode");
    expect(await it.page.getByTestId("run-all").isDisabled()).toBe(true);
    await eventually(() => it.cells.count()).toBe(1);
  });
});
