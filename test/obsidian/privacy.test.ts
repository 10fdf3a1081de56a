/** Hidden folders and tags. Obsidian, including its index of tags, is emulated. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-fixture.js";

const newFixture = useVaults();

describe("Obsidian (emulated): privacy", () => {
  test("notes in hidden folders or with hidden tags can't be listed, read, selected or mentioned", async () => {
    const fixture = newFixture();
    fixture.settings({ hiddenFolders: ["Journal [x]"], hiddenTags: ["private"] });
    const hidden = [
      fixture.file("Journal [x]/Day.md", "secret\n"),
      fixture.file("In text.md", "secret #private\n"),
      fixture.file("Nested.md", "secret #Private/diary\n"),
      fixture.file("In properties.md", "---\ntags: [work, private]\n---\nsecret\n"),
    ];
    fixture.file("Open.md", "#privately and #work\n");
    const obsidian = await fixture.start();
    const { client, received } = await fixture.client();
    expect(await client.request("listFiles", {})).toEqual(["Open.md"]);
    for (const path of hidden) {
      await obsidian.do("openFile", path);
      expect(await client.call("getCurrentSelection"), path).toMatchObject({ success: false });
      await expect(client.request("readFile", { path }), path).rejects.toThrow(/privacy/);
      await obsidian.do("mention", path);
      expect(await obsidian.do("notices"), path).toEqual([expect.stringMatching(/wasn't mentioned/)]);
    }
    await obsidian.do("openFile", `${fixture.vault}/Open.md`);
    await eventually(() => expect(JSON.stringify(received)).toContain("Open.md"));
    for (const path of hidden) expect(JSON.stringify(received)).not.toContain(basename(path));
  });

  test("a typed tag applies before it is saved, and a removed one no longer does", async () => {
    const fixture = newFixture();
    fixture.settings({ hiddenTags: ["#private"] });
    const path = fixture.file("Note.md", "words\n");
    const obsidian = await fixture.start({ autosaveMs: 50 });
    const { client } = await fixture.client();
    await obsidian.do("openFile", path);
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true });
    await obsidian.do("type", "#private ");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
    await eventually(() => expect(readFileSync(path, "utf8")).toContain("#private"));
    fixture.file("Note.md", "words again\n");
    await eventually(async () => expect(await client.call("getCurrentSelection")).toMatchObject({ success: true }));
  });

  test("Obsidian's settings folder is hidden, regardless of .tandemignore", async () => {
    const fixture = newFixture();
    fixture.file(".obsidian/app.json", "{}");
    fixture.file(".tandemignore", "!.obsidian\n!/.obsidian/\n");
    await fixture.start();
    const { client } = await fixture.client();
    await expect(client.request("readFile", { path: ".obsidian/app.json" })).rejects.toThrow(/privacy/);
    const write = client.request("writeFile", { path: ".obsidian/plugins/evil/main.js", content: "" });
    await expect(write).rejects.toThrow(/privacy/);
  });

  test("changed settings apply at once", async () => {
    const fixture = newFixture();
    fixture.file("Work/Note.md", "words\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    expect(await client.request("listFiles", {})).toEqual(["Work/Note.md"]);
    await obsidian.do("changeData", { hiddenFolders: ["Work"] });
    expect(await client.request("listFiles", {})).toEqual([]);
  });
});
