/** Changes that are refused in VS Code's own diff editor: the answer has exactly the characters that were there before. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { answerTo, casesInEditor, hunksOf, type OddProposal, oddProposals } from "../../odd-texts.js";
import type { VscodeStage } from "../stage.js";

const mark = "\uFEFF";

export function reviewByteTests(stage: VscodeStage): void {
  afterEach(() => stage.endClients());

  async function decide(proposal: OddProposal): Promise<void> {
    const path = stage.file("bytes.txt", proposal.before);
    const client = await stage.client();
    const { tabName, answer } = await stage.propose(client, path, proposal.proposed);
    const taken = hunksOf(proposal).flatMap((_hunk, index) => (proposal.takes[index] ? [index] : []));
    await stage.hand.acceptHunks(tabName, taken);
    expect(await answer).toEqual(answerTo(proposal, tabName));
    expect(readFileSync(path, "utf8")).toBe(proposal.before);
    await stage.endClients();
  }

  test("refusing another emoji answered half a character: VS Code moves a range out of a pair", async () => {
    await decide({ before: "a😀b\nsame\nold\n", proposed: "a😁b\nsame\nnew\n", takes: [false, true] });
    await decide({ before: "a\u{1f600}b\nsame\nold\n", proposed: "a\u{1fa00}b\nsame\nnew\n", takes: [false, true] });
  });

  test("a text that begins with two byte-order marks came back with one, and refusing all of it was an acceptance", async () => {
    const marks = mark + mark;
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${marks}A\nsame\nB\n`, takes: [false, true] });
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${marks}A\nsame\nB\n`, takes: [false, false] });
    await decide({ before: `${marks}a\nsame\nb\n`, proposed: `${mark}a\nsame\nB\n`, takes: [false, true] });
  });

  test("autosave in a text that begins with two byte-order marks leaves it with two", async () => {
    await stage.window.ask("setting", "files.autoSaveDelay", 100);
    await stage.window.ask("setting", "files.autoSave", "afterDelay");
    const path = stage.file("autosaved.txt", `${mark}${mark}one\n`);
    const { tabName, answer } = await stage.propose(await stage.client(), path, `${mark}${mark}two\n`);
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+End");
    await stage.window.ask("type", "typed");
    const tab = async () => (await stage.window.ask("tabs")).find(({ label }) => label === tabName);
    await expect.poll(async () => stage.window.ask("text", (await tab())?.uri ?? "")).toContain("typed");
    await expect.poll(async () => (await tab())?.isDirty).toBe(false);
    await stage.hand.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: `${mark}${mark}two\ntyped` });
    await stage.window.ask("setting", "files.autoSave", "off");
  });

  test("a change was refused in the wrong place where the view had been switched to CRLF", async () => {
    const path = stage.file("crlf.txt", "one\ntwo\nthree\nfour\nfive\n");
    const { tabName, answer } = await stage.propose(await stage.client(), path, "one\n2\nthree\nfour\n5\n");
    await stage.hand.showReview(tabName);
    await stage.window.ask("useCrlf");
    await stage.hand.acceptHunks(tabName, [0]);
    expect(await answer).toEqual({ decision: "saved", text: "one\n2\nthree\nfour\nfive\n" });
  });

  test("emoji, joiners, accents, marks and line ends survive any decisions", { timeout: 1_200_000 }, async () => {
    await fc.assert(fc.asyncProperty(oddProposals, decide), casesInEditor(4));
  });
}
