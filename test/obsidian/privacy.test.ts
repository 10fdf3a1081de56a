/** What is kept from Claude by folder and by tag. Obsidian, and so its index of tags, is emulated. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-stage.js";

const newStage = useVaults();

describe("Obsidian (emulated): privacy", () => {
  test("notes in private folders and with private tags are neither listed, read, selected nor mentioned", async () => {
    const stage = newStage();
    stage.settings({ withheldFolders: ["Journal [x]"], withheldTags: ["private"] });
    const withheld = [
      stage.file("Journal [x]/Day.md", "secret\n"),
      stage.file("In text.md", "secret #private\n"),
      stage.file("Nested.md", "secret #Private/diary\n"),
      stage.file("In properties.md", "---\ntags: [work, private]\n---\nsecret\n"),
    ];
    stage.file("Open.md", "#privately and #work\n");
    const obsidian = await stage.start();
    const { client, told } = await stage.client();
    expect(await client.request("listFiles", {})).toEqual(["Open.md"]);
    for (const path of withheld) {
      await obsidian.do("openFile", path);
      expect(await client.call("getCurrentSelection"), path).toMatchObject({ success: false });
      await expect(client.request("readFile", { path }), path).rejects.toThrow(/privacy/);
      await obsidian.do("mention", path);
      expect(await obsidian.do("notices"), path).toEqual([expect.stringMatching(/not mentioned/)]);
    }
    await obsidian.do("openFile", `${stage.vault}/Open.md`);
    await eventually(() => expect(JSON.stringify(told)).toContain("Open.md"));
    for (const path of withheld) expect(JSON.stringify(told)).not.toContain(basename(path));
  });

  test("a tag that was typed counts before it is saved, and one that is taken away no longer", async () => {
    const stage = newStage();
    stage.settings({ withheldTags: ["#private"] });
    const path = stage.file("Note.md", "words\n");
    const obsidian = await stage.start({ autosaveMs: 50 });
    const { client } = await stage.client();
    await obsidian.do("openFile", path);
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true });
    await obsidian.do("type", "#private ");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
    await eventually(() => expect(readFileSync(path, "utf8")).toContain("#private"));
    stage.file("Note.md", "words again\n");
    await eventually(async () => expect(await client.call("getCurrentSelection")).toMatchObject({ success: true }));
  });

  test("the folder with Obsidian's settings is withheld, whatever .tandemignore says", async () => {
    const stage = newStage();
    stage.file(".obsidian/app.json", "{}");
    stage.file(".tandemignore", "!.obsidian\n!/.obsidian/\n");
    await stage.start();
    const { client } = await stage.client();
    await expect(client.request("readFile", { path: ".obsidian/app.json" })).rejects.toThrow(/privacy/);
    const write = client.request("writeFile", { path: ".obsidian/plugins/evil/main.js", content: "" });
    await expect(write).rejects.toThrow(/privacy/);
  });

  test("other rules count at once when the settings change", async () => {
    const stage = newStage();
    stage.file("Work/Note.md", "words\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    expect(await client.request("listFiles", {})).toEqual(["Work/Note.md"]);
    await obsidian.do("changeData", { withheldFolders: ["Work"] });
    expect(await client.request("listFiles", {})).toEqual([]);
  });
});
