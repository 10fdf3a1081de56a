/** Unusual actions on panes, and events at the wrong moment. Obsidian is emulated. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-fixture.js";

const newFixture = useVaults();
const before = "# Plan\n\none\ntwo\nthree\n";
const after = "# Plan\n\nONE\ntwo\nTHREE\n";

describe("Obsidian (emulated): panes of reviews", () => {
  test("opening a note in the tab of a review rejects the review and keeps the note open", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const other = fixture.file("Other.md", "other\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("replaceReview", tabName, other);
    expect(await answer).toMatchObject({ decision: "rejected" });
    await eventually(async () => expect(await obsidian.do("pendingReviews")).toEqual([]));
    expect(await obsidian.do("leaves")).toEqual([["markdown", "Other", true]]);
  });

  test("a copy of a review's tab closes without deciding", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("duplicateReview", tabName);
    await eventually(async () => expect(await obsidian.do("leaves")).toHaveLength(1));
    expect(await obsidian.do("pendingReviews")).toEqual([tabName]);
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: after });
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([]));
  });

  test("a review keeps its edits when the state of its pane is set again", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName } = await fixture.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("repeatReview", tabName);
    expect(await obsidian.do("reviewText", tabName)).toBe("mine\n");
  });

  test("closing a review in a deferred tab rejects it", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const other = fixture.file("Other.md", "other\n");
    const obsidian = await fixture.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    await obsidian.do("deferTabs");
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("closeReview", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("the notice of a pending review closes with the review", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const other = fixture.file("Other.md", "other\n");
    const obsidian = await fixture.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual(["Review"]));
    await obsidian.do("closeReview", tabName);
    await answer;
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual([]));
  });

  test("closing a pop-out window decides nothing: its review moves back to the main window with its edits", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("popOut", tabName);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("closePopout", tabName);
    await eventually(async () => expect(await obsidian.do("pendingReviews")).toEqual([tabName]));
    expect(await obsidian.do("reviewText", tabName)).toBe("mine\n");
    await obsidian.do("accept", tabName);
    expect(await answer).toEqual({ decision: "saved", text: "mine\n" });
  });

  test("closing the pane of a review in a pop-out window rejects it", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("popOut", tabName);
    await obsidian.do("closeReview", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("disabling the plugin offers the edits of a review once and decides nothing", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("disable");
    await client.closed;
    await expect(answer).rejects.toThrow("shutting down");
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual(["Copy my text"]));
  });
});

describe("Obsidian (emulated): reporting and writing", () => {
  test("a note that changes on disk while it opens shows the new text, and Obsidian keeps running", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    await obsidian.do("openWhileItChanges", path, `${after}four\n`);
    await eventually(async () => expect(await obsidian.do("textOf", path)).toBe(`${after}four\n`));
    expect(await obsidian.do("written")).toEqual([]);
  });

  test("Obsidian does not save a script again that another program writes while it is open", async () => {
    const fixture = newFixture();
    const path = fixture.file("run.sh", "echo one\n");
    const obsidian = await fixture.start({ autosaveMs: 20 });
    const { client } = await fixture.client();
    await client.call("openFile", { filePath: path });
    fixture.file("run.sh", "echo two, and more\n");
    await eventually(async () => {
      const editors = JSON.stringify(await client.call("getOpenEditors"));
      expect(editors).toContain("run.sh");
      expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: false });
      const opened = await client.call("openFile", { filePath: path, startText: "two", makeFrontmost: false });
      expect(opened).toMatchObject({ success: true });
    });
    // Longer than Obsidian's delay: an edited note is saved in this time.
    const note = fixture.file("Note.md", "words\n");
    await obsidian.do("openFile", note);
    await obsidian.do("type", "more ");
    await eventually(() => expect(readFileSync(note, "utf8")).toBe("more words\n"));
    expect(await obsidian.do("written")).toEqual(["Note.md"]);
  });

  test("keeps the selection in a script when another program changes another line", async () => {
    const fixture = newFixture();
    const path = fixture.file("run.sh", "echo one\necho two\n");
    await fixture.start();
    const { client } = await fixture.client();
    await client.call("openFile", { filePath: path, startText: "two" });
    fixture.file("run.sh", "echo zero\necho one\necho two\n");
    const start = { line: 2, character: 5 };
    await eventually(async () =>
      expect(await client.call("getCurrentSelection")).toMatchObject({ text: "two", selection: { start } }),
    );
  });

  test("the menu of an editor mentions the clicked note, not the active one", async () => {
    const fixture = newFixture();
    const clicked = fixture.file("Clicked.md", "one\ntwo\n");
    const front = fixture.file("Front.md", "front\n");
    const obsidian = await fixture.start();
    const { client, received } = await fixture.client();
    await client.call("getOpenEditors");
    await obsidian.do("openFile", clicked);
    await obsidian.do("openFile", front);
    await obsidian.do("mentionByEditorMenu", clicked);
    await eventually(() =>
      expect(received.filter(({ method }) => method === "at_mentioned").map(({ params }) => params)).toEqual([
        expect.objectContaining({ filePath: clicked }),
      ]),
    );
  });

  test("a selection in a table cell is not reported as the first line of the note", async () => {
    const fixture = newFixture();
    const path = fixture.file("Table.md", "words\n\n| a | b |\n|---|---|\n| cell | d |\n");
    const obsidian = await fixture.start();
    const { client, received } = await fixture.client();
    await client.call("getOpenEditors");
    await obsidian.do("openFile", path);
    await obsidian.do("selectInCell", path, "cell");
    await obsidian.do("select", path, { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } });
    await eventually(() => expect(JSON.stringify(received)).toContain('"text":"words"'));
    expect(await client.call("getLatestSelection")).toMatchObject({ text: "words" });
    expect(JSON.stringify(received)).not.toContain('"text":"cell"');
  });

  test("a private tag typed into the properties applies before it is saved", async () => {
    const fixture = newFixture();
    fixture.settings({ hiddenTags: ["private"] });
    const path = fixture.file("Note.md", "---\ntags:\n  - \n---\nwords\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const end = { line: 2, character: 4 };
    await obsidian.do("select", path, { start: end, end });
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true });
    await obsidian.do("type", "private");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
  });

  test("a new note can be written and proposed while tags are hidden", async () => {
    const fixture = newFixture();
    fixture.settings({ hiddenTags: ["private"] });
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, `${fixture.vault}/Proposed.md`, "new\n");
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved" });
    await client.request("writeFile", { path: "Written.md", content: "new\n" });
    expect(readFileSync(`${fixture.vault}/Written.md`, "utf8")).toBe("new\n");
  });

  test("folders written into data.json by hand are hidden", async () => {
    const fixture = newFixture();
    fixture.settings({ hiddenFolders: ["/Journal/", "./Work", "Home\\Bills"] });
    for (const name of ["Journal/a.md", "Work/b.md", "Home/Bills/c.md", "d.md"]) fixture.file(name, "words\n");
    await fixture.start();
    const { client } = await fixture.client();
    expect(await client.request("listFiles", {})).toEqual(["d.md"]);
  });

  test("a changed image does not make the diagnostics of all notes outdated forever", async () => {
    const fixture = newFixture();
    fixture.settings({ logLevel: "info" });
    fixture.file("Picture.png", "one");
    const path = fixture.file("Note.md", "[[Nowhere]]\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    fixture.file("Picture.png", "another");
    // Obsidian then notices the change.
    await obsidian.do("openFile", path);
    expect(await client.call("getDiagnostics", {})).toHaveLength(1);
    expect(obsidian.console).toContain("connected");
    expect(obsidian.console).not.toContain("Returned diagnostics early");
  });
});
