/** Reviews in Obsidian (emulated): panes, unsaved text, and no writes behind Obsidian's back. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { useVaults } from "./vault-fixture.js";

const newFixture = useVaults();
const before = "# Plan\n\none\ntwo\nthree\n";
const after = "# Plan\n\nONE\ntwo\nTHREE\n";

describe("Obsidian (emulated): reviews", () => {
  test("unsaved text is indicated above the review, and still there and unsaved afterwards", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    await obsidian.do("openFile", path);
    await obsidian.do("type", "typed ");
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    expect(await obsidian.do("reviewNotice", tabName)).toMatch(/unsaved/);
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: after });
    expect(await obsidian.do("textOf", path)).toBe(`typed ${before}`);
    expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: true });
    expect(await obsidian.do("written")).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("accepting writes nothing, and Obsidian reads the client's write like any external change", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    await obsidian.do("openFile", path);
    const { client } = await fixture.client();
    const { mtimeMs } = statSync(path);
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("accept", tabName);
    await answer;
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    expect(await obsidian.do("written")).toEqual([]);
    fixture.file("Plan.md", after);
    await eventually(async () => expect(await obsidian.do("textOf", path)).toBe(after));
    expect(await client.call("checkDocumentDirty", { filePath: path })).toMatchObject({ isDirty: false });
  });

  test("Obsidian's autosave neither accepts nor closes a review", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start({ autosaveMs: 50 });
    await obsidian.do("openFile", path);
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("openFile", path);
    await obsidian.do("type", "typed ");
    await eventually(() => expect(readFileSync(path, "utf8")).toBe(`typed ${before}`));
    expect(await obsidian.do("pendingReviews")).toEqual([tabName]);
    await obsidian.do("reject", tabName);
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("a review opens behind a note being edited, with a notice, otherwise in front, and the earlier tab comes back", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const other = fixture.file("Other.md", "other\n");
    const obsidian = await fixture.start();
    await obsidian.do("openFile", other);
    await obsidian.do("focusWindow", true);
    const { client } = await fixture.client();
    const behind = await fixture.propose(client, path, after);
    await eventually(async () => expect(await obsidian.do("notices")).toEqual([expect.stringContaining("Plan.md")]));
    expect(await obsidian.do("leaves")).toEqual([
      ["markdown", "Other", true],
      ["tandem-review", "Review: Plan.md", false],
    ]);
    await obsidian.do("accept", behind.tabName);
    await behind.answer;
    await obsidian.do("focusWindow", false);
    const front = await fixture.propose(client, path, after);
    await eventually(async () =>
      expect((await obsidian.do("leaves")).at(-1)).toEqual(["tandem-review", "Review: Plan.md", true]),
    );
    await obsidian.do("accept", front.tabName);
    await front.answer;
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([["markdown", "Other", true]]));
  });

  test("a pane restored by the saved layout closes itself", async () => {
    const fixture = newFixture();
    const obsidian = await fixture.start();
    await obsidian.do("restoreReview");
    await eventually(async () => expect(await obsidian.do("leaves")).toEqual([]));
  });

  test("offers the user's edits of a withdrawn proposal", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName } = await fixture.propose(client, path, after);
    await obsidian.do("editReview", tabName, "mine\n");
    await client.call("closeAllDiffTabs");
    await eventually(async () =>
      expect(await obsidian.do("notices")).toEqual([expect.stringContaining("Copy my text")]),
    );
    expect(await obsidian.do("leaves")).toEqual([]);
  });

  test("commands decide the active review", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { answer } = await fixture.propose(client, path, after);
    await obsidian.do("command", "show-review");
    await obsidian.do("command", "accept-change");
    await obsidian.do("command", "reject-change");
    await obsidian.do("command", "accept-review");
    expect(await answer).toMatchObject({ decision: "saved", text: "# Plan\n\nONE\ntwo\nthree\n" });
    await expect(obsidian.do("command", "accept-review")).rejects.toThrow(/does not offer/);
  });

  test("a rejection with a reason is copied for the agent, said, and among the past decisions", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, after);
    await obsidian.do("command", "show-review");
    await obsidian.do("rejectWithReason", tabName, "Keep it.");
    expect(await answer).toMatchObject({ decision: "rejected" });
    await eventually(async () =>
      expect(await obsidian.do("copied")).toEqual([`I rejected your edit to ${path}: Keep it.`]),
    );
    await eventually(async () => expect(await obsidian.do("notices")).toContain("Rejected the edit to Plan.md."));
    await obsidian.do("command", "show-decisions");
    expect(await obsidian.do("decisions")).toEqual(["Rejected the edit to Plan.md.\nKeep it."]);
  });

  test("a review says that its note has changed on disk, and what accepting will do", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName } = await fixture.propose(client, path, after);
    const said = () => obsidian.do("reviewNotices", tabName);
    expect(await said()).toEqual([]);
    fixture.file("Plan.md", "newer\n");
    await eventually(async () => expect(await said()).toEqual([expect.stringContaining("accepting may fail")]));
    fixture.file("Plan.md", before);
    await eventually(async () => expect(await said()).toEqual([]));
  });

  test("accepts all reviews, and says that the client wrote each", async () => {
    const fixture = newFixture();
    const paths = ["One.md", "Two.md"].map((name) => fixture.file(name, before));
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const proposed = [];
    for (const path of paths) proposed.push(await fixture.propose(client, path, after));
    await obsidian.do("command", "accept-all-reviews");
    for (const { answer } of proposed) expect(await answer).toMatchObject({ decision: "saved", text: after });
    fixture.file("One.md", after);
    fixture.file("Two.md", after);
    const said: string[] = [];
    await eventually(async () => {
      said.push(...(await obsidian.do("notices")));
      expect(said.toSorted()).toEqual(["Accepted. Claude Code wrote One.md.", "Accepted. Claude Code wrote Two.md."]);
    });
  });

  test("disabling the plugin closes reviews and their panes without a decision", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", before);
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    await fixture.propose(client, path, after);
    await obsidian.do("disable");
    expect(await obsidian.do("leaves")).toEqual([]);
    expect((await client.closed).closeCode).toBe(1001);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});
