/** Status bar, log, settings, and a plugin that leaves nothing behind. Obsidian is emulated. */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-stage.js";

const newStage = useVaults();

describe("Obsidian (emulated): the status bar", () => {
  test("says who is connected, what waits and when sharing is paused", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", "one\n");
    const obsidian = await stage.start();
    expect(await obsidian.do("statusBar")).toBe("Claude: nobody");
    const { client } = await stage.client();
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 1"));
    const { tabName, answer } = await stage.propose(client, path, "two\n");
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
      expect.arrayContaining([
        "Mention Note.md",
        "Restart the connection",
        "Copy the line for a terminal",
        "Show the log",
      ]),
    );
  });

  test("a pause is remembered when the plugin is enabled again", async () => {
    const obsidian = await newStage().start();
    await obsidian.do("command", "pause");
    await obsidian.do("restartEndpoint");
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: paused"));
  });

  test("a port that another program has taken in between is given up for a new one", async () => {
    const stage = newStage();
    const obsidian = await stage.start();
    const { port } = stage.lock();
    await obsidian.do("disable");
    await eventually(() => expect(stage.locks()).toEqual([]));
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      await obsidian.do("restartEndpoint");
      await eventually(() => expect(stage.locks()).toHaveLength(1), 20_000);
      expect(stage.lock().port).not.toBe(port);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

describe("Obsidian (emulated): the log", () => {
  test("by default the console stays empty; at debug it has what happens, and never the token", async () => {
    const quiet = newStage();
    const silent = await quiet.start();
    await (await quiet.client()).client.close();
    await silent.quit();
    expect(silent.console).toBe("");

    const stage = newStage();
    stage.settings({ logLevel: "debug", healthCheckSeconds: 1 });
    const path = stage.file("Note.md", "one\n");
    const obsidian = await stage.start();
    const { authToken } = stage.lock();
    const { client } = await stage.client();
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

describe("Obsidian (emulated): settings and the end", () => {
  test("the tab has a row for each setting, and data.json that makes no sense is as if it were not there", async () => {
    const stage = newStage();
    stage.settings({ maxClients: -1, healthCheckSeconds: "soon", withheldTags: 7, logLevel: "loud", clients: null });
    const obsidian = await stage.start();
    const rows = await obsidian.do("settingRows");
    for (const name of ["Pause sharing", "Folders kept from Claude", "Most connections", "Log level"])
      expect(rows).toContain(name);
    expect(await obsidian.do("statusBar")).toBe("Claude: nobody");
  });

  test("names in the palette are in sentence case and without the plugin's name", async () => {
    const obsidian = await newStage().start();
    for (const { name } of await obsidian.do("palette")) {
      expect(name).not.toMatch(/tandem/i);
      expect(name.replaceAll("Claude", "")).toMatch(/^[A-Z][^A-Z]*$/);
    }
  });

  test("disabled, it leaves no listener, no lock, no item and no console line", async () => {
    const stage = newStage();
    const obsidian = await stage.start();
    await obsidian.do("disable");
    const left = await obsidian.do("listeners");
    await obsidian.do("restartEndpoint");
    expect(await obsidian.do("listeners")).toBeGreaterThan(left);
    await obsidian.do("disable");
    expect(await obsidian.do("listeners")).toBe(left);
    expect(await obsidian.do("statusBar")).toBe("");
    await eventually(() => expect(stage.locks()).toEqual([]));
    expect(obsidian.console).toBe("");
  });

  test("after a reload of the app it serves on the same port with the same token, and neither is in data.json", async () => {
    const stage = newStage();
    const obsidian = await stage.start();
    const { port, authToken } = stage.lock();
    await obsidian.do("changeData", { logLevel: "warn" });
    await obsidian.do("reload");
    await eventually(() => expect(stage.lock()).toMatchObject({ port, authToken }));
    const data = readFileSync(join(stage.vault, ".obsidian/plugins/tandem/data.json"), "utf8");
    expect(data).not.toContain(authToken);
    expect(data).not.toContain(String(port));
  });

  test("when the window goes without a word to the plugin the lock goes with it", async () => {
    const stage = newStage();
    const obsidian = await stage.start();
    await obsidian.do("hidePage");
    expect(stage.locks()).toEqual([]);
  });
});
