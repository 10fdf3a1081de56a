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
    title: "connects automatically with --ide, without our environment",
    isCore: true,
    async run(fixture) {
      const { claude } = await joined(fixture);
      const { environment } = claude;
      expect(environment).toEqual(clientEnvironment(claude.options));
      await claude.exit();
    },
  },
  {
    title: "connects automatically with only CLAUDE_CODE_SSE_PORT",
    async run(fixture) {
      const editor = await fixture.editor();
      await fixture.claude({ args: [], env: { CLAUDE_CODE_SSE_PORT: String(editor.port) } });
      await fixture.connected(editor);
    },
  },
  {
    title: "connects when started with tandem claude",
    async run(fixture) {
      const path = fixture.file("a.txt", "one\n");
      const editor = await fixture.editor();
      const claude = await fixture.claudeAs([process.execPath, main, "claude"]);
      await fixture.connected(editor);
      // It is in the mode that asks, although no mode was given.
      fixture.model.script(...edit(path, { from: "one", to: "1" }, "All done."));
      await claude.prompt("change it");
      await editor.driver.accept?.(await review(editor));
      await claude.shows(/All done\./);
      expect(fixture.read(path)).toBe("1\n");
    },
  },
  {
    title: "/ide lists the editor by its name and connects",
    async run(fixture) {
      const editor = await fixture.editor();
      const claude = await fixture.claude({ args: [] });
      await claude.prompt("/ide");
      await claude.shows(/Select IDE/);
      await claude.choose(editor.name);
      await fixture.connected(editor);
    },
  },
  {
    title: "finds a project through a symbolic link",
    async run(fixture) {
      const editor = await fixture.editor();
      const link = join(fixture.sandbox.root, "link");
      symlinkSync(fixture.folder, link);
      await fixture.claude({ folder: link });
      await fixture.connected(editor);
    },
  },
  {
    title: "with two editors on one folder, connects to neither automatically; CLAUDE_CODE_SSE_PORT selects one",
    async run(fixture) {
      const [first, second] = [await fixture.editor(), await fixture.editor()];
      const undecided = await fixture.claude();
      fixture.model.script([say("I am here.")]);
      await undecided.prompt("are you there");
      await undecided.shows(/I am here/);
      expect([await first.clients(), await second.clients()]).toEqual([0, 0]);
      const claude = await fixture.claude({ env: { CLAUDE_CODE_SSE_PORT: String(second.port) } });
      await fixture.connected(second);
      expect(await first.clients()).toBe(0);
      await claude.exit();
    },
  },
];
