/** The vault as a workspace: what is in front, what is pointed at, and the requests about files. Obsidian is emulated. */
import { Buffer } from "node:buffer";
import { request } from "node:http";
import { join } from "node:path";
import type { Client } from "@tandem/client";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { type Told, useVaults } from "./vault-stage.js";

const newStage = useVaults();
const note = "# Title\n\nSome *words* here.\nTwice. Twice.\n";

const selections = (told: Told) =>
  told.filter(({ method }) => method === "selection_changed").map(({ params }) => params);
const mentions = (told: Told) => told.filter(({ method }) => method === "at_mentioned").map(({ params }) => params);
const at = (line: number, from: number, to = from) => ({
  start: { line, character: from },
  end: { line, character: to },
  isEmpty: from === to,
});

/** The status of an upgrade with this token. */
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

async function listening(told: Told, client: Client): Promise<void> {
  await client.call("getOpenEditors");
  await eventually(() => expect(selections(told).length).toBeGreaterThan(0), 5_000);
}

describe("Obsidian (emulated): the lock and the door", () => {
  test("the lock names the vault, the port and the process", async () => {
    const stage = newStage();
    const { process } = await stage.start();
    const { port, pid, ideName, workspaceFolders, authToken } = stage.lock();
    expect(stage.locks()).toEqual([`${port}.lock`]);
    expect({ pid, ideName, workspaceFolders }).toEqual({
      pid: process.pid,
      ideName: "Obsidian",
      workspaceFolders: [stage.vault],
    });
    expect(authToken).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a wrong token is 401, and one connection more than the settings allow is 503", async () => {
    const stage = newStage();
    stage.settings({ maxClients: 2 });
    await stage.start();
    const { port, authToken } = stage.lock();
    expect(await upgradeStatus(port, "wrong")).toBe(401);
    await stage.client();
    await stage.client();
    expect(await upgradeStatus(port, authToken)).toBe(503);
  });

  test("a message above the settings' limit ends the connection with 1009", async () => {
    const stage = newStage();
    stage.settings({ maxMessageMegabytes: 1 });
    await stage.start();
    const { client } = await stage.client();
    client.request("readFile", { path: "x".repeat(1024 * 1024) }).catch(() => {});
    expect((await client.closed).closeCode).toBe(1009);
  });
});

describe("Obsidian (emulated): what is in front", () => {
  test("in reading mode the line that is shown, and a mouse selection that is in the source once", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", note);
    const obsidian = await stage.start();
    await obsidian.do("openFile", path);
    const { client, told } = await stage.client();
    await listening(told, client);
    await obsidian.do("scrollTo", path, 2.4);
    await obsidian.do("setMode", path, "preview");
    await eventually(() =>
      expect(selections(told).at(-1)).toMatchObject({ filePath: path, text: "", selection: at(2, 0) }),
    );
    await obsidian.do("selectShown", path, "here");
    await eventually(() => expect(selections(told).at(-1)).toMatchObject({ text: "here", selection: at(2, 13, 17) }));
    // It is there twice, so nobody knows which one is meant.
    await obsidian.do("selectShown", path, "Twice");
    await eventually(() => expect(selections(told).at(-1)).toMatchObject({ text: "", selection: at(2, 0) }));
  });

  test("a canvas and a picture count as the file in front, with nothing selected", async () => {
    const stage = newStage();
    const canvas = stage.file("Board.canvas", "{}");
    const picture = stage.file("picture.png", Uint8Array.of(137, 80, 78, 71, 0));
    const obsidian = await stage.start();
    const { client } = await stage.client();
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

  test("openFile shows a canvas as a canvas, a script as text, and a file outside of the vault for reading", async () => {
    const stage = newStage();
    const canvas = stage.file("Board.canvas", "{}");
    const script = stage.file("tool.py", "print(1)\nprint(2)\n");
    const outside = stage.file("../outside.txt", "one\ntwo\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    await client.call("openFile", { filePath: canvas });
    await client.call("openFile", { filePath: script, startText: "print(2)" });
    expect(await client.call("getCurrentSelection")).toMatchObject({ filePath: script, text: "print(2)" });
    await client.call("openFile", { filePath: join(stage.root, "outside.txt"), startLine: 2 });
    expect(await client.call("getCurrentSelection")).toMatchObject({
      filePath: join(stage.root, "outside.txt"),
      text: "",
      selection: at(1, 0),
    });
    expect((await obsidian.do("leaves")).map(([type]) => type)).toEqual(["canvas", "tandem-text", "tandem-outside"]);
    expect(outside).toContain("outside.txt");
  });
});

describe("Obsidian (emulated): mentions", () => {
  test("the one default hot key mentions lines or the file, and a notice says what became of it", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", note);
    const obsidian = await stage.start();
    expect((await obsidian.do("palette")).flatMap(({ keys }) => keys)).toEqual(["Mod+Alt+k"]);
    await obsidian.do("openFile", path);
    await obsidian.do("press", "Mod+Alt+K");
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/Note\.md.*when Claude Code connects/)]);
    const { told } = await stage.client();
    await eventually(() => expect(mentions(told)).toEqual([{ filePath: path }]));
    await obsidian.do("select", path, { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } });
    await obsidian.do("press", "Mod+Alt+K");
    await eventually(() => expect(mentions(told).at(-1)).toEqual({ filePath: path, lineStart: 2, lineEnd: 2 }));
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/^Mentioned Note\.md, lines 3 to 3/)]);
  });

  test("menus mention a file, a folder, and several at once", async () => {
    const stage = newStage();
    const paths = [stage.file("Folder/One.md", "1"), stage.file("Folder/Two.md", "2")];
    const folder = join(stage.vault, "Folder");
    const obsidian = await stage.start();
    await obsidian.do("mentionByMenu", paths);
    await obsidian.do("mentionByMenu", [folder]);
    const { told } = await stage.client();
    const expected = [...paths, folder].map((filePath) => ({ filePath }));
    await eventually(() => expect(mentions(told)).toEqual(expected));
  });

  test("with the keyboard in the file explorer the key mentions what is selected there", async () => {
    const stage = newStage();
    const note = stage.file("Note.md", "n");
    const paths = [stage.file("Folder/One.md", "1"), join(stage.vault, "Folder")];
    const obsidian = await stage.start();
    await obsidian.do("openFile", note);
    await obsidian.do("selectInExplorer", paths);
    await obsidian.do("press", "Mod+Alt+K");
    const { told } = await stage.client();
    await eventually(() => expect(mentions(told)).toEqual(paths.map((filePath) => ({ filePath }))));
  });

  test("with no file in front the key says so, and mentions nothing", async () => {
    const obsidian = await newStage().start();
    await obsidian.do("press", "Mod+Alt+K");
    expect(await obsidian.do("notices")).toEqual([expect.stringMatching(/no file in front/)]);
  });
});

describe("Obsidian (emulated): requests about the vault", () => {
  test("notes, canvases and attachments are listed, texts are read, and binary files are refused in words", async () => {
    const stage = newStage();
    const path = stage.file("Folder/Note.md", note);
    stage.file("Folder/picture.png", Uint8Array.of(137, 80, 78, 71, 0, 1));
    stage.file("Board.canvas", "{}");
    stage.file(".obsidian/app.json", "{}");
    const obsidian = await stage.start();
    await obsidian.do("openFile", path);
    await obsidian.do("select", path, { start: { line: 0, character: 2 }, end: { line: 0, character: 7 } });
    const { client } = await stage.client();
    const files = ["Board.canvas", "Folder/Note.md", "Folder/picture.png"];
    expect(await client.request("listFiles", {}).then((all) => [...all].sort())).toEqual(files);
    expect(await client.request("getWorkspaceInfo", {})).toEqual({
      name: "My vault",
      path: stage.vault,
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

  test("writeFile is seen in the open note, and refused while the note has unsaved text", async () => {
    const stage = newStage();
    const path = stage.file("Note.md", "one\n");
    const obsidian = await stage.start();
    await obsidian.do("openFile", path);
    const { client } = await stage.client();
    await client.request("writeFile", { path: "Note.md", content: "two\n" });
    await eventually(async () => expect(await obsidian.do("textOf", path)).toBe("two\n"));
    await obsidian.do("type", "typed ");
    const refused = client.request("writeFile", { path: "Note.md", content: "three\n" });
    await expect(refused).rejects.toThrow(/unsaved changes in Obsidian/);
    expect(await obsidian.do("textOf", path)).toBe("typed two\n");
    expect(await obsidian.do("written")).toEqual([]);
  });
});
