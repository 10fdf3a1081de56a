/** Notices about reviews: one that arrives while the user types, and one that has ended. */
import { effect, signal } from "@preact/signals";
import { describeRecord } from "@tandem-ide/base/review";
import type { Tab } from "../../messages.js";
import { fileNameOf, shortPath } from "../core/paths.js";
import { titleWithKey } from "../ui/key-hint.js";
import type { ActionParts } from "./action-parts.js";
import type { ReviewActions } from "./review-actions.js";

const manyTopic = "reviews";

export class ReviewNotices {
  readonly #parts: ActionParts;
  readonly #reviews: ReviewActions;
  /** The tabs of reviews that opened in the background and have not been seen. */
  readonly #arrived = signal<readonly string[]>([]);

  constructor(parts: ActionParts, reviews: ReviewActions) {
    this.#parts = parts;
    this.#reviews = reviews;
    this.#followArrived();
    parts.connection.on("review.ended", (record) => {
      const { store, toasts } = parts;
      // The user didn't decide it.
      if (record.outcome === "withdrawn") return;
      const text = describeRecord(record, shortPath(record.path, store.model.peek()));
      if (record.isWritten === false) toasts.show({ kind: "warning", text });
      else
        toasts.show({
          kind: "info",
          text,
          pile: { name: "decided", describe: (count) => `${count} reviews decided.` },
        });
    });
  }

  /** A review opened in the background because the user is typing. */
  arrived(tab: Tab): void {
    const { layout, store, toasts } = this.#parts;
    this.#arrived.value = [...this.#arrived.peek(), tab.id];
    const count = this.#arrived.peek().length;
    if (count > 2) {
      this.#showMany(count);
      return;
    }
    const name = fileNameOf(tab.path, store.model.peek()?.separator ?? "/");
    toasts.show({
      kind: "info",
      text: `Claude proposed changes to ${name}.`,
      action: { label: titleWithKey("Review", "Alt-r"), run: () => layout.bring(tab.id, true) },
      topic: `review:${tab.id}`,
    });
  }

  #showMany(count: number): void {
    const { toasts } = this.#parts;
    for (const id of this.#arrived.peek()) toasts.dismissTopic(`review:${id}`);
    toasts.show({
      kind: "info",
      text: `${count} more reviews.`,
      action: { label: titleWithKey("Review", "Alt-r"), run: () => this.#reviews.showNext() },
      topic: manyTopic,
    });
  }

  /** A notice disappears when its review comes to the front or ends. */
  #followArrived(): void {
    const { store, toasts } = this.#parts;
    effect(() => {
      const { tabs = [] } = store.model.value ?? {};
      const { front } = store.view.value;
      const before = this.#arrived.peek();
      const left = before.filter((id) => !front.includes(id) && tabs.some((tab) => tab.id === id));
      if (left.length === before.length) return;
      this.#arrived.value = left;
      for (const id of before) if (!left.includes(id)) toasts.dismissTopic(`review:${id}`);
      if (!store.toasts.peek().some(({ topic }) => topic === manyTopic)) return;
      if (left.length > 1) this.#showMany(left.length);
      else toasts.dismissTopic(manyTopic);
    });
  }
}
