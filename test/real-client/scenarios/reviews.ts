/** An edit that the model proposes, and all the ways in which it can end. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../../eventually.js";
import type { Fixture } from "../fixture.js";
import { say, use } from "../model.js";
import { edit, joined, noReview, review, type Scenario } from "../scenario.js";

const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const change = { from: text, to: text.replace("two", "2").replace("six", "6") };

/** Waits until a proposal that changes two lines of a file is visible. */
async function proposed(fixture: Fixture, content = text) {
  const path = fixture.file("a.txt", content);
  const both = await joined(fixture);
  fixture.model.script(...edit(path, change, "All done."));
  await both.claude.prompt("change it");
  return { path, ...both, tab: await review(both.editor) };
}

/** The result of the edit that the model gets. */
async function outcome(fixture: Fixture): Promise<string> {
  return (await fixture.question(2)).last;
}

export const reviewScenarios: readonly Scenario[] = [
  {
    title: "an edit is accepted: Claude Code writes exactly the proposal",
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      await editor.driver.accept?.(tab);
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(change.to);
      expect(await outcome(fixture)).toMatch(/has been updated/);
      await noReview(editor);
    },
  },
  {
    title: "an edit is accepted with the user's changes: these are written, and the model is notified",
    isCore: true,
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      const mine = change.to.replace("2", "2, as I like it");
      await editor.driver.editAndAccept?.(tab, mine);
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(mine);
      expect(await outcome(fixture)).toMatch(/The user modified your proposed changes/);
    },
  },
  {
    title: "one hunk is accepted and one rejected: only the accepted one is written",
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      await editor.driver.acceptHunks?.(tab, [1]);
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(text.replace("six", "6"));
    },
  },
  {
    title: "an edit is rejected: nothing is written, and the turn ends",
    isCore: true,
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      await editor.driver.reject?.(tab);
      await claude.shows(/rejected|Interrupted|What should Claude do/i);
      expect(fixture.read(path)).toBe(text);
      expect(fixture.model.questions).toHaveLength(2);
    },
  },
  {
    title: "closing the review's tab rejects the edit",
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      await editor.driver.closeReview?.(tab);
      await claude.shows(/rejected|Interrupted|What should Claude do/i);
      expect(fixture.read(path)).toBe(text);
    },
  },
  {
    title: "sharing is paused: no review opens, and the user answers in the terminal",
    async run(fixture) {
      const path = fixture.file("a.txt", text);
      const { editor, claude } = await joined(fixture);
      await editor.driver.setPaused?.(true);
      fixture.model.script(...edit(path, change, "All done."));
      await claude.prompt("change it");
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      await noReview(editor);
      expect(fixture.read(path)).toBe(change.to);
    },
  },
  {
    title: "the review's window is closed: the review stays pending, and the next window can accept it",
    needs: "windows",
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture);
      await editor.driver.reopenWindow?.();
      await claude.shows(/1\. Yes/);
      expect(fixture.read(path)).toBe(text);
      await editor.driver.accept?.(tab);
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(change.to);
    },
  },
  {
    title: "the user answers in the terminal: the review closes, and the file is written once",
    isCore: true,
    async run(fixture) {
      const { path, editor, claude } = await proposed(fixture);
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      await noReview(editor);
      expect(fixture.read(path)).toBe(change.to);
    },
  },
  {
    title: "the editor is killed during a review: Claude Code's own prompt still works",
    async run(fixture) {
      const { path, editor, claude } = await proposed(fixture);
      await claude.shows(/1\. Yes/);
      await editor.kill();
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(change.to);
    },
  },
  {
    title: "a new file is reviewed and doesn't exist before it is accepted",
    async run(fixture) {
      const path = join(fixture.folder, "new.txt");
      const { editor, claude } = await joined(fixture);
      fixture.model.script([use("Write", { file_path: path, content: "a new\nfile\n" })], [say("All done.")]);
      await claude.prompt("make it");
      const tab = await review(editor);
      expect(existsSync(path)).toBe(false);
      await editor.driver.accept?.(tab);
      await claude.shows(/All done\./);
      // A whole file that is accepted in an editor loses its last newline. That is the client's bug.
      expect(fixture.read(path).trimEnd()).toBe("a new\nfile");
    },
  },
  {
    title: "a CRLF file keeps its line endings",
    async run(fixture) {
      const { path, editor, claude, tab } = await proposed(fixture, text.replaceAll("\n", "\r\n"));
      await editor.driver.accept?.(tab);
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe(change.to.replaceAll("\n", "\r\n"));
    },
  },
  {
    title: "two clients with a review each: a prompt in one affects neither, and each gets its own answer",
    async run(fixture) {
      const first = fixture.file("first.txt", text);
      const second = fixture.file("second.txt", text);
      const { editor, claude } = await joined(fixture);
      const other = await fixture.claude();
      await fixture.connected(editor, 2);
      fixture.model.script(...edit(first, change, "First done.").slice(0, 2));
      await claude.prompt("the first");
      const firstTab = await review(editor);
      fixture.model.script(...edit(second, change, "Second done."));
      await other.prompt("the second");
      const names = async () => (await editor.driver.pendingReviews?.()) ?? [];
      await eventually(async () => expect(await names()).toHaveLength(2));
      expect(await names()).toContain(firstTab);
      const secondTab = (await names()).find((name) => name !== firstTab) ?? "";
      await editor.driver.accept?.(secondTab);
      await other.shows(/Second done\./);
      expect([fixture.read(first), fixture.read(second)]).toEqual([text, change.to]);
      fixture.model.script([say("First done.")]);
      await editor.driver.accept?.(firstTab);
      await claude.shows(/First done\./);
      expect(fixture.read(first)).toBe(change.to);
    },
  },
];
