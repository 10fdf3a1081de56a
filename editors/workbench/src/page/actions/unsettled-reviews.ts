/** A review that replaces another one can't be accepted for a moment: see `settleMilliseconds`. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { settleMilliseconds } from "../core/settling.js";
import type { Store } from "../core/store.js";

/** The tabs of reviews that came to the front just after another one was closed. */
export function followUnsettled({ model, view }: Pick<Store, "model" | "view">): ReadonlySignal<ReadonlySet<string>> {
  const unsettled = signal<ReadonlySet<string>>(new Set());
  let before: readonly string[] = [];
  let justClosed = false;
  let forget: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const open = new Set(model.value?.tabs.filter(({ kind }) => kind === "review").map(({ id }) => id));
    const front = view.value.front.filter((id) => id !== null && open.has(id)) as string[];
    if (before.some((id) => !open.has(id))) {
      justClosed = true;
      clearTimeout(forget);
      forget = setTimeout(() => {
        justClosed = false;
      }, settleMilliseconds);
    }
    const added = justClosed ? front.filter((id) => !before.includes(id)) : [];
    before = front;
    if (added.length === 0) return;
    unsettled.value = new Set([...unsettled.peek(), ...added]);
    setTimeout(() => {
      unsettled.value = new Set([...unsettled.peek()].filter((id) => !added.includes(id)));
    }, settleMilliseconds);
  });
  return unsettled;
}
