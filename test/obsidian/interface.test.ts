/** Status bar, log, settings, and a plugin that leaves nothing behind. Obsidian is emulated. */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-fixture.js";

const newFixture = useVaults();

describe("Obsidian (emulated): the status bar", () => {
  test("shows connections, pending reviews and a pause", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", "one\n");
    const obsidian = await fixture.start();
    expect(await obsidian.do("statusBar")).toBe("Claude: not connected");
    const { client } = await fixture.client();
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 1"));
    const { tabName, answer } = await fixture.propose(client, path, "two\n");
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 1 to review"));
    await obsidian.do("reject", tabName);
    await answer;
    await obsidian.do("chooseStatus", "Pause sharing");
    expect(await obsidian.do("statusBar")).toBe("Claude: paused");
    await obsidian.do("openFile", path);
    await expect(client.call("getCurrentSelection")).rejects.toThrow("Sharing is paused");
    await obsidian.do("command", "resume");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true, filePath: path });
    expect(await obsidian.do("statusMenu")).toEqual(
      expect.arrayContaining(["Mention Note.md", "Restart connection", "Copy terminal setup", "Show log"]),
    );
  });

  test("a pause is remembered when the plugin is enabled again", async () => {
    const obsidian = await newFixture().start();
    await obsidian.do("command", "pause");
    await obsidian.do("restartEndpoint");
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: paused"));
  });

  test("uses a new port if another program has taken the old one", async () => {
    const fixture = newFixture();
    const obsidian = await fixture.start();
    const { port } = fixture.lock();
    await obsidian.do("disable");
    await eventually(() => expect(fixture.locks()).toEqual([]));
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      await obsidian.do("restartEndpoint");
      await eventually(() => expect(fixture.locks()).toHaveLength(1), 20_000);
      expect(fixture.lock().port).not.toBe(port);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

describe("Obsidian (emulated): the log", () => {
  test("the console is empty by default, and at debug level it has events but never the token", async () => {
    const quiet = newFixture();
    const silent = await quiet.start();
    await (await quiet.client()).client.close();
    await silent.quit();
    expect(silent.console).toBe("");

    const fixture = newFixture();
    fixture.settings({ logLevel: "debug", healthCheckSeconds: 1 });
    const path = fixture.file("Note.md", "one\n");
    const obsidian = await fixture.start();
    const { authToken } = fixture.lock();
    const { client } = await fixture.client();
    await obsidian.do("openFile", path);
    await client.call("getCurrentSelection");
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 1"));
    await obsidian.do("press", "Mod+Alt+K");
    const said = [
      "Authentication successful",
      "Client connected",
      "Raw data received",
      "Parsed message",
      "Sent at-mention",
    ];
    for (const words of [...said, "Health check: 1 active connections"])
      await eventually(() => expect(obsidian.console).toContain(words));
    await client.close();
    await eventually(() => expect(obsidian.console).toContain("Client disconnected"));
    expect(obsidian.console).not.toContain(authToken);
  });
});

describe("Obsidian (emulated): settings and unloading", () => {
  test("the tab has all settings, and an invalid data.json is ignored", async () => {
    const fixture = newFixture();
    fixture.settings({ maxClients: -1, healthCheckSeconds: "soon", hiddenTags: 7, logLevel: "loud", clients: null });
    const obsidian = await fixture.start();
    const rows = await obsidian.do("settingRows");
    for (const name of ["Pause sharing", "Hidden folders", "Maximum connections", "Log level"])
      expect(rows).toContain(name);
    expect(await obsidian.do("statusBar")).toBe("Claude: not connected");
  });

  test("command names are in sentence case and without the plugin's name", async () => {
    const obsidian = await newFixture().start();
    for (const { name } of await obsidian.do("palette")) {
      expect(name).not.toMatch(/tandem/i);
      expect(name.replaceAll("Claude", "")).toMatch(/^[A-Z][^A-Z]*$/);
    }
  });

  test("a disabled plugin leaves no listener, lock file, status bar item or console line", async () => {
    const fixture = newFixture();
    const obsidian = await fixture.start();
    await obsidian.do("disable");
    const left = await obsidian.do("listeners");
    await obsidian.do("restartEndpoint");
    expect(await obsidian.do("listeners")).toBeGreaterThan(left);
    await obsidian.do("disable");
    expect(await obsidian.do("listeners")).toBe(left);
    expect(await obsidian.do("statusBar")).toBe("");
    await eventually(() => expect(fixture.locks()).toEqual([]));
    expect(obsidian.console).toBe("");
  });

  test("serves on the same port with the same token after a reload, and stores neither in data.json", async () => {
    const fixture = newFixture();
    const obsidian = await fixture.start();
    const { port, authToken } = fixture.lock();
    await obsidian.do("changeData", { logLevel: "warn" });
    await obsidian.do("reload");
    await eventually(() => expect(fixture.lock()).toMatchObject({ port, authToken }));
    const data = readFileSync(join(fixture.vault, ".obsidian/plugins/tandem-ide/data.json"), "utf8");
    expect(data).not.toContain(authToken);
    expect(data).not.toContain(String(port));
  });

  test("removes the lock file when the window closes without unloading the plugin", async () => {
    const fixture = newFixture();
    const obsidian = await fixture.start();
    await obsidian.do("hidePage");
    expect(fixture.locks()).toEqual([]);
  });
});
