/** Accepting and rejecting reviews, and moving between them. */
import type { ReadonlySignal } from "@preact/signals";
import { nextInQueue } from "@tandem-ide/base/review";
import type { GivenFeedback, ReviewTab, Tab } from "../../messages.js";
import type { Preferences } from "../core/preferences.js";
import type { ReviewPane } from "../panes/review-pane.js";
import type { ActionParts } from "./action-parts.js";
import type { ReviewsOfClient } from "./pending-reviews.js";
import { followUnsettled } from "./unsettled-reviews.js";

interface ReviewActionParts extends ActionParts {
  readonly preferences: Preferences;
}

export class ReviewActions {
  readonly #parts: ReviewActionParts;
  readonly #deciding = new Set<string>();
  /** Tabs of reviews that just replaced another one. A click can't have been meant for them yet. */
  readonly unsettled: ReadonlySignal<ReadonlySet<string>>;

  constructor(parts: ReviewActionParts) {
    this.#parts = parts;
    this.unsettled = followUnsettled(parts.store);
  }

  /** In tab order. */
  get pending(): readonly ReviewTab[] {
    return this.#parts.layout.tabs.filter((tab) => tab.kind === "review");
  }

  get active(): ReviewPane | undefined {
    const pane = this.#parts.panes.get(this.#parts.layout.active?.id ?? null);
    return pane?.kind === "review" ? pane : undefined;
  }

  showNext(): void {
    const { layout, toasts } = this.#parts;
    const next = nextInQueue(this.pending, layout.active?.id) ?? this.pending[0];
    if (next) layout.bring(next.id, true);
    else toasts.showInfo("No pending reviews.", "no-review");
  }

  /** Answers the client with exactly what is on the screen. Afterwards, the next review opens. */
  async decide(pane: ReviewPane, accepted: boolean, reason?: string): Promise<void> {
    const { connection, layout, toasts } = this.#parts;
    const { id } = pane.facts;
    if (this.#deciding.has(id)) return;
    if (accepted && this.unsettled.peek().has(pane.tab)) {
      toasts.showInfo("This review just opened. Check it before you accept.", "unsettled-review");
      return;
    }
    this.#deciding.add(id);
    const isDone = await toasts.attempt(async () => {
      if (accepted) await pane.whenSynced();
      this.#openNextAfter(pane.tab);
      const said = reason?.trim() ? { reason } : {};
      await this.#told(await connection.request("review.decide", { review: id, accepted, ...said }));
    });
    if (isDone === false) layout.forgetNext(pane.tab);
    this.#deciding.delete(id);
  }

  /** Handles closing a tab. If it is a review, this rejects it, and the next one opens. */
  closing(tab: Tab): void {
    if (tab.kind === "review") this.#openNextAfter(tab.id);
  }

  /** Opens a review again that was closed and not yet rejected. */
  async keep(id: string): Promise<void> {
    const { connection, layout, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const { tab } = await connection.request("review.keep", { review: id });
      layout.bring(tab, true);
    });
  }

  /** Opens the review again that was closed last. */
  async keepLast(): Promise<void> {
    const last = this.#parts.store.model.peek()?.rejecting.at(-1);
    if (last) await this.keep(last.id);
  }

  /** Asks first, because the user may not have seen all of them. */
  decideAll({ id, name, tabs }: ReviewsOfClient, accepted: boolean): void {
    const all = `all ${tabs.length} reviews`;
    const outdated = tabs.filter(({ review }) => review.isOutdated).length;
    const warning = outdated > 0 ? ` ${outdated} of these files changed after the proposal.` : "";
    this.#parts.store.dialog.value = {
      kind: "confirm",
      title: accepted ? `Accept ${all}?` : `Reject ${all}?`,
      text: `Proposed by ${name}: ${tabs.map(({ label }) => label).join(", ")}.${accepted ? warning : ""}`,
      button: accepted ? "Accept all" : "Reject all",
      run: () => void this.#decideAll(id, accepted),
    };
  }

  async #decideAll(client: string, accepted: boolean): Promise<void> {
    const { connection, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const { left, feedback } = await connection.request("review.decide-all", { client, accepted });
      await this.#told(feedback);
      if (left === 0) return;
      const these = left === 1 ? "One review" : `${left} reviews`;
      toasts.show({
        kind: "warning",
        text: `${these} can't be accepted, because the agent doesn't support empty files.`,
      });
    });
  }

  /** Says where the text is that the user wrote for the agent. */
  async #told(feedback: GivenFeedback | null | undefined): Promise<void> {
    const { store, toasts } = this.#parts;
    if (!feedback) return;
    if (feedback.isInPrompt) {
      const show = { label: "Show terminal", run: () => (store.isTerminalOpen.value = true) };
      const action = store.isTerminalOpen.peek() ? {} : { action: show };
      toasts.show({
        kind: "info",
        text: "Your message is in Claude Code's prompt. Press Enter there to send it.",
        ...action,
      });
      return;
    }
    const copy = async () => {
      await navigator.clipboard.writeText(feedback.text);
      toasts.showInfo("Your message was copied. Paste it into the agent's prompt.", "feedback");
    };
    await copy().catch(() => {
      // The browser wants a click for this.
      const action = { label: "Copy", run: () => void toasts.attempt(copy) };
      toasts.show({
        kind: "warning",
        text: "Your message to the agent hasn't been copied yet.",
        topic: "feedback",
        action,
      });
    });
  }

  #openNextAfter(tab: string): void {
    const { layout, preferences } = this.#parts;
    const next = preferences.opensNextReview.peek() ? nextInQueue(this.pending, tab) : undefined;
    if (next) layout.bringAfter(tab, next.id);
  }
}
