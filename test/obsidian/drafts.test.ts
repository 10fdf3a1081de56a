/** Text typed into a review when Obsidian (emulated) is killed. Notes are saved by Obsidian itself. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { draftsIn, journalOf } from "../saved-drafts.js";
import { useVaults, type VaultFixture } from "./vault-fixture.js";

const newFixture = useVaults();

function keptOf({ home }: VaultFixture): string[] {
  return draftsIn(journalOf(home));
}

describe("Obsidian (emulated): text typed into a review", () => {
  test("is offered as text to copy after SIGKILL, and the note is unchanged", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", "one\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName } = await fixture.propose(client, path, "two\n");
    await obsidian.do("editReview", tabName, "my own words\n");
    await eventually(() => expect(keptOf(fixture)).toEqual([expect.stringContaining("\nmy own words\n")]));
    await obsidian.kill();
    const next = await fixture.start();
    const notices: string[] = [];
    await eventually(async () => {
      notices.push(...(await next.do("notices")));
      expect(notices.join()).toMatch(/proposal for Plan\.md were saved\. Claude is no longer waiting\./);
    });
    expect(readFileSync(path, "utf8")).toBe("one\n");
    expect(keptOf(fixture), "until the user has it").toHaveLength(1);
  });

  test("is not stored after a decision", async () => {
    const fixture = newFixture();
    const path = fixture.file("Plan.md", "one\n");
    const obsidian = await fixture.start();
    const { client } = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, "two\n");
    await obsidian.do("editReview", tabName, "my own words\n");
    await eventually(() => expect(keptOf(fixture)).toHaveLength(1));
    await obsidian.do("accept", tabName);
    expect(await answer).toMatchObject({ decision: "saved", text: "my own words\n" });
    await eventually(() => expect(keptOf(fixture)).toEqual([]));
  });
});
