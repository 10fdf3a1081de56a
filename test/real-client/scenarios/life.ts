/** Coming and going of either side. */
import { expect } from "vitest";
import { edit, joined, noReview, review, type Scenario } from "../scenario.js";

export const lifeScenarios: readonly Scenario[] = [
  {
    title: "Claude Code exits with a review on the screen: nothing is left open, nothing is written",
    isCore: true,
    async run(stage) {
      const path = stage.file("a.txt", "one\n");
      const { editor, claude } = await joined(stage);
      stage.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await review(editor);
      claude.kill();
      await noReview(editor);
      await stage.connected(editor, 0);
      expect(stage.read(path)).toBe("one\n");
    },
  },
  {
    title: "the endpoint restarts: Claude Code comes back by itself, and goes on",
    async run(stage) {
      const path = stage.file("a.txt", "one\n");
      const { editor, claude } = await joined(stage);
      await editor.hand.restartEndpoint?.();
      await stage.connected(editor);
      await editor.hand.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } });
      await claude.shows(/1 line selected/);
      stage.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await editor.hand.accept?.(await review(editor));
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe("two\n");
    },
  },
  {
    title: "Claude Code leaves by /exit: the editor knows, and nothing of it is left",
    async run(stage) {
      const path = stage.file("a.txt", "one\n");
      const { editor, claude } = await joined(stage);
      stage.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await editor.hand.accept?.(await review(editor));
      await claude.shows(/All done\./);
      await claude.exit();
      await stage.connected(editor, 0);
      await noReview(editor);
    },
  },
  {
    title: "the editor is killed and started again: /ide finds and takes it",
    async run(stage) {
      const { editor, claude } = await joined(stage);
      await editor.kill();
      const next = await stage.editor();
      await claude.prompt("/ide");
      await claude.shows(/Select IDE/);
      await claude.choose(next.name);
      await stage.connected(next);
    },
  },
];
