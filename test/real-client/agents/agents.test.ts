/** The real Gemini CLI, Qwen Code and Copilot CLI with an editor without a screen: they connect by themselves, see the selection, and write. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isInstalled } from "../../../scripts/agent-programs.mjs";
import { eventually } from "../../eventually.js";
import { say } from "../model.js";
import { AgentFixture } from "./agent-fixture.js";
import { type AgentProgram, copilot, edit, gemini, proposal, qwen } from "./agent-program.js";

/** The folder for the screens and messages of failed scenarios. */
const evidenceFolder = fileURLToPath(new URL("../../../test-results/real-client", import.meta.url));

async function scenario(program: AgentProgram, title: string, run: (fixture: AgentFixture) => Promise<void>) {
  await using fixture = await AgentFixture.create(program);
  try {
    await run(fixture);
  } catch (error) {
    mkdirSync(evidenceFolder, { recursive: true });
    writeFileSync(join(evidenceFolder, `${program.name} ${title}.log`.replace(/[^\w.-]+/g, "-")), fixture.evidence());
    throw error;
  }
}

describe.each([gemini, qwen, copilot])("$title", (program) => {
  const agentTest = (title: string, run: (fixture: AgentFixture) => Promise<void>) =>
    test(
      isInstalled(program.name) ? title : `${title} (skipped: ${program.title} isn't installed)`,
      {
        concurrent: true,
        skip: !isInstalled(program.name) && process.env.CI !== "true",
      },
      () => scenario(program, title, run),
    );

  agentTest("connects by itself, and its model is told the selection, but never of a hidden file", async (fixture) => {
    const { editor, model, terminal, endpoint } = fixture;
    const path = fixture.file("a.txt", "one\ntwo words\nthree\n");
    editor.open(path);
    editor.select({ start: { line: 1, character: 0 }, end: { line: 1, character: 9 } });
    await fixture.join();
    expect(endpoint.status.clients[0]?.name).toBe(program.title);
    model.script([say("Seen.")]);
    await terminal.prompt("Look at my selection");
    const question = await fixture.question(0);
    // Not `toContain`, which would print the whole prompt.
    expect(["two words", basename(path)].filter((part) => !question.includes(part))).toEqual([]);
    await terminal.shows(/Seen\./);
    const hidden = fixture.file(".env", "KEY=only-the-user-knows\n");
    editor.open(hidden);
    editor.select({ start: { line: 0, character: 0 }, end: { line: 0, character: 23 } });
    await terminal.prompt("And now");
    await eventually(() => expect(model.questions.some((each) => each.includes("And now"))).toBe(true));
    expect(model.questions.some((each) => each.includes("only-the-user-knows"))).toBe(false);
    process.kill(terminal.pid, "SIGKILL");
    await fixture.connected(0);
  });

  if (program === copilot)
    agentTest("puts a mention into its prompt", async (fixture) => {
      const { editor, model, terminal } = fixture;
      const path = fixture.file("a.txt", "one\ntwo\nthree\n");
      await fixture.join();
      expect(editor.mention({ path, lines: { start: 1, end: 2 } })).toEqual({ status: "sent", clients: 1 });
      await terminal.shows(/a\.txt/);
      model.script([say("Seen.")]);
      await terminal.prompt("Look at it");
      expect((await fixture.question(0)).includes("a.txt (lines 2-3 of"), "the model is told the lines").toBe(true);
    });

  agentTest("accepted in the editor, it writes the text that it is known to write", async (fixture) => {
    const { editor, model, terminal } = fixture;
    const path = join(fixture.folder, "new.txt");
    await fixture.join();
    model.script([program.write(path, proposal)], [say("All done.")]);
    await terminal.prompt("Write it");
    await eventually(() => expect(editor.reviews).toHaveLength(1));
    editor.reviews[0]?.accept(edit);
    await terminal.shows(/All done\./);
    expect(fixture.read(path)).toBe(program.writtenFromEditor);
  });

  agentTest("accepted in the terminal, it writes the text that it is known to write", async (fixture) => {
    const { endpoint, model, terminal } = fixture;
    const [edited, emptied] = [join(fixture.folder, "edited.txt"), join(fixture.folder, "emptied.txt")];
    await fixture.join();
    // In one turn, because Qwen Code asks the model for a next prompt after each.
    model.script([program.write(edited, proposal)], [program.write(emptied, proposal)], [say("All done.")]);
    await terminal.prompt("Write both");
    for (const text of [edit, ""]) {
      await eventually(() => expect(endpoint.reviews).toHaveLength(1));
      const [review] = endpoint.reviews;
      review?.edit(text);
      await terminal.shows(program.question);
      const agree = () => {
        if (review?.outcome === undefined) terminal.keys("Enter");
        expect(review?.outcome).toBe("withdrawn");
      };
      // A question that has just appeared ignores keys.
      await eventually(agree, 20_000, 1500);
    }
    await terminal.shows(/All done\./);
    expect([fixture.read(edited), fixture.read(emptied)]).toEqual(program.writtenFromTerminal);
  });
});
