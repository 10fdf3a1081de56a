/** What Claude Code sees of the editor, and tells the model. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { say } from "../model.js";
import { joined, type Scenario } from "../scenario.js";

const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const lines = (start: number, end: number) => ({
  start: { line: start, character: 0 },
  end: { line: end, character: 3 },
});

export const contextScenarios: readonly Scenario[] = [
  {
    title: "the selection shows in Claude Code, follows the editor, and the model is told exactly those lines",
    isCore: true,
    async run(stage) {
      const path = stage.file("a.txt", text);
      const { editor, claude } = await joined(stage);
      await editor.hand.select(path, lines(1, 1));
      await claude.shows(/1 line selected/);
      await editor.hand.select(path, lines(1, 3));
      await claude.shows(/3 lines selected/);
      stage.model.script([say("I see.")]);
      await claude.prompt("what is selected");
      const { text: asked } = await stage.question(0);
      // 2.1.112 tells the model numbers that are one too low: its own doing (docs/protocol.md, section 4).
      expect(asked).toContain(stage.version === "2.1.112" ? "lines 1 to 3 from" : "lines 2 to 4 from");
      expect(asked).toContain(JSON.stringify("two\nthree\nfou").slice(1, -1));
      expect(asked).not.toContain("seven");
    },
  },
  {
    title: "a file without a selection shows, and the model is told its name and none of its text",
    async run(stage) {
      const path = stage.file("open.txt", "unmistakable words\n");
      const { editor, claude } = await joined(stage);
      await editor.hand.openFile(path);
      await claude.shows(/In open\.txt/);
      stage.model.script([say("I see.")]);
      await claude.prompt("what is open");
      const { text: asked } = await stage.question(0);
      expect(asked).toContain("open.txt");
      expect(asked).not.toContain("unmistakable words");
    },
  },
  {
    title: "mentions of a file, of lines, of a folder and of a path with spaces stand in the prompt",
    isCore: true,
    async run(stage) {
      const path = stage.file("a.txt", text);
      const spaced = stage.file("with spaces/b c.txt", text);
      const { editor, claude } = await joined(stage);
      await editor.hand.mention(path);
      await claude.shows(/@a\.txt/);
      await editor.hand.mention(path, { start: 4, end: 6 });
      await claude.shows(/@a\.txt#L5-7/);
      await editor.hand.mention(`${stage.folder}/with spaces`);
      await claude.shows(/with spaces/);
      await editor.hand.mention(spaced);
      await claude.shows(/b c\.txt/);
    },
  },
  {
    title: "a withheld file never reaches the model: not selected, not mentioned, not named",
    isCore: true,
    async run(stage) {
      const secret = stage.file(".env", "PASSWORD=correct-horse\n");
      const diary = stage.file("diary.txt", "my own words\n");
      writeFileSync(join(stage.site.workspace, ".tandemignore"), "diary.txt\n");
      const plain = stage.file("plain.txt", text);
      const { editor, claude } = await joined(stage);
      for (const path of [secret, diary]) {
        await editor.hand.openFile(path);
        await editor.hand.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 8 } });
        await editor.hand.mention(path);
      }
      stage.model.script([say("Nothing seen.")], [say("Now I see.")]);
      await claude.prompt("what do you see");
      await claude.shows(/Nothing seen/);
      await editor.hand.select(plain, lines(0, 0));
      await claude.shows(/1 line selected/);
      await claude.prompt("and now");
      await claude.shows(/Now I see/);
      for (const body of stage.model.bodies)
        for (const word of ["correct-horse", "PASSWORD", "my own words", basename(diary)])
          expect(body).not.toContain(word);
    },
  },
];
