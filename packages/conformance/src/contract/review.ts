/** One proposal on its way: sent by a client, seen by the hand, answered once. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import type { DiffAnswer } from "@tandem/protocol";
import { witness } from "./files.js";
import type { Hand } from "./hand.js";
import type { Participant } from "./running-editor.js";
import { sameText, show } from "./show.js";
import { eventually, within } from "./wait.js";

/** A name as Claude Code gives it. */
export function tabNameFor(path: string): string {
  return `✻ [Claude Code] ${basename(path)} (${randomBytes(3).toString("hex")}) ⧉`;
}

/** What a review needs of the room it is in. */
export interface ReviewSurroundings {
  readonly hand: Required<Hand>;
  readonly patienceMs: number;
}

/** Limits of the call; an abort cancels it as a client does. */
export interface ReviewOptions {
  readonly tabName?: string;
  readonly signal?: AbortSignal;
}

export class Review {
  readonly tabName: string;
  readonly #surroundings: ReviewSurroundings;
  readonly #answer: Promise<DiffAnswer>;
  readonly #untouched: () => Promise<void>;
  #isAnswered = false;

  private constructor(
    surroundings: ReviewSurroundings,
    tabName: string,
    answer: Promise<DiffAnswer>,
    untouched: () => Promise<void>,
  ) {
    this.#surroundings = surroundings;
    this.tabName = tabName;
    this.#untouched = untouched;
    this.#answer = answer;
    // Whoever judges the answer waits for it; without a judge its end is nobody's business.
    const note = () => {
      this.#isAnswered = true;
    };
    answer.then(note, note);
  }

  /** Sends a proposal for a file that is as it is on disk now. */
  static async send(
    surroundings: ReviewSurroundings,
    { client }: Participant,
    path: string,
    proposal: string,
    { tabName = tabNameFor(path), signal }: ReviewOptions = {},
  ): Promise<Review> {
    const untouched = await witness(path);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposal, tab_name: tabName };
    return new Review(surroundings, tabName, client.call("openDiff", args, { signal }), untouched);
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** How many views of this name the hand sees. */
  async #views(): Promise<number> {
    const names = await this.#surroundings.hand.pendingReviews();
    return names.filter((name) => name === this.tabName).length;
  }

  /** Waits until the proposal can be seen. */
  async shown(): Promise<this> {
    await eventually(this.#surroundings.patienceMs, async () => {
      assert.equal(await this.#views(), 1, `Exactly one view of ${this.tabName} must be there`);
    });
    return this;
  }

  /** The proposal can still be seen and nobody has answered it. */
  async expectPending(why: string): Promise<void> {
    assert.equal(this.#isAnswered, false, `${this.tabName} was answered ${why}`);
    assert.equal(await this.#views(), 1, `The view of ${this.tabName} was closed ${why}`);
  }

  /** The view goes. */
  async expectGone(): Promise<void> {
    await eventually(this.#surroundings.patienceMs, async () => {
      assert.equal(
        await this.#views(),
        0,
        `The view of ${this.tabName} must close when it is decided, and when its client takes it back (reviewDiff's signal aborts)`,
      );
    });
  }

  /** The answer is acceptance with exactly this text; the view goes, and the file is as it was. */
  async expectSaved(text: string): Promise<void> {
    const answer = await this.#decided();
    if (answer.decision !== "saved") assert.fail(`Expected FILE_SAVED, saw DIFF_REJECTED for ${answer.tabName}`);
    sameText(answer.text, text, "The text that openDiff answers");
    await this.#expectOver();
  }

  /** The answer is rejection with the tab's name; the view goes, and the file is as it was. */
  async expectRejected(): Promise<void> {
    const answer = await this.#decided();
    if (answer.decision !== "rejected") assert.fail(`Expected DIFF_REJECTED, saw FILE_SAVED with ${show(answer.text)}`);
    assert.equal(answer.tabName, this.tabName, "The second item of DIFF_REJECTED is the tab's name");
    await this.#expectOver();
  }

  /** The call ends without an acceptance, as after a cancellation; the view goes, and the file is as it was. */
  async expectEnded(): Promise<void> {
    await this.expectUndecided();
    await this.#expectOver();
  }

  /** The call ends without an acceptance, and the file is as it was; the view may have gone with the editor. */
  async expectUndecided(): Promise<void> {
    const decision = this.#answer.then(
      (answer) => answer.decision,
      () => "none",
    );
    const seen = await within(this.#surroundings.patienceMs, `The end of ${this.tabName}`, decision);
    assert.notEqual(seen, "saved", `${this.tabName} was accepted by nobody, and yet answered FILE_SAVED`);
    await this.#untouched();
  }

  async #decided(): Promise<DiffAnswer> {
    return await within(this.#surroundings.patienceMs, `The answer to openDiff ${this.tabName}`, this.#answer);
  }

  async #expectOver(): Promise<void> {
    await this.expectGone();
    await this.#untouched();
  }
}
