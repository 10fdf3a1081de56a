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
      expect(await editor.clients()).toBe(0);
      expect(stage.read(path)).toBe("one\n");
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
