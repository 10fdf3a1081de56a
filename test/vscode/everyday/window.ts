/** The rest of what a person sees: status bar, pause, report, log, terminal, settings. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatText, runConformance } from "@tandem/conformance";
import { afterEach, expect, test } from "vitest";
import type { VscodeStage } from "../stage.js";

export function windowTests(stage: VscodeStage): void {
  afterEach(() => stage.endClients());

  function log(): string {
    const folder = join(stage.running.root, "data/data/logs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("Tandem.log"),
    );
    return names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  }

  /** Runs a command in a terminal and gives what it wrote into a file. */
  async function inTerminal(command: string): Promise<string> {
    const file = join(stage.root, `out-${Math.random()}`);
    await stage.window.ask("terminal", `(${command}) > ${file}.part; mv ${file}.part ${file}`);
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    return readFileSync(file, "utf8");
  }

  test("the log tells what activation cost, and what serves is loaded after it", () => {
    // How much that may be is for the benchmarks.
    expect(log()).toMatch(/Activated with [\d.]+ ms of work.*Listening/s);
  });

  test("the status bar counts the clients that listen", async () => {
    expect(await stage.window.status()).toContain("No Claude Code is connected");
    const client = await stage.client();
    await client.call("getWorkspaceFolders");
    await expect.poll(() => stage.window.status()).toContain("Claude Code here: 1");
    await client.close();
    await expect.poll(() => stage.window.status()).toContain("No Claude Code is connected");
  });

  test("pausing from the palette stops all sharing, and resuming brings it back", async () => {
    const path = stage.file("a.txt", "one\n");
    await stage.hand.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } });
    const client = await stage.client();
    await stage.window.palette("Tandem: Pause Sharing");
    await expect.poll(() => stage.window.status()).toContain("Nothing is shared");
    await expect(client.call("getCurrentSelection")).rejects.toThrow("Sharing is paused");
    await stage.window.palette("Tandem: Resume Sharing");
    await expect.poll(() => stage.window.status()).not.toContain("Nothing is shared");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true, text: "one" });
  });

  test("a click on the status bar shows how it stands", async () => {
    await stage.window.page.locator('.statusbar-item[id="tandem.tandem-vscode.tandem.status"] a').click();
    const list = stage.window.page.locator(".quick-input-list");
    await list.getByText(`Port ${stage.lock().port}`).waitFor();
    await stage.window.page.keyboard.press("Escape");
  });

  test("the report has what a helper asks for, and no secret", async () => {
    await stage.window.ask("command", "tandem.copyReport");
    const { port, pid, authToken } = stage.lock();
    await expect.poll(() => stage.window.ask("clipboard")).toContain(`port ${port}`);
    const report = await stage.window.ask("clipboard");
    expect(report).toContain(`terminals descend from: ${pid}`);
    expect(report).toContain("Claude Code connects to");
    expect(report).not.toContain(authToken);
  });

  test("the log tells of connections, and never the token", async () => {
    const client = await stage.client();
    await client.close();
    await expect.poll(log).toMatch(/connected/i);
    expect(log()).not.toContain(stage.lock().authToken);
  });

  test("a new terminal has the environment, and descends from the process of the lock", async () => {
    const { port, pid } = stage.lock();
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

  test("the command starts Claude Code in a terminal, by the user's setting", async () => {
    const file = join(stage.root, "started");
    await stage.window.ask("setting", "tandem.claude.command", `printenv CLAUDE_CODE_SSE_PORT > ${file}`);
    await stage.window.palette("Tandem: Start Claude Code in a Terminal");
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8").trim(), { timeout: 20_000 })
      .toBe(String(stage.lock().port));
  });

  test("what the settings withhold is withheld at once", async () => {
    const path = stage.file("secret-plan.txt", "one\n");
    await stage.hand.openFile(path);
    const client = await stage.client();
    await expect.poll(() => client.call("getCurrentSelection")).toMatchObject({ success: true });
    await stage.window.ask("setting", "tandem.withhold", ["secret-*"]);
    await expect
      .poll(() => client.call("getCurrentSelection"))
      .toEqual({ success: false, message: "Withheld by privacy rules" });
  });

  test("what workspace requests may do is the user's setting, and each is right on the wire", async () => {
    const judged = async () => {
      const lockFile = join(stage.lockFolder, `${stage.lock().port}.lock`);
      const options = { only: ["MCP", "WSM", "SEC"], mayWrite: true, configDir: dirname(stage.lockFolder) };
      const report = await runConformance({ lockFile }, options);
      expect(report.counts.fail, formatText(report)).toBe(0);
      return report.results.filter(({ status }) => status === "pass").map(({ name }) => name);
    };
    expect(await judged()).toContain("WSM-10/asks");
    await stage.window.ask("setting", "tandem.workspaceRequests", "write");
    await expect.poll(() => stage.lock().workspaceRequests, { timeout: 10_000 }).toBe("write");
    expect(await judged()).toContain("WSM-05/writes");
  }, 120_000);
}
