/** Unsaved text over the end of a workbench, and what the next one makes of it. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DraftJournal } from "@tandem/workspace/drafts";
import { expect, onTestFinished, test } from "vitest";
import { type StandingWorkbench, standingWorkbench } from "../../testing/standing-workbench.js";
import { TestWindow } from "../../testing/test-window.js";

function stage() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-drafts-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const start = async (folders?: readonly string[]) => {
    const standing = await standingWorkbench({
      journal: new DraftJournal({ env: { XDG_STATE_HOME: root } }),
      ...(folders && { folders }),
    });
    await standing.running.workbench.drafts.look();
    return { ...standing, window: new TestWindow(standing.running.workbench) };
  };
  return { start, kept: () => readdirSync(join(root, "tandem", "drafts")) };
}

/** A workbench in which something was typed into a file, and which then ended. */
async function ended(start: (folders?: readonly string[]) => Promise<StandingWorkbench & { window: TestWindow }>) {
  const first = await start();
  const path = first.path("a.txt");
  writeFileSync(path, "\uFEFFone\r\ntwo\r\n");
  await first.window.openFile(path);
  await first.window.type(path, "mine\n", 8);
  await first.running.close();
  return { path, folder: first.folder };
}

const before = "\uFEFFone\r\ntwo\r\n";
const typed = "\uFEFFmine\r\none\r\ntwo\r\n";

test("text that was not saved is offered at the next start on the folder, and comes back as unsaved text", async () => {
  const { start, kept } = stage();
  const { path, folder } = await ended(start);
  const other = await start();
  expect(other.window.model.drafts, "it is of another folder").toEqual([]);
  const { running, window } = await start([folder]);
  expect(window.model.drafts).toMatchObject([{ kind: "file", path, label: "a.txt" }]);
  const { id = "" } = window.model.drafts[0] ?? {};
  expect(await window.ask("draft.texts", { draft: id })).toEqual({ text: "mine\none\ntwo\n", onDisk: "one\ntwo\n" });
  expect(running.workbench.documents.get(path), "nothing is opened by itself").toBeUndefined();

  await window.ask("draft.restore", { draft: id });
  expect(readFileSync(path, "utf8"), "the file is left alone").toBe(before);
  const document = running.workbench.documents.get(path);
  expect(document).toMatchObject({ isDirty: true, isChangedOnDisk: false, content: typed });
  expect(running.workbench.drafts.offered).toEqual([]);
  expect(kept(), "as long as it is not saved it is kept").toHaveLength(1);
  expect(await window.ask("document.save", { path, overwrite: false })).toEqual({ status: "saved" });
  expect(readFileSync(path, "utf8")).toBe(typed);
  await running.workbench.drafts.flush();
  expect(kept()).toEqual([]);
});

test("where the file was changed meanwhile, restored text is in conflict with it, and saving asks", async () => {
  const { start } = stage();
  const { path, folder } = await ended(start);
  writeFileSync(path, "theirs\n");
  const { running, window } = await start([folder]);
  await window.ask("draft.restore", { draft: window.model.drafts[0]?.id ?? "" });
  const document = running.workbench.documents.get(path);
  expect(document).toMatchObject({ isDirty: true, isChangedOnDisk: true, content: typed });
  expect(await window.ask("document.save", { path, overwrite: false })).toEqual({ status: "changed-on-disk" });
  expect(readFileSync(path, "utf8")).toBe("theirs\n");
  writeFileSync(path, typed);
  await document?.checkDisk();
  expect(document, "the disk has it by now").toMatchObject({ isDirty: false, isChangedOnDisk: false });
});

test("text of a file that was deleted meanwhile comes back too, and is written when the user says so", async () => {
  const { start } = stage();
  const { path, folder } = await ended(start);
  unlinkSync(path);
  const { running, window } = await start([folder]);
  const { id = "" } = window.model.drafts[0] ?? {};
  expect(await window.ask("draft.texts", { draft: id })).toEqual({ text: "mine\none\ntwo\n" });
  await window.ask("draft.restore", { draft: id });
  expect(running.workbench.documents.get(path)).toMatchObject({ isDirty: true, isDeleted: true });
  await window.ask("document.save", { path, overwrite: true });
  expect(readFileSync(path, "utf8")).toBe(typed);
});

test("what was typed since is not replaced by what was kept", async () => {
  const { start } = stage();
  const { path, folder } = await ended(start);
  const { window, running } = await start([folder]);
  const { id = "" } = window.model.drafts[0] ?? {};
  await window.openFile(path);
  await window.type(path, "newer ", 8);
  await expect(window.ask("draft.restore", { draft: id })).rejects.toThrow("has other unsaved changes here");
  expect(running.workbench.documents.get(path)?.shared.text.toString()).toBe("newer one\ntwo\n");
  expect(running.workbench.drafts.offered).toHaveLength(1);
});

test("discarded text is gone for every window, and another run is told so", async () => {
  const { start, kept } = stage();
  const { folder } = await ended(start);
  const [one, two] = [await start([folder]), await start([folder])];
  const { id = "" } = one.window.model.drafts[0] ?? {};
  await one.window.ask("draft.discard", { draft: id });
  expect(kept()).toEqual([]);
  await expect(two.window.ask("draft.restore", { draft: id })).rejects.toThrow("restored or discarded elsewhere");
  await expect.poll(() => two.window.model.drafts).toEqual([]);
});

test("what was saved, undone or closed without saving is not offered", async () => {
  const { start, kept } = stage();
  const { running, window, path, folder } = await start();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "saved ", 14);
  await running.workbench.drafts.flush();
  expect(kept()).toHaveLength(1);
  await window.ask("document.save", { path: path("a.txt"), overwrite: false });
  const tab = await window.openFile(path("b.txt"));
  await window.type(path("b.txt"), "thrown away ", 2);
  await window.ask("tab.close", { tab, discard: true });
  await running.close();
  expect(kept()).toEqual([]);
  expect((await start([folder])).window.model.drafts).toEqual([]);
});

test("what was typed into a review comes back as text to copy when nobody waits for it any more", async () => {
  const { start, kept } = stage();
  const { running, window, path, client } = await start();
  const claude = await client();
  const proposal = {
    old_file_path: path("a.txt"),
    new_file_path: path("a.txt"),
    new_file_contents: "one\n2\nthree\n",
    tab_name: "a",
  };
  const answer = claude.call("openDiff", proposal).catch(() => {});
  await expect.poll(() => running.workbench.reviews.all.length).toBe(1);
  const [review] = running.workbench.reviews.all;
  await window.type(review?.document ?? "", "my words\n", 12);
  await running.workbench.drafts.flush();
  expect(kept(), "kept while it waits").toHaveLength(1);
  expect(running.workbench.drafts.offered).toEqual([]);
  await claude.close();
  await answer;
  await expect.poll(() => window.model.drafts).toMatchObject([{ kind: "review", path: path("a.txt") }]);
  const { id = "" } = window.model.drafts[0] ?? {};
  expect(await window.ask("draft.texts", { draft: id })).toMatchObject({ text: "my words\none\n2\nthree\n" });
  await expect(window.ask("draft.restore", { draft: id })).rejects.toThrow("Claude is no longer waiting");
  await window.ask("draft.discard", { draft: id });
  expect(kept()).toEqual([]);
});

test("a review that the user decided leaves nothing, and neither does one that was only looked at", async () => {
  const { start, kept } = stage();
  const { running, window, path, client } = await start();
  const claude = await client();
  for (const accepted of [true, false]) {
    const proposal = {
      old_file_path: path("a.txt"),
      new_file_path: path("a.txt"),
      new_file_contents: "one\n2\n",
      tab_name: "a",
    };
    const answer = claude.call("openDiff", proposal);
    await expect.poll(() => running.workbench.reviews.all.length).toBe(1);
    const [review] = running.workbench.reviews.all;
    await window.type(review?.document ?? "", "typed", 6);
    await running.workbench.drafts.flush();
    await window.ask("review.decide", { review: review?.id ?? "", accepted });
    await answer;
  }
  await running.workbench.drafts.flush();
  expect(kept()).toEqual([]);
});

test("a client of a workspace that contains the state directory is told nothing of what is kept there", async () => {
  const { running, folder, path, client } = await standingWorkbench();
  const journal = new DraftJournal({ env: { XDG_STATE_HOME: folder } });
  journal.keep("a", () => ({ kind: "file", path: path(".env"), folders: [folder], text: "SECRET=1" }));
  await journal.flush();
  const [name = ""] = readdirSync(join(folder, "tandem", "drafts"));
  for (const each of [name, `new-${name}`])
    expect(running.ide.whyWithheld(join(folder, "tandem", "drafts", each))).toMatchObject({ source: "built-in" });
  const claude = await client();
  const read = await claude.request("files/read", { path: join(folder, "tandem", "drafts", name) }).catch(String);
  expect(JSON.stringify(read)).not.toContain("SECRET");
  await journal.close();
});
