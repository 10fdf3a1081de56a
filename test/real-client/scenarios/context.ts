/** What Claude Code gets from the editor and passes on to the model. */
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
    title: "the selection shows in Claude Code, follows the editor, and the model gets exactly those lines",
    isCore: true,
    async run(fixture) {
      const path = fixture.file("a.txt", text);
      const { editor, claude } = await joined(fixture);
      await editor.driver.select(path, lines(1, 1));
      await claude.shows(/1 line selected/);
      await editor.driver.select(path, lines(1, 3));
      await claude.shows(/3 lines selected/);
      fixture.model.script([say("I see.")]);
      await claude.prompt("what is selected");
      const { text: asked } = await fixture.question(0);
      // 2.1.112 gives the model numbers that are one too low, which is its own bug (docs/protocol.md, section 4).
      expect(asked).toContain(fixture.version === "2.1.112" ? "lines 1 to 3 from" : "lines 2 to 4 from");
      expect(asked).toContain(JSON.stringify("two\nthree\nfou").slice(1, -1));
      expect(asked).not.toContain("seven");
    },
  },
  {
    title: "a file without a selection shows, and the model gets its name but not its text",
    async run(fixture) {
      const path = fixture.file("open.txt", "unmistakable words\n");
      const { editor, claude } = await joined(fixture);
      await editor.driver.openFile(path);
      await claude.shows(/In open\.txt/);
      fixture.model.script([say("I see.")]);
      await claude.prompt("what is open");
      const { text: asked } = await fixture.question(0);
      expect(asked).toContain("open.txt");
      expect(asked).not.toContain("unmistakable words");
    },
  },
  {
    title: "mentions of a file, lines, a folder and a path with spaces appear in the prompt",
    isCore: true,
    async run(fixture) {
      const path = fixture.file("a.txt", text);
      const spaced = fixture.file("with spaces/b c.txt", text);
      const { editor, claude } = await joined(fixture);
      await editor.driver.mention(path);
      await claude.shows(/@a\.txt/);
      await editor.driver.mention(path, { start: 4, end: 6 });
      await claude.shows(/@a\.txt#L5-7/);
      await editor.driver.mention(`${fixture.folder}/with spaces`);
      await claude.shows(/with spaces/);
      await editor.driver.mention(spaced);
      await claude.shows(/b c\.txt/);
    },
  },
  {
    title: "a hidden file never reaches the model, neither by selection nor by mention nor by name",
    isCore: true,
    async run(fixture) {
      const secret = fixture.file(".env", "PASSWORD=correct-horse\n");
      const hiddenFile = fixture.file("diary.txt", "my own words\n");
      writeFileSync(join(fixture.sandbox.workspace, ".tandemignore"), "diary.txt\n");
      const plain = fixture.file("plain.txt", text);
      const { editor, claude } = await joined(fixture);
      for (const path of [secret, hiddenFile]) {
        await editor.driver.openFile(path);
        await editor.driver.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 8 } });
        await editor.driver.mention(path);
      }
      fixture.model.script([say("Nothing seen.")], [say("Now I see.")]);
      await claude.prompt("what do you see");
      await claude.shows(/Nothing seen/);
      await editor.driver.select(plain, lines(0, 0));
      await claude.shows(/1 line selected/);
      await claude.prompt("and now");
      await claude.shows(/Now I see/);
      for (const body of fixture.model.bodies)
        for (const word of ["correct-horse", "PASSWORD", "my own words", basename(hiddenFile)])
          expect(body).not.toContain(word);
    },
  },
];
