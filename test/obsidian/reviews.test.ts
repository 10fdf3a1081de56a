/** Reviews in Obsidian, which is emulated: panes, what is unsaved, and that nothing is written behind Obsidian's back. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-stage.js";

const newStage = useVaults();
const before = "# Plan\n\none\ntwo\nthree\n";
const after = "# Plan\n\nONE\ntwo\nTHREE\n";

describe("Obsidian (emulated): reviews", () => {
  test("text that is not saved yet is told above the review, and is there afterwards, unsaved", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    await obsidian.do("openFile", path);
    await obsidian.do("type", "typed ");
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    expect(await obsidian.do("reviewNotice", tabName)).toMatch(/unsaved/);
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: after });
    expect(await obsidian.do("textOf", path)).toBe(`typed ${before}`);
    expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: true });
    expect(await obsidian.do("written")).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("accepting writes nothing; what the client then writes is read by Obsidian as any change from outside", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    await obsidian.do("openFile", path);
    const { client } = await stage.client();
    const { mtimeMs } = statSync(path);
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("accept", tabName);
    await answer;
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    expect(await obsidian.do("written")).toEqual([]);
    stage.file("Plan.md", after);
    await eventually(async () => expect(await obsidian.do("textOf", path)).toBe(after));
    expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: false });
  });

  test("Obsidian's own saving, moments after the last key, neither accepts nor ends a review", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start({ autosaveMs: 50 });
    await obsidian.do("openFile", path);
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, after);
    await obsidian.do("openFile", path);
    await obsidian.do("type", "typed ");
    await eventually(() => expect(readFileSync(path, "utf8")).toBe(`typed ${before}`));
    expect(await obsidian.do("pendingReviews")).toEqual([tabName]);
    await obsidian.do("reject", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("a review opens behind what the user types into, with a notice; else in front; and what was in front comes back", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const other = stage.file("Other.md", "other\n");
    const obsidian = await stage.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    const { client } = await stage.client();
    const behind = await stage.propose(client, path, after);
    await eventually(async () => expect(await obsidian.do("notices")).toEqual([expect.stringContaining("Plan.md")]));
    expect(await obsidian.do("leaves")).toEqual([
      ["markdown", "Other", true],
      ["tandem-review", "Review: Plan.md", false],
    ]);
    await obsidian.do("accept", behind.tabName);
    await behind.answer;
    await obsidian.do("focusWindow", false);
    const front = await stage.propose(client, path, after);
    await eventually(async () =>
      expect((await obsidian.do("leaves")).at(-1)).toEqual(["tandem-review", "Review: Plan.md", true]),
    );
    await obsidian.do("accept", front.tabName);
    await front.answer;
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([["markdown", "Other", true]]));
  });

  test("a pane that the saved layout brings back closes itself", async () => {
    const stage = newStage();
    const obsidian = await stage.start();
    await obsidian.do("restoreReview");
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([]));
  });

  test("what the user wrote into a proposal that is taken back is offered", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName } = await stage.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await client.call("closeAllDiffTabs");
    await eventually(async () =>
      expect(await obsidian.do("notices")).toEqual([expect.stringContaining("Copy my text")]),
    );
    expect(await obsidian.do("leaves")).toEqual([]);
  });

  test("commands of the palette decide about the review in front", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { answer } = await stage.propose(client, path, after);
    await obsidian.do("command", "show-review");
    await obsidian.do("command", "accept-change");
    await obsidian.do("command", "reject-change");
    await obsidian.do("command", "accept-review");
    expect(await answer).toMatchObject({ decision: "saved", text: "# Plan\n\nONE\ntwo\nthree\n" });
    await expect(obsidian.do("command", "accept-review")).rejects.toThrow(/does not offer/);
  });

  test("disabling the plugin ends reviews without an answer, and takes their panes away", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", before);
    const obsidian = await stage.start();
    const { client } = await stage.client();
    await stage.propose(client, path, after);
    await obsidian.do("disable");
    expect(await obsidian.do("leaves")).toEqual([]);
    expect((await client.closed).closeCode).toBe(1001);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});
