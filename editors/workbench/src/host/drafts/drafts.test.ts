/** Drafts that survive the end of a workbench and are offered by the next one. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DraftJournal } from "@tandem-ide/workspace/drafts";
import { expect, onTestFinished, test } from "vitest";
import { TestWindow } from "../../testing/test-window.js";
import { type WorkbenchFixture, workbenchFixture } from "../../testing/workbench-fixture.js";

function fixture() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-drafts-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const start = async (folders?: readonly string[]) => {
    const standing = await workbenchFixture({
      journal: new DraftJournal({ env: { XDG_STATE_HOME: root } }),
      ...(folders && { folders }),
    });
    await standing.running.workbench.drafts.refresh();
    return { ...standing, window: new TestWindow(standing.running.workbench) };
  };
  return { start, stored: () => readdirSync(join(root, "tandem", "drafts")) };
}

/** A workbench that closed after something was typed into a file. */
async function ended(start: (folders?: readonly string[]) => Promise<WorkbenchFixture & { window: TestWindow }>) {
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

test("offers unsaved text at the next start in the folder, and restores it as unsaved text", async () => {
  const { start, stored } = fixture();
  const { path, folder } = await ended(start);
  const other = await start();
  expect(other.window.model.drafts, "it is of another folder").toEqual([]);
  const { running, window } = await start([folder]);
  expect(window.model.drafts).toMatchObject([{ kind: "file", path, label: "a.txt" }]);
  const { id = "" } = window.model.drafts[0] ?? {};
  expect(await window.ask("draft.texts", { draft: id })).toEqual({ text: "mine\none\ntwo\n", onDisk: "one\ntwo\n" });
  expect(running.workbench.documents.get(path), "nothing opens automatically").toBeUndefined();

  await window.ask("draft.restore", { draft: id });
  expect(readFileSync(path, "utf8"), "the file is left alone").toBe(before);
  const document = running.workbench.documents.get(path);
  expect(document).toMatchObject({ isDirty: true, isChangedOnDisk: false, content: typed });
  expect(running.workbench.drafts.offered).toEqual([]);
  expect(stored(), "stored until it is saved").toHaveLength(1);
  expect(await window.ask("document.save", { path, overwrite: false })).toEqual({ status: "saved" });
  expect(readFileSync(path, "utf8")).toBe(typed);
  await running.workbench.drafts.flush();
  expect(stored()).toEqual([]);
});

test("a restored draft conflicts with a file that has changed since, and saving asks", async () => {
  const { start } = fixture();
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

test("restores the draft of a deleted file, and writes it if the user confirms", async () => {
  const { start } = fixture();
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

test("a restored draft does not replace newer unsaved text", async () => {
  const { start } = fixture();
  const { path, folder } = await ended(start);
  const { window, running } = await start([folder]);
  const { id = "" } = window.model.drafts[0] ?? {};
  await window.openFile(path);
  await window.type(path, "newer ", 8);
  await expect(window.ask("draft.restore", { draft: id })).rejects.toThrow("has other unsaved changes");
  expect(running.workbench.documents.get(path)?.shared.text.toString()).toBe("newer one\ntwo\n");
  expect(running.workbench.drafts.offered).toHaveLength(1);
});

test("a discarded draft is gone for every window and every other run", async () => {
  const { start, stored } = fixture();
  const { folder } = await ended(start);
  const [one, two] = [await start([folder]), await start([folder])];
  const { id = "" } = one.window.model.drafts[0] ?? {};
  await one.window.ask("draft.discard", { draft: id });
  expect(stored()).toEqual([]);
  await expect(two.window.ask("draft.restore", { draft: id })).rejects.toThrow("restored or discarded elsewhere");
  await expect.poll(() => two.window.model.drafts).toEqual([]);
});

test("does not offer text that was saved, undone or closed without saving", async () => {
  const { start, stored } = fixture();
  const { running, window, path, folder } = await start();
  await window.openFile(path("a.txt"));
  await window.type(path("a.txt"), "saved ", 14);
  await running.workbench.drafts.flush();
  expect(stored()).toHaveLength(1);
  await window.ask("document.save", { path: path("a.txt"), overwrite: false });
  const tab = await window.openFile(path("b.txt"));
  await window.type(path("b.txt"), "thrown away ", 2);
  await window.ask("tab.close", { tab, discard: true });
  await running.close();
  expect(stored()).toEqual([]);
  expect((await start([folder])).window.model.drafts).toEqual([]);
});

test("offers text typed into a review for copying when the client is gone", async () => {
  const { start, stored } = fixture();
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
  expect(stored(), "stored while pending").toHaveLength(1);
  expect(running.workbench.drafts.offered).toEqual([]);
  await claude.close();
  await answer;
  await expect.poll(() => window.model.drafts).toMatchObject([{ kind: "review", path: path("a.txt") }]);
  const { id = "" } = window.model.drafts[0] ?? {};
  expect(await window.ask("draft.texts", { draft: id })).toMatchObject({ text: "my words\none\n2\nthree\n" });
  await expect(window.ask("draft.restore", { draft: id })).rejects.toThrow("Claude is no longer waiting");
  await window.ask("draft.discard", { draft: id });
  expect(stored()).toEqual([]);
});

test("a decided review leaves no draft, and neither does an unedited one", async () => {
  const { start, stored } = fixture();
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
  expect(stored()).toEqual([]);
});

test("drafts stay hidden from a client whose workspace contains the state directory", async () => {
  const { running, folder, path, client } = await workbenchFixture();
  const journal = new DraftJournal({ env: { XDG_STATE_HOME: folder } });
  journal.keep("a", () => ({ kind: "file", path: path(".env"), folders: [folder], text: "SECRET=1" }));
  await journal.flush();
  const [name = ""] = readdirSync(join(folder, "tandem", "drafts"));
  for (const each of [name, `new-${name}`])
    expect(running.endpoint.whyHidden(join(folder, "tandem", "drafts", each))).toMatchObject({ source: "built-in" });
  const claude = await client();
  const read = await claude.request("files/read", { path: join(folder, "tandem", "drafts", name) }).catch(String);
  expect(JSON.stringify(read)).not.toContain("SECRET");
  await journal.close();
});
