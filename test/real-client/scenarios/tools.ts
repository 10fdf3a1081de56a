/** The two tools that reach the model itself: diagnostics and code. */
import { expect } from "vitest";
import { eventually } from "../../eventually.js";
import { say, use } from "../model.js";
import { edit, joined, review, type Scenario } from "../scenario.js";

const complaint = /Type 'string' is not assignable to type 'number'/;

export const toolScenarios: readonly Scenario[] = [
  {
    title: "an error that an accepted edit brings reaches the model by itself",
    needs: "diagnostics",
    async run(stage) {
      stage.file("tsconfig.json", "{}\n");
      const path = stage.file("a.ts", "export const one: number = 1;\n");
      const { editor, claude } = await joined(stage);
      await editor.hand.openFile(path);
      stage.model.script(...edit(path, { from: "= 1;", to: '= "one";' }, "All done."), [say("I see it.")]);
      await claude.prompt("change it");
      await editor.hand.accept?.(await review(editor));
      await claude.shows(/All done\./);
      // With the answer to the edit or, where the server was not as quick, with the next prompt.
      await claude.prompt("what is wrong");
      await claude.shows(/I see it\./);
      expect(stage.model.bodies.some((body) => complaint.test(body))).toBe(true);
    },
  },
  {
    title: "the model asks for the problems of a file that is not open, and is told them",
    needs: "diagnostics",
    async run(stage) {
      stage.file("tsconfig.json", "{}\n");
      const path = stage.file("wrong.ts", 'export const one: number = "one";\n');
      const editor = await stage.editor();
      const claude = await stage.claude({ args: ["--ide", "--allowedTools", "mcp__ide__getDiagnostics"] });
      await stage.connected(editor);
      // A server that has just been started may take longer than Claude Code waits; then the next answer has it.
      await eventually(async () => {
        const next = stage.model.questions.length + 1;
        stage.model.script([use("mcp__ide__getDiagnostics", { uri: `file://${path}` })], [say("Asked.")]);
        await claude.prompt("what is wrong");
        expect((await stage.question(next)).last).toMatch(complaint);
      }, 60_000);
    },
  },
  {
    title: "the model runs code: the user is asked and sees it, it runs, and the model is told what it gave",
    needs: "code",
    async run(stage) {
      const { editor, claude } = await joined(stage);
      const code = "total = sum(range(10))\nprint('the total is', total)";
      stage.model.script(
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
      expect((await stage.question(1)).last).toContain("the total is 45");
      expect((await stage.question(2)).last).toContain("46");
    },
  },
];
