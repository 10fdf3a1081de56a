/** How Claude Code finds the editor. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { main } from "../../cli-command.js";
import { clientEnvironment } from "../claude.js";
import { say } from "../model.js";
import { edit, joined, review, type Scenario } from "../scenario.js";

export const connectScenarios: readonly Scenario[] = [
  {
    title: "connects by itself with --ide, and is given nothing of our environment",
    isCore: true,
    async run(stage) {
      const { claude } = await joined(stage);
      const { environment } = claude;
      expect(environment).toEqual(clientEnvironment(claude.options));
      await claude.exit();
    },
  },
  {
    title: "connects by itself with CLAUDE_CODE_SSE_PORT alone",
    async run(stage) {
      const editor = await stage.editor();
      await stage.claude({ args: [], env: { CLAUDE_CODE_SSE_PORT: String(editor.port) } });
      await stage.connected(editor);
    },
  },
  {
    title: "connects when it is started by tandem claude",
    async run(stage) {
      const path = stage.file("a.txt", "one\n");
      const editor = await stage.editor();
      const claude = await stage.claudeAs([process.execPath, main, "claude"]);
      await stage.connected(editor);
      // It is in the mode that asks, though nobody named one.
      stage.model.script(...edit(path, { from: "one", to: "1" }, "All done."));
      await claude.prompt("change it");
      await editor.hand.accept?.(await review(editor));
      await claude.shows(/All done\./);
      expect(stage.read(path)).toBe("1\n");
    },
  },
  {
    title: "/ide lists the editor by its name and connects",
    async run(stage) {
      const editor = await stage.editor();
      const claude = await stage.claude({ args: [] });
      await claude.prompt("/ide");
      await claude.shows(/Select IDE/);
      await claude.choose(editor.name);
      await stage.connected(editor);
    },
  },
  {
    title: "a project that is reached through a link is found",
    async run(stage) {
      const editor = await stage.editor();
      const link = join(stage.site.root, "link");
      symlinkSync(stage.folder, link);
      await stage.claude({ folder: link });
      await stage.connected(editor);
    },
  },
  {
    title: "of two editors on one folder none is taken by itself; CLAUDE_CODE_SSE_PORT chooses",
    async run(stage) {
      const [first, second] = [await stage.editor(), await stage.editor()];
      const undecided = await stage.claude();
      stage.model.script([say("I am here.")]);
      await undecided.prompt("are you there");
      await undecided.shows(/I am here/);
      expect([await first.clients(), await second.clients()]).toEqual([0, 0]);
      const claude = await stage.claude({ env: { CLAUDE_CODE_SSE_PORT: String(second.port) } });
      await stage.connected(second);
      expect(await first.clients()).toBe(0);
      await claude.exit();
    },
  },
];
