/** Either side exits, restarts or crashes. */
import { expect } from "vitest";
import { edit, joined, noReview, review, type Scenario } from "../scenario.js";

export const lifeScenarios: readonly Scenario[] = [
  {
    title: "Claude Code exits during a review: the review closes and nothing is written",
    isCore: true,
    async run(fixture) {
      const path = fixture.file("a.txt", "one\n");
      const { editor, claude } = await joined(fixture);
      fixture.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await review(editor);
      claude.kill();
      await noReview(editor);
      await fixture.connected(editor, 0);
      expect(fixture.read(path)).toBe("one\n");
    },
  },
  {
    title: "the endpoint restarts: Claude Code reconnects automatically and continues",
    async run(fixture) {
      const path = fixture.file("a.txt", "one\n");
      const { editor, claude } = await joined(fixture);
      await editor.driver.restartEndpoint?.();
      await fixture.connected(editor);
      await editor.driver.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } });
      await claude.shows(/1 line selected/);
      fixture.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await editor.driver.accept?.(await review(editor));
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe("two\n");
    },
  },
  {
    title: "Claude Code exits with /exit: the editor notices and no session remains",
    async run(fixture) {
      const path = fixture.file("a.txt", "one\n");
      const { editor, claude } = await joined(fixture);
      fixture.model.script(...edit(path, { from: "one", to: "two" }, "All done."));
      await claude.prompt("change it");
      await editor.driver.accept?.(await review(editor));
      await claude.shows(/All done\./);
      await claude.exit();
      await fixture.connected(editor, 0);
      await noReview(editor);
    },
  },
  {
    title: "the editor is killed and restarted: /ide finds it and connects",
    async run(fixture) {
      const { editor, claude } = await joined(fixture);
      await editor.kill();
      const next = await fixture.editor();
      await claude.prompt("/ide");
      await claude.shows(/Select IDE/);
      await claude.choose(next.name);
      await fixture.connected(next);
    },
  },
];
