/** The two tools that reach the model itself: diagnostics and code. */
import { expect } from "vitest";
import { eventually } from "../../eventually.js";
import { say, use } from "../model.js";
import { edit, joined, review, type Scenario } from "../scenario.js";

const complaint = /Type 'string' is not assignable to type 'number'/;

export const toolScenarios: readonly Scenario[] = [
  {
    title: "an error caused by an accepted edit reaches the model automatically",
    needs: "diagnostics",
    async run(fixture) {
      fixture.file("tsconfig.json", "{}\n");
      const path = fixture.file("a.ts", "export const one: number = 1;\n");
      const { editor, claude } = await joined(fixture);
      await editor.driver.openFile(path);
      fixture.model.script(...edit(path, { from: "= 1;", to: '= "one";' }, "All done."), [say("I see it.")]);
      await claude.prompt("change it");
      await editor.driver.accept?.(await review(editor));
      await claude.shows(/All done\./);
      // It arrives with the response to the edit or, if the server wasn't fast enough, with the next prompt.
      await claude.prompt("what is wrong");
      await claude.shows(/I see it\./);
      expect(fixture.model.bodies.some((body) => complaint.test(body))).toBe(true);
    },
  },
  {
    title: "the model asks for the diagnostics of a file that isn't open, and gets them",
    needs: "diagnostics",
    async run(fixture) {
      fixture.file("tsconfig.json", "{}\n");
      const path = fixture.file("wrong.ts", 'export const one: number = "one";\n');
      const editor = await fixture.editor();
      const claude = await fixture.claude({ args: ["--ide", "--allowedTools", "mcp__ide__getDiagnostics"] });
      await fixture.connected(editor);
      // A server that has just started may take longer than Claude Code waits. Then the next response has it.
      await eventually(async () => {
        const next = fixture.model.questions.length + 1;
        fixture.model.script([use("mcp__ide__getDiagnostics", { uri: `file://${path}` })], [say("Asked.")]);
        await claude.prompt("what is wrong");
        expect((await fixture.question(next)).last).toMatch(complaint);
      }, 60_000);
    },
  },
  {
    title: "the model runs code: the user sees and allows it, and the model gets the output",
    needs: "code",
    async run(fixture) {
      const { editor, claude } = await joined(fixture);
      const code = "total = sum(range(10))\nprint('the total is', total)";
      fixture.model.script(
        [use("mcp__ide__executeCode", { code })],
        [use("mcp__ide__executeCode", { code: "total + 1" })],
        [say("Both ran.")],
      );
      await claude.prompt("run it");
      await claude.answer(/1\. Yes/, "Enter");
      expect(await editor.allowCode?.()).toContain(code);
      await claude.answer(/1\. Yes/, "Enter");
      expect(await editor.allowCode?.()).toContain("total + 1");
      await claude.shows(/Both ran\./);
      expect((await fixture.question(1)).last).toContain("the total is 45");
      expect((await fixture.question(2)).last).toContain("46");
    },
  },
];
