/** One proposal: sent by a client, seen by the driver, answered once. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import type { DiffAnswer } from "@tandem-ide/protocol";
import { show } from "../show.js";
import type { Driver } from "./driver.js";
import { watchFile } from "./files.js";
import type { Participant } from "./running-editor.js";
import { assertSameText } from "./same-text.js";
import { eventually, within } from "./wait.js";

/** Returns a tab name like Claude Code's. */
export function tabNameFor(path: string): string {
  return `✻ [Claude Code] ${basename(path)} (${randomBytes(3).toString("hex")}) ⧉`;
}

/** What a review needs from its case. */
export interface ReviewContext {
  readonly driver: Required<Driver>;
  readonly patienceMs: number;
}

/** Options of the call; an abort cancels it as a client does. */
export interface ReviewOptions {
  readonly tabName?: string;
  readonly signal?: AbortSignal;
}

export class Review {
  readonly tabName: string;
  readonly #context: ReviewContext;
  readonly #answer: Promise<DiffAnswer>;
  readonly #untouched: () => Promise<void>;
  #isAnswered = false;

  private constructor(
    context: ReviewContext,
    tabName: string,
    answer: Promise<DiffAnswer>,
    untouched: () => Promise<void>,
  ) {
    this.#context = context;
    this.tabName = tabName;
    this.#untouched = untouched;
    this.#answer = answer;
    // Handles a rejection even if no check waits for the response.
    const note = () => {
      this.#isAnswered = true;
    };
    answer.then(note, note);
  }

  /** Sends a proposal for the current content of a file. */
  static async send(
    context: ReviewContext,
    { client }: Participant,
    path: string,
    proposal: string,
    { tabName = tabNameFor(path), signal }: ReviewOptions = {},
  ): Promise<Review> {
    const untouched = await watchFile(path);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposal, tab_name: tabName };
    return new Review(context, tabName, client.call("openDiff", args, { signal }), untouched);
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Counts the visible views of this name. */
  async #countViews(): Promise<number> {
    const names = await this.#context.driver.pendingReviews();
    return names.filter((name) => name === this.tabName).length;
  }

  /** Waits until the proposal is visible. */
  async shown(): Promise<this> {
    await eventually(this.#context.patienceMs, async () => {
      assert.equal(await this.#countViews(), 1, `There must be exactly one view of ${this.tabName}`);
    });
    return this;
  }

  /** Checks that the proposal is still visible and unanswered. */
  async expectPending(why: string): Promise<void> {
    assert.equal(this.#isAnswered, false, `${this.tabName} was answered ${why}`);
    assert.equal(await this.#countViews(), 1, `The view of ${this.tabName} was closed ${why}`);
  }

  /** Waits until the unanswered proposal is visible in another window, which may come before its reviews. */
  async expectShownAgain(why: string): Promise<void> {
    await eventually(this.#context.patienceMs, () => this.expectPending(why));
  }

  /** Waits until the view has closed. */
  async expectGone(): Promise<void> {
    await eventually(this.#context.patienceMs, async () => {
      assert.equal(
        await this.#countViews(),
        0,
        `The view of ${this.tabName} must close when it is decided, and when its client cancels it (reviewDiff's signal aborts)`,
      );
    });
  }

  /** Accepts the proposal in the editor and expects this response. */
  async accept(expected: string): Promise<void> {
    await this.#context.driver.accept(this.tabName);
    await this.expectSaved(expected);
  }

  /** Rejects the proposal in the editor and expects that answer. */
  async reject(): Promise<void> {
    await this.#context.driver.reject(this.tabName);
    await this.expectRejected();
  }

  /** Expects acceptance with exactly this text, a closed view and an unchanged file. */
  async expectSaved(text: string): Promise<void> {
    const answer = await this.#decided();
    if (answer.decision !== "saved") assert.fail(`Expected FILE_SAVED, saw DIFF_REJECTED for ${answer.tabName}`);
    assertSameText(answer.text, text, "The text in openDiff's response");
    await this.#expectClosed();
  }

  /** Expects rejection with the tab name, a closed view and an unchanged file. */
  async expectRejected(): Promise<void> {
    const answer = await this.#decided();
    if (answer.decision !== "rejected") assert.fail(`Expected DIFF_REJECTED, saw FILE_SAVED with ${show(answer.text)}`);
    assert.equal(answer.tabName, this.tabName, "The second item of DIFF_REJECTED must be the tab name");
    await this.#expectClosed();
  }

  /** Expects the call to end without acceptance, a closed view and an unchanged file. */
  async expectEnded(): Promise<void> {
    await this.expectUndecided();
    await this.#expectClosed();
  }

  /** Expects the call to end without acceptance, and an unchanged file. The view may have closed with the editor. */
  async expectUndecided(): Promise<void> {
    const decision = this.#answer.then(
      (answer) => answer.decision,
      () => "none",
    );
    const seen = await within(this.#context.patienceMs, `The end of ${this.tabName}`, decision);
    assert.notEqual(seen, "saved", `Nobody accepted ${this.tabName}, but it was answered FILE_SAVED`);
    await this.#untouched();
  }

  async #decided(): Promise<DiffAnswer> {
    return await within(this.#context.patienceMs, `The response to openDiff ${this.tabName}`, this.#answer);
  }

  async #expectClosed(): Promise<void> {
    await this.expectGone();
    await this.#untouched();
  }
}
