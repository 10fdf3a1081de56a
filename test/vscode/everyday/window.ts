/** The rest of the interface: status bar, pause, report, log, terminal, settings. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatText, runConformance } from "@tandem-ide/conformance";
import { afterEach, expect, test } from "vitest";
import type { VscodeFixture } from "../fixture.js";

export function windowTests(fixture: VscodeFixture): void {
  afterEach(() => fixture.endClients());

  function log(): string {
    const folder = join(fixture.running.root, "data/data/logs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("Tandem.log"),
    );
    return names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  }

  /** Runs a command in a terminal and returns what it wrote to a file. */
  async function inTerminal(command: string): Promise<string> {
    const file = join(fixture.root, `out-${Math.random()}`);
    await fixture.window.ask("terminal", `(${command}) > ${file}.part; mv ${file}.part ${file}`);
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    return readFileSync(file, "utf8");
  }

  test("the log shows the activation time, and the endpoint is loaded later", () => {
    // The benchmarks limit how long that may take.
    expect(log()).toMatch(/Activated in [\d.]+ ms.*Listening/s);
  });

  test("the status bar counts the connected clients", async () => {
    expect(await fixture.window.status()).toContain("Claude Code isn't connected");
    const client = await fixture.client();
    await client.call("getWorkspaceFolders");
    await expect.poll(() => fixture.window.status()).toContain("1 Claude Code session.");
    await client.close();
    await expect.poll(() => fixture.window.status()).toContain("Claude Code isn't connected");
  });

  test("pausing from the command palette stops all sharing until it is resumed", async () => {
    const path = fixture.file("a.txt", "one\n");
    await fixture.driver.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } });
    const client = await fixture.client();
    await fixture.window.palette("Tandem: Pause Sharing");
    await expect.poll(() => fixture.window.status()).toContain("Sharing is paused");
    await expect(client.call("getCurrentSelection")).rejects.toThrow("Sharing is paused");
    await fixture.window.palette("Tandem: Resume Sharing");
    await expect.poll(() => fixture.window.status()).not.toContain("Sharing is paused");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true, text: "one" });
  });

  test("the palette offers to pause or to resume, never both", async () => {
    const offered = async () => {
      await fixture.window.page.keyboard.press("F1");
      await fixture.window.page.locator(".quick-input-widget input.input").fill(">Tandem Sharing");
      const rows = fixture.window.page.locator(".quick-input-list .monaco-list-row .label-name");
      await rows.filter({ hasText: "Sharing" }).first().waitFor();
      const titles = await rows.allTextContents();
      await fixture.window.page.keyboard.press("Escape");
      return titles.filter((title) => title.startsWith("Tandem:"));
    };
    expect(await offered()).toEqual(["Tandem: Pause Sharing"]);
    await fixture.driver.setPaused(true);
    await expect.poll(offered).toEqual(["Tandem: Resume Sharing"]);
    await fixture.driver.setPaused(false);
    await expect.poll(offered).toEqual(["Tandem: Pause Sharing"]);
  });

  test("clicking the status bar shows the status", async () => {
    await fixture.window.page.locator('.statusbar-item[id="tandem-ide.tandem-vscode.tandem.status"] a').click();
    const list = fixture.window.page.locator(".quick-input-list");
    await list.getByText(`Port ${fixture.lock().port}`).waitFor();
    await fixture.window.page.keyboard.press("Escape");
  });

  test("the report contains the important facts and no secrets", async () => {
    await fixture.window.ask("command", "tandem.copyReport");
    const { port, pid, authToken } = fixture.lock();
    await expect.poll(() => fixture.window.ask("clipboard")).toContain(`port ${port}`);
    const report = await fixture.window.ask("clipboard");
    expect(report).toContain(`parent process of terminals: ${pid}`);
    expect(report).toContain("Claude Code connects to");
    expect(report).not.toContain(authToken);
  });

  test("the log contains connections but not the token", async () => {
    const client = await fixture.client();
    await client.close();
    await expect.poll(log).toMatch(/connected/i);
    expect(log()).not.toContain(fixture.lock().authToken);
  });

  test("a new terminal has the environment and is a child of the process in the lock file", async () => {
    const { port, pid } = fixture.lock();
    const env = await inTerminal("env");
    for (const line of [
      `CLAUDE_CODE_SSE_PORT=${port}`,
      "ENABLE_IDE_INTEGRATION=true",
      "MCP_CONNECTION_NONBLOCKING=true",
    ])
      expect(env).toContain(line);
    expect(env).toMatch(/NO_PROXY=.*127\.0\.0\.1/);
    const ancestors = await inTerminal(
      "p=$$; while [ $p -gt 1 ]; do echo $p; p=$(sed 's/.*) //' /proc/$p/stat | cut -d' ' -f2); done",
    );
    expect(ancestors.split("\n")).toContain(String(pid));
  });

  test("the command starts Claude Code in a terminal with the user's settings", async () => {
    const file = join(fixture.root, "started");
    await fixture.window.ask("setting", "tandem.claude.command", `printenv CLAUDE_CODE_SSE_PORT > ${file}`);
    await fixture.window.palette("Tandem: Start Claude Code in Terminal");
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8").trim(), { timeout: 20_000 })
      .toBe(String(fixture.lock().port));
  });

  test("changing the hidden files takes effect immediately", async () => {
    const path = fixture.file("secret-plan.txt", "one\n");
    await fixture.driver.openFile(path);
    const client = await fixture.client();
    await expect.poll(() => client.call("getCurrentSelection")).toMatchObject({ success: true });
    await fixture.window.ask("setting", "tandem.hiddenFiles", ["secret-*"]);
    await expect
      .poll(() => client.call("getCurrentSelection"))
      .toEqual({ success: false, message: "Hidden by privacy rules" });
    await fixture.window.ask("setting", "tandem.hiddenFiles", []);
    await expect.poll(() => client.call("getCurrentSelection")).toMatchObject({ success: true });
    // The setting's name in earlier versions. VS Code no longer writes it for any extension.
    const settings = fixture.file(".vscode/settings.json", JSON.stringify({ "tandem.withhold": ["secret-*"] }));
    await expect
      .poll(() => client.call("getCurrentSelection"))
      .toEqual({ success: false, message: "Hidden by privacy rules" });
    rmSync(settings);
  });

  test("the setting for workspace requests controls them, and each passes the conformance checks", async () => {
    const passedChecks = async () => {
      const lockFile = join(fixture.lockFolder, `${fixture.lock().port}.lock`);
      const options = { only: ["MCP", "WSM", "SEC"], mayWrite: true, configDir: dirname(fixture.lockFolder) };
      const report = await runConformance({ lockFile }, options);
      expect(report.counts.fail, formatText(report)).toBe(0);
      return report.results.filter(({ status }) => status === "pass").map(({ name }) => name);
    };
    expect(await passedChecks()).toContain("WSM-10/asks");
    await fixture.window.ask("setting", "tandem.workspaceRequests", "write");
    await expect.poll(() => fixture.lock().workspaceRequests, { timeout: 10_000 }).toBe("write");
    expect(await passedChecks()).toContain("WSM-05/writes");
  }, 120_000);
}
