/** Changes rejected in VS Code's own diff editor: the result has exactly the original characters. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { expectedAnswer, hunksOf, type OddProposal, oddProposals, runsInEditor } from "../../odd-texts.js";
import type { VscodeFixture } from "../fixture.js";

const mark = "\uFEFF";

export function reviewByteTests(fixture: VscodeFixture): void {
  afterEach(() => fixture.endClients());

  async function decide(proposal: OddProposal): Promise<void> {
    const path = fixture.file("bytes.txt", proposal.before);
    const client = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, path, proposal.proposed);
    const taken = hunksOf(proposal).flatMap((_hunk, index) => (proposal.takes[index] ? [index] : []));
    await fixture.driver.acceptHunks(tabName, taken);
    expect(await answer).toEqual(expectedAnswer(proposal, tabName));
    expect(readFileSync(path, "utf8")).toBe(proposal.before);
    await fixture.endClients();
  }

  test("rejecting a change to an emoji returned half a character: VS Code moves a range out of a surrogate pair", async () => {
    await decide({ before: "a😀b\nsame\nold\n", proposed: "a😁b\nsame\nnew\n", takes: [false, true] });
    await decide({ before: "a\u{1f600}b\nsame\nold\n", proposed: "a\u{1fa00}b\nsame\nnew\n", takes: [false, true] });
  });

  test("a file with two byte-order marks keeps both, and rejecting all changes rejects it", async () => {
    const marks = mark + mark;
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${marks}A\nsame\nB\n`, takes: [false, true] });
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${marks}A\nsame\nB\n`, takes: [false, false] });
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${mark}a\nsame\nB\n`, takes: [false, true] });
  });

  test("autosave in a file that begins with two byte-order marks leaves it with two", async () => {
    await fixture.window.ask("setting", "files.autoSaveDelay", 100);
    await fixture.window.ask("setting", "files.autoSave", "afterDelay");
    const path = fixture.file("autosaved.txt", `${mark}${mark}one\n`);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, `${mark}${mark}two\n`);
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+End");
    await fixture.window.ask("type", "typed");
    const tab = () => fixture.driver.review(tabName);
    await expect.poll(async () => fixture.window.ask("text", (await tab())?.uri ?? "")).toContain("typed");
    await expect.poll(async () => (await tab())?.isDirty).toBe(false);
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: `${mark}${mark}two\ntyped` });
    await fixture.window.ask("setting", "files.autoSave", "off");
  });

  test("rejects a change at the right position after switching to CRLF", async () => {
    const path = fixture.file("crlf.txt", "one\ntwo\nthree\nfour\nfive\n");
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, "one\n2\nthree\nfour\n5\n");
    await fixture.driver.showReview(tabName);
    await fixture.window.ask("useCrlf");
    await fixture.driver.acceptHunks(tabName, [0]);
    expect(await answer).toEqual({ decision: "saved", text: "one\n2\nthree\nfour\nfive\n" });
  });

  test("emoji, joiners, accents, marks and line endings survive any decisions", { timeout: 1_200_000 }, async () => {
    await fc.assert(fc.asyncProperty(oddProposals, decide), runsInEditor(4));
  });
}
