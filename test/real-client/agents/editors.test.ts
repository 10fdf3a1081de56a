/** Gemini CLI and Copilot CLI with real editors: they see the selection, and write what the user accepted. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled } from "../../../scripts/agent-programs.mjs";
import { launchChromium } from "../../chromium.js";
import { eventually } from "../../eventually.js";
import { removeFolder } from "../../remove-folder.js";
import type { Integration, RunningIntegration } from "../integration.js";
import { say } from "../model.js";
import { neovimIntegration } from "../neovim-integration.js";
import { ProgramTerminal } from "../program-terminal.js";
import { workbenchIntegration } from "../workbench-integration.js";
import { placesIn, runProgram } from "./agent-fixture.js";
import { AgentModel } from "./agent-model.js";
import { type AgentProgram, copilot, edit, gemini, proposal } from "./agent-program.js";

async function onlyReview({ driver }: RunningIntegration): Promise<string> {
  let names: readonly string[] = [];
  await eventually(async () => {
    names = (await driver.pendingReviews?.()) ?? [];
    expect(names).toHaveLength(1);
  });
  return names[0] ?? "";
}

/** The agent is told the selection, and writes a new file with the text that the user left in the editor. */
async function selectAndWrite(program: AgentProgram, integration: Integration): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-agent-")));
  const [home, folder, tmp] = placesIn(root);
  for (const each of [home, folder, tmp]) mkdirSync(each);
  program.seedHome(home);
  const path = join(folder, "a.txt");
  writeFileSync(path, "one\ntwo words\nthree\n");
  await using model = await AgentModel.start(program.api);
  const editor = await integration.launch({ folder, home, tmp });
  try {
    await using terminal = new ProgramTerminal(home);
    await editor.driver.openFile(path);
    await editor.driver.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 9 } });
    runProgram(terminal, program, { home, folder, tmp }, model.url);
    await eventually(async () => expect(await editor.clients()).toBe(1), 60_000);
    await terminal.shows(program.prompt);
    const created = join(folder, "new.txt");
    model.script([program.write(created, proposal)], [say("All done.")]);
    await terminal.prompt("Write it");
    await eventually(() => expect(model.questions.length).toBeGreaterThan(0));
    expect(model.questions[0]?.includes("two words"), "the model is told the selection").toBe(true);
    const review = await onlyReview(editor);
    if (program.writtenFromEditor === edit) await editor.driver.editAndAccept?.(review, edit);
    else await editor.driver.accept?.(review);
    await terminal.shows(/All done\./);
    expect(readFileSync(created, "utf8")).toBe(program.writtenFromEditor);
  } finally {
    await editor.stop();
    await removeFolder(root);
  }
}

const skips = (program: AgentProgram) => !isInstalled(program.name) && process.env.CI !== "true";

describe("the workbench", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  for (const program of [gemini, copilot])
    test.skipIf(skips(program))(`${program.title} sees the selection and writes what the user accepted`, async () => {
      await selectAndWrite(
        program,
        workbenchIntegration(() => browser),
      );
    });
});

test.skipIf(skips(gemini))("Neovim: Gemini CLI sees the selection and writes what the user accepted", async () => {
  await selectAndWrite(gemini, neovimIntegration);
});
