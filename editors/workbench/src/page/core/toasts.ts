/** Short messages that disappear on their own and never take the focus. */

import type { Signal } from "@preact/signals";
import { messageOf } from "@tandem-ide/base";
import type { Toast } from "./store.js";

const maxToasts = 4;
/** How many toasts of a pile are shown one by one. */
const maxSingle = 2;
const shownMilliseconds = { info: 6_000, warning: 10_000, error: 14_000 };

export class Toasts {
  readonly #toasts: Signal<readonly Toast[]>;
  #count = 0;

  constructor(toasts: Signal<readonly Toast[]>) {
    this.#toasts = toasts;
  }

  show(toast: Omit<Toast, "id" | "count">): void {
    const id = ++this.#count;
    const others = this.#toasts.value.filter(({ topic }) => topic === undefined || topic !== toast.topic);
    this.#toasts.value = piled([...others, { ...toast, id }]).slice(-maxToasts);
    // A toast with a button takes longer to read and to act on.
    setTimeout(() => this.dismiss(id), shownMilliseconds[toast.kind] * (toast.action ? 2 : 1));
  }

  /** A newer toast with the same topic replaces an older one. */
  showInfo(text: string, topic?: string): void {
    this.show({ kind: "info", text, ...(topic !== undefined && { topic }) });
  }

  showError(error: unknown): void {
    this.show({ kind: "error", text: messageOf(error) });
  }

  /** Runs an action. If it fails, shows the error and resolves to false. */
  async attempt<T>(action: () => T | Promise<T>): Promise<T | false> {
    try {
      return await action();
    } catch (error) {
      this.showError(error);
      return false;
    }
  }

  dismiss(id: number): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.id !== id);
  }

  dismissTopic(topic: string): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.topic !== topic);
  }
}

/** Merges the pile of the newest toast with it, if it has grown. */
function piled(toasts: readonly Toast[]): readonly Toast[] {
  const newest = toasts.at(-1);
  const pile = newest?.pile;
  if (!pile) return toasts;
  const inPile = toasts.filter((toast) => toast.pile?.name === pile.name);
  const count = inPile.reduce((sum, toast) => sum + (toast.count ?? 1), 0);
  if (count <= maxSingle) return toasts;
  const { action: _, ...merged } = newest;
  return [...toasts.filter((toast) => !inPile.includes(toast)), { ...merged, count, text: pile.describe(count) }];
}
