/** What people do to panes, and what happens at the wrong moment. Obsidian is emulated. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-stage.js";

const newStage = useVaults();
const before = "# Plan\n\none\ntwo\nthree\n";
const after = "# Plan\n\nONE\ntwo\nTHREE\n";

describe("Obsidian (emulated): panes of reviews", () => {
  test("a note that is opened in the tab of a review rejects the review and stays open", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const other = stage.file("Other.md", "other\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("replaceReview", tabName, other);
    expect(await answer).toMatchObject({ decision: "rejected" });
    await eventually(async () => expect(await obsidian.do("pendingReviews")).toEqual([]));
    expect(await obsidian.do("leaves")).toEqual([["markdown", "Other", true]]);
  });

  test("a copy of a review's tab goes away and decides nothing", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("duplicateReview", tabName);
    await eventually(async () => expect(await obsidian.do("leaves")).toHaveLength(1));
    expect(await obsidian.do("pendingReviews")).toEqual([tabName]);
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: after });
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([]));
  });

  test("what was typed into a review is there after its pane is told again what it shows", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName } = await stage.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("repeatReview", tabName);
    expect(await obsidian.do("reviewText", tabName)).toBe("mine\n");
  });

  test("a review in a tab that Obsidian would load later can be closed unseen, and is rejected then", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const other = stage.file("Other.md", "other\n");
    const obsidian = await stage.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    await obsidian.do("deferTabs");
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("closeReview", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("the message that a review waits goes with the review", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const other = stage.file("Other.md", "other\n");
    const obsidian = await stage.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual(["Review"]));
    await obsidian.do("closeReview", tabName);
    await answer;
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual([]));
  });

  test("a popped-out window that is closed decides nothing: its review is back in the main one, as the user left it", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("popOut", tabName);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("closePopout", tabName);
    await eventually(async () => expect(await obsidian.do("pendingReviews")).toEqual([tabName]));
    expect(await obsidian.do("reviewText", tabName)).toBe("mine\n");
    await obsidian.do("accept", tabName);
    expect(await answer).toEqual({ decision: "saved", text: "mine\n" });
  });

  test("the pane of a review is closed in a popped-out window: that is a rejection", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("popOut", tabName);
    await obsidian.do("closeReview", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("what the user wrote into a review is offered, once, when the plugin is switched off, and nothing is decided", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await obsidian.do("disable");
    await client.closed;
    await expect(answer).rejects.toThrow("shutting down");
    await eventually(async () => expect(await obsidian.do("noticesShown")).toEqual(["Copy my text"]));
  });
});

describe("Obsidian (emulated): what is told and written", () => {
  test("a script that somebody else writes while it is shown is not written again by Obsidian", async () => {
    const stage = newStage();
    const path = stage.file("run.sh", "echo one\n");
    const obsidian = await stage.start({ autosaveMs: 20 });
    const { client } = await stage.client();
    await client.call("openFile", { filePath: path });
    stage.file("run.sh", "echo two, and more\n");
    await eventually(async () => {
      const editors = JSON.stringify(await client.call("getOpenEditors"));
      expect(editors).toContain("run.sh");
      expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: false });
      const opened = await client.call("openFile", { filePath: path, startText: "two", makeFrontmost: false });
      expect(opened).toMatchObject({ success: true });
    });
    // Longer than Obsidian waits before it saves: a note that is typed into is saved in that time.
    const note = stage.file("Note.md", "words\n");
    await obsidian.do("openFile", note);
    await obsidian.do("type", "more ");
    await eventually(() => expect(readFileSync(note, "utf8")).toBe("more words\n"));
    expect(await obsidian.do("written")).toEqual(["Note.md"]);
  });

  test("what was selected in a script was lost when somebody else wrote another line of it", async () => {
    const stage = newStage();
    const path = stage.file("run.sh", "echo one\necho two\n");
    await stage.start();
    const { client } = await stage.client();
    await client.call("openFile", { filePath: path, startText: "two" });
    stage.file("run.sh", "echo zero\necho one\necho two\n");
    const start = { line: 2, character: 5 };
    await eventually(async () =>
      expect(await client.call("getCurrentSelection")).toMatchObject({ text: "two", selection: { start } }),
    );
  });

  test("the menu of an editor mentions the note that was clicked in, not the one in front", async () => {
    const stage = newStage();
    const clicked = stage.file("Clicked.md", "one\ntwo\n");
    const front = stage.file("Front.md", "front\n");
    const obsidian = await stage.start();
    const { client, told } = await stage.client();
    await client.call("getOpenEditors");
    await obsidian.do("openFile", clicked);
    await obsidian.do("openFile", front);
    await obsidian.do("mentionByEditorMenu", clicked);
    await eventually(() =>
      expect(told.filter(({ method }) => method === "at_mentioned").map(({ params }) => params)).toEqual([
        expect.objectContaining({ filePath: clicked }),
      ]),
    );
  });

  test("what is selected in the cell of a table is not told as the first line of the note", async () => {
    const stage = newStage();
    const path = stage.file("Table.md", "words\n\n| a | b |\n|---|---|\n| cell | d |\n");
    const obsidian = await stage.start();
    const { client, told } = await stage.client();
    await client.call("getOpenEditors");
    await obsidian.do("openFile", path);
    await obsidian.do("selectInCell", path, "cell");
    await obsidian.do("select", path, { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } });
    await eventually(() => expect(JSON.stringify(told)).toContain('"text":"words"'));
    expect(await client.call("getLatestSelection")).toMatchObject({ text: "words" });
    expect(JSON.stringify(told)).not.toContain('"text":"cell"');
  });

  test("a private tag that is typed into the properties counts before it is saved", async () => {
    const stage = newStage();
    stage.settings({ withheldTags: ["private"] });
    const path = stage.file("Note.md", "---\ntags:\n  - \n---\nwords\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const end = { line: 2, character: 4 };
    await obsidian.do("select", path, { start: end, end });
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: true });
    await obsidian.do("type", "private");
    expect(await client.call("getCurrentSelection")).toMatchObject({ success: false });
  });

  test("while tags are kept back a new note can be written and proposed", async () => {
    const stage = newStage();
    stage.settings({ withheldTags: ["private"] });
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, `${stage.vault}/Proposed.md`, "new\n");
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved" });
    await client.request("writeFile", { path: "Written.md", content: "new\n" });
    expect(readFileSync(`${stage.vault}/Written.md`, "utf8")).toBe("new\n");
  });

  test("folders in data.json that were written by hand are kept back all the same", async () => {
    const stage = newStage();
    stage.settings({ withheldFolders: ["/Journal/", "./Work", "Home\\Bills"] });
    for (const name of ["Journal/a.md", "Work/b.md", "Home/Bills/c.md", "d.md"]) stage.file(name, "words\n");
    await stage.start();
    const { client } = await stage.client();
    expect(await client.request("listFiles", {})).toEqual(["d.md"]);
  });

  test("a picture that has changed does not make what is known of all notes outdated for ever", async () => {
    const stage = newStage();
    stage.settings({ logLevel: "info" });
    stage.file("Picture.png", "one");
    const path = stage.file("Note.md", "[[Nowhere]]\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    stage.file("Picture.png", "another");
    // Obsidian sees then what has changed.
    await obsidian.do("openFile", path);
    expect(await client.call("getDiagnostics", {})).toHaveLength(1);
    expect(obsidian.console).toContain("connected");
    expect(obsidian.console).not.toContain("answered early");
  });
});
