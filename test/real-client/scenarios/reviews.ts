/** An edit that the model proposes, and all ways in which it can end. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../../eventually.js";
import { say, use } from "../model.js";
import { edit, joined, noReview, review, type Scenario } from "../scenario.js";
import type { Stage } from "../stage.js";

const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const change = { from: text, to: text.replace("two", "2").replace("six", "6") };

/** A proposal for two lines of a file is on the screen. */
async function proposed(stage: Stage, content = text) {
  const path = stage.file("a.txt", content);
  const both = await joined(stage);
  stage.model.script(...edit(path, change, "All done."));
  await both.claude.prompt("change it");
  return { path, ...both, tab: await review(both.editor) };
}

/** What the model is told became of its edit. */
async function outcome(stage: Stage): Promise<string> {
  return (await stage.question(2)).last;
}

export const reviewScenarios: readonly Scenario[] = [
  {
    title: "an edit is accepted: Claude Code writes exactly the proposal",
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      await editor.hand.accept?.(tab);
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(change.to);
      expect(await outcome(stage)).toMatch(/has been updated/);
      await noReview(editor);
    },
  },
  {
    title: "an edit is accepted with the user's changes: those are written, and the model is told",
    isCore: true,
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      const mine = change.to.replace("2", "2, as I like it");
      await editor.hand.editAndAccept?.(tab, mine);
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(mine);
      expect(await outcome(stage)).toMatch(/The user modified your proposed changes/);
    },
  },
  {
    title: "one hunk is accepted and one refused: only the one is written",
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      await editor.hand.acceptHunks?.(tab, [1]);
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(text.replace("six", "6"));
    },
  },
  {
    title: "an edit is rejected: nothing is written, and the turn ends",
    isCore: true,
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      await editor.hand.reject?.(tab);
      await claude.shows(/rejected|Interrupted|What should Claude do/i);
      expect(stage.read(path)).toBe(text);
      expect(stage.model.questions).toHaveLength(2);
    },
  },
  {
    title: "the review's own tab is closed: that is a rejection",
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      await editor.hand.closeReview?.(tab);
      await claude.shows(/rejected|Interrupted|What should Claude do/i);
      expect(stage.read(path)).toBe(text);
    },
  },
  {
    title: "sharing is paused: no review opens, and the answer is given in the terminal",
    async run(stage) {
      const path = stage.file("a.txt", text);
      const { editor, claude } = await joined(stage);
      await editor.hand.setPaused?.(true);
      stage.model.script(...edit(path, change, "All done."));
      await claude.prompt("change it");
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      await noReview(editor);
      expect(stage.read(path)).toBe(change.to);
    },
  },
  {
    title: "the window that shows the review is closed: nothing is decided, and the next window can accept it",
    needs: "windows",
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage);
      await editor.hand.reopenWindow?.();
      await claude.shows(/1\. Yes/);
      expect(stage.read(path)).toBe(text);
      await editor.hand.accept?.(tab);
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(change.to);
    },
  },
  {
    title: "the answer is given in the terminal instead: the review goes, and the file is written once",
    isCore: true,
    async run(stage) {
      const { path, editor, claude } = await proposed(stage);
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      await noReview(editor);
      expect(stage.read(path)).toBe(change.to);
    },
  },
  {
    title: "the editor is killed while a review waits: Claude Code's own prompt stays, and works",
    async run(stage) {
      const { path, editor, claude } = await proposed(stage);
      await claude.shows(/1\. Yes/);
      await editor.kill();
      await claude.answer(/1\. Yes/, "Enter");
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(change.to);
    },
  },
  {
    title: "a new file is reviewed, and is not there before it is accepted",
    async run(stage) {
      const path = join(stage.folder, "new.txt");
      const { editor, claude } = await joined(stage);
      stage.model.script([use("Write", { file_path: path, content: "a new\nfile\n" })], [say("All done.")]);
      await claude.prompt("make it");
      const tab = await review(editor);
      expect(existsSync(path)).toBe(false);
      await editor.hand.accept?.(tab);
      await claude.shows(/All done\./);
      // A whole file that is accepted in an editor loses its last newline: the client's doing.
      expect(stage.read(path).trimEnd()).toBe("a new\nfile");
    },
  },
  {
    title: "a CRLF file keeps its line ends",
    async run(stage) {
      const { path, editor, claude, tab } = await proposed(stage, text.replaceAll("\n", "\r\n"));
      await editor.hand.accept?.(tab);
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe(change.to.replaceAll("\n", "\r\n"));
    },
  },
  {
    title: "two clients each with a review: a prompt of one disturbs neither, and each is answered its own",
    async run(stage) {
      const first = stage.file("first.txt", text);
      const second = stage.file("second.txt", text);
      const { editor, claude } = await joined(stage);
      const other = await stage.claude();
      await stage.connected(editor, 2);
      stage.model.script(...edit(first, change, "First done.").slice(0, 2));
      await claude.prompt("the first");
      const firstTab = await review(editor);
      stage.model.script(...edit(second, change, "Second done."));
      await other.prompt("the second");
      const names = async () => (await editor.hand.pendingReviews?.()) ?? [];
      await eventually(async () => expect(await names()).toHaveLength(2));
      expect(await names()).toContain(firstTab);
      const secondTab = (await names()).find((name) => name !== firstTab) ?? "";
      await editor.hand.accept?.(secondTab);
      await other.shows(/Second done\./);
      expect([stage.read(first), stage.read(second)]).toEqual([text, change.to]);
      stage.model.script([say("First done.")]);
      await editor.hand.accept?.(firstTab);
      await claude.shows(/First done\./);
      expect(stage.read(first)).toBe(change.to);
    },
  },
];
