/** Short words to the user, which go by themselves and never take the keyboard. */

import type { Signal } from "@preact/signals";
import { messageOf } from "@tandem/base";
import type { Toast } from "./store.js";

const mostAtOnce = 4;
const shownMilliseconds = { info: 6_000, warning: 10_000, error: 14_000 };

/** Shows and dismisses them. */
export class Toasts {
  readonly #toasts: Signal<readonly Toast[]>;
  #count = 0;

  constructor(toasts: Signal<readonly Toast[]>) {
    this.#toasts = toasts;
  }

  show(toast: Omit<Toast, "id">): void {
    const id = ++this.#count;
    const others = this.#toasts.value.filter(({ topic }) => topic === undefined || topic !== toast.topic);
    this.#toasts.value = [...others, { ...toast, id }].slice(-mostAtOnce);
    // With something to press there is more to read and to decide.
    setTimeout(() => this.dismiss(id), shownMilliseconds[toast.kind] * (toast.action ? 2 : 1));
  }

  /** What went wrong, in the words of whoever knows. */
  showError(error: unknown): void {
    this.show({ kind: "error", text: messageOf(error) });
  }

  dismiss(id: number): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.id !== id);
  }

  dismissTopic(topic: string): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.topic !== topic);
  }
}
