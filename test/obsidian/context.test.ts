/** The vault as a workspace: the active file, mentions, and requests about files. Obsidian is emulated. */
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { type Received, useVaults } from "./vault-fixture.js";

const newFixture = useVaults();
const note = "# Title\n\nSome *words* here.\nTwice. Twice.\n";

const selections = (received: Received) =>
  received.filter(({ method }) => method === "selection_changed").map(({ params }) => params);
const mentions = (received: Received) =>
  received.filter(({ method }) => method === "at_mentioned").map(({ params }) => params);
const at = (line: number, from: number, to = from) => ({
  start: { line, character: from },
  end: { line, character: to },
  isEmpty: from === to,
});

/** Returns the HTTP status of an upgrade with this token. */
async function upgradeStatus(port: number, token: string): Promise<number | undefined> {
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    "x-claude-code-ide-authorization": token,
  };
  return await new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, headers });
    sent.on("response", (response) => resolve(response.resume().statusCode));
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function listening(received: Received, client: Client): Promise<void> {
  await client.call("getOpenEditors");
  await eventually(() => expect(selections(received).length).toBeGreaterThan(0), 5_000);
}

describe("Obsidian (emulated): the lock file and connections", () => {
  test("the lock file contains the vault, the port and the process", async () => {
    const fixture = newFixture();
    const { process } = await fixture.start();
    const { port, pid, ideName, workspaceFolders, authToken } = fixture.lock();
    expect(fixture.locks()).toEqual([`${port}.lock`]);
    expect({ pid, ideName, workspaceFolders }).toEqual({
      pid: process.pid,
      ideName: "Obsidian",
      workspaceFolders: [fixture.vault],
    });
    expect(authToken).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("refuses a wrong token with 401, and too many connections with 503", async () => {
    const fixture = newFixture();
    fixture.settings({ maxClients: 2 });
    await fixture.start();
    const { port, authToken } = fixture.lock();
    expect(await upgradeStatus(port, "wrong")).toBe(401);
    await fixture.client();
    await fixture.client();
    expect(await upgradeStatus(port, authToken)).toBe(503);
  });

  test("a message above the configured limit closes the connection with 1009", async () => {
    const fixture = newFixture();
    fixture.settings({ maxMessageMegabytes: 1 });
    await fixture.start();
    const { client } = await fixture.client();
    client.request("readFile", { path: "x".repeat(1024 * 1024) }).catch(() => {});
    expect((await client.closed).closeCode).toBe(1009);
  });
});

describe("Obsidian (emulated): the active file", () => {
  test("in reading mode reports the visible line, and a mouse selection that is unique in the source", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", note);
    const obsidian = await fixture.start();
    await obsidian.do("openFile", path);
    const { client, received } = await fixture.client();
    await listening(received, client);
    await obsidian.do("scrollTo", path, 2.4);
    await obsidian.do("setMode", path, "preview");
    await eventually(() =>
      expect(selections(received).at(-1)).toMatchObject({ filePath: path, text: "", selection: at(2, 0) }),
    );
    await obsidian.do("selectShown", path, "here");
    await eventually(() =>
      expect(selections(received).at(-1)).toMatchObject({ text: "here", selection: at(2, 13, 17) }),
    );
    // It occurs twice, so it is ambiguous.
    await obsidian.do("selectShown", path, "Twice");
    await eventually(() => expect(selections(received).at(-1)).toMatchObject({ text: "", selection: at(2, 0) }));
  });

  test("a canvas or an image can be the active file, with an empty selection", async () => {
    const fixture = newFixture();
    const canvas = fixture.file("Board.canvas", "{}");
    const picture = fixture.file("picture.png", Uint8Array.of(137, 80, 78, 71, 0));
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    for (const path of [canvas, picture]) {
      await obsidian.do("openFile", path);
      const answer = await client.call("getCurrentSelection");
      expect(answer).toMatchObject({ success: true, filePath: path, text: "", selection: at(0, 0) });
    }
    const { tabs } = await client.call("getOpenEditors");
    expect(tabs.map(({ fileName, languageId, isDirty }) => [fileName, languageId, isDirty])).toEqual([
      [canvas, "json", false],
      [picture, expect.any(String), false],
    ]);
  });

  test("openFile shows a canvas as a canvas, a script as text, and a file outside the vault read-only", async () => {
    const fixture = newFixture();
    const canvas = fixture.file("Board.canvas", "{}");
    const script = fixture.file("tool.py", "print(1)\nprint(2)\n");
    const outside = fixture.file("../outside.txt", "one\ntwo\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    await client.call("openFile", { filePath: canvas });
    await client.call("openFile", { filePath: script, startText: "print(2)" });
    expect(await client.call("getCurrentSelection")).toMatchObject({ filePath: script, text: "print(2)" });
    await client.call("openFile", { filePath: join(fixture.root, "outside.txt"), startLine: 2 });
    expect(await client.call("getCurrentSelection")).toMatchObject({
      filePath: join(fixture.root, "outside.txt"),
      text: "",
      selection: at(1, 0),
    });
    expect((await obsidian.do("leaves")).map(([type]) => type)).toEqual(["canvas", "tandem-text", "tandem-outside"]);
    expect(outside).toContain("outside.txt");
  });
});

describe("Obsidian (emulated): mentions", () => {
  test("the only default hotkey mentions lines or the file, and a notice shows the outcome", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", note);
    const obsidian = await fixture.start();
    expect((await obsidian.do("palette")).flatMap(({ keys }) => keys)).toEqual(["Mod+Alt+k"]);
    await obsidian.do("openFile", path);
    await obsidian.do("press", "Mod+Alt+K");
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/Note\.md.*when Claude Code connects/)]);
    const { received } = await fixture.client();
    await eventually(() => expect(mentions(received)).toEqual([{ filePath: path }]));
    await obsidian.do("select", path, { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } });
    await obsidian.do("press", "Mod+Alt+K");
    await eventually(() => expect(mentions(received).at(-1)).toEqual({ filePath: path, lineStart: 2, lineEnd: 2 }));
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/^Mentioned Note\.md, lines 3 to 3/)]);
  });

  test("menus mention a file, a folder, and several at once", async () => {
    const fixture = newFixture();
    const paths = [fixture.file("Folder/One.md", "1"), fixture.file("Folder/Two.md", "2")];
    const folder = join(fixture.vault, "Folder");
    const obsidian = await fixture.start();
    await obsidian.do("mentionByMenu", paths);
    await obsidian.do("mentionByMenu", [folder]);
    const { received } = await fixture.client();
    const expected = [...paths, folder].map((filePath) => ({ filePath }));
    await eventually(() => expect(mentions(received)).toEqual(expected));
  });

  test("with the focus in the file explorer the key mentions its selection", async () => {
    const fixture = newFixture();
    const note = fixture.file("Note.md", "n");
    const paths = [fixture.file("Folder/One.md", "1"), join(fixture.vault, "Folder")];
    const obsidian = await fixture.start();
    await obsidian.do("openFile", note);
    await obsidian.do("selectInExplorer", paths);
    await obsidian.do("press", "Mod+Alt+K");
    const { received } = await fixture.client();
    await eventually(() => expect(mentions(received)).toEqual(paths.map((filePath) => ({ filePath }))));
  });

  test("without an active file the key shows a notice and mentions nothing", async () => {
    const obsidian = await newFixture().start();
    await obsidian.do("press", "Mod+Alt+K");
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/No active file/)]);
  });
});

describe("Obsidian (emulated): requests about the vault", () => {
  test("lists notes, canvases and attachments, reads texts, and refuses binary files with a message", async () => {
    const fixture = newFixture();
    const path = fixture.file("Folder/Note.md", note);
    fixture.file("Folder/picture.png", Uint8Array.of(137, 80, 78, 71, 0, 1));
    fixture.file("Board.canvas", "{}");
    fixture.file(".obsidian/app.json", "{}");
    const obsidian = await fixture.start();
    await obsidian.do("openFile", path);
    await obsidian.do("select", path, { start: { line: 0, character: 2 }, end: { line: 0, character: 7 } });
    const { client } = await fixture.client();
    const files = ["Board.canvas", "Folder/Note.md", "Folder/picture.png"];
    expect(await client.request("listFiles", {}).then((all) => [...all].sort())).toEqual(files);
    expect(await client.request("getWorkspaceInfo", {})).toEqual({
      name: "My vault",
      path: fixture.vault,
      fileCount: 3,
      type: "obsidian-vault",
    });
    expect(await client.request("readFile", { path: "Folder/Note.md" })).toBe(note);
    expect(await client.request("files/read", { path: "/Folder/Note.md" })).toBe(note);
    await expect(client.request("readFile", { path: "Folder/picture.png" })).rejects.toThrow(/[Bb]inary/);
    await expect(client.request("readFile", { path: ".obsidian/app.json" })).rejects.toThrow(/[Ww]ithheld|privacy/);
    expect(await client.request("getOpenFiles", {})).toEqual(["Folder/Note.md"]);
    expect(await client.request("getCurrentFile", {})).toBe("Folder/Note.md");
    const selection = await client.request("workspace/selection", {});
    expect(selection).toMatchObject({ text: "Title", cursor: { line: 0, character: 7 } });
  });

  test("writeFile updates the open note, and is refused while the note has unsaved text", async () => {
    const fixture = newFixture();
    const path = fixture.file("Note.md", "one\n");
    const obsidian = await fixture.start();
    await obsidian.do("openFile", path);
    const { client } = await fixture.client();
    await client.request("writeFile", { path: "Note.md", content: "two\n" });
    await eventually(async () => expect(await obsidian.do("textOf", path)).toBe("two\n"));
    await obsidian.do("type", "typed ");
    const refused = client.request("writeFile", { path: "Note.md", content: "three\n" });
    await expect(refused).rejects.toThrow(/unsaved changes in Obsidian/);
    expect(await obsidian.do("textOf", path)).toBe("typed two\n");
    expect(await obsidian.do("written")).toEqual([]);
  });
});
