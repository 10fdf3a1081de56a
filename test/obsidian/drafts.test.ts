/** What was typed into a review when Obsidian, which is emulated, is killed. Notes are saved by Obsidian itself. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { journalOf, keptIn } from "../kept-drafts.js";
import { useVaults, type VaultStage } from "./vault-stage.js";

const newStage = useVaults();

function keptOf({ home }: VaultStage): string[] {
  return keptIn(journalOf(home));
}

describe("Obsidian (emulated): what was typed into a review", () => {
  test("is offered as text to copy after SIGKILL, and the note is untouched", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", "one\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName } = await stage.propose(client, path, "two\n");
    await obsidian.do("editReview", tabName, "my own words\n");
    await eventually(() => expect(keptOf(stage)).toEqual([expect.stringContaining("\nmy own words\n")]));
    await obsidian.kill();
    const next = await stage.start();
    const notices: string[] = [];
    await eventually(async () => {
      notices.push(...(await next.do("notices")));
      expect(notices.join()).toMatch(/proposal for Plan\.md was kept\. Claude is no longer waiting\./);
    });
    expect(readFileSync(path, "utf8")).toBe("one\n");
    expect(keptOf(stage), "until the user has it").toHaveLength(1);
  });

  test("is not kept once it is decided", async () => {
    const stage = newStage();
    const path = stage.file("Plan.md", "one\n");
    const obsidian = await stage.start();
    const { client } = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, "two\n");
    await obsidian.do("editReview", tabName, "my own words\n");
    await eventually(() => expect(keptOf(stage)).toHaveLength(1));
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: "my own words\n" });
    await eventually(() => expect(keptOf(stage)).toEqual([]));
  });
});
