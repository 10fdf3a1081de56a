/** Switches an editor between two extensions as a signal changes. */
import { Compartment, type Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";

export function followSignal(isOn: ReadonlySignal<boolean>, on: Extension, off: Extension = []): Extension {
  const compartment = new Compartment();
  const wanted = () => (isOn.peek() ? on : off);
  const follower = ViewPlugin.define((view) => {
    let isAlive = true;
    const follow = () => {
      if (isAlive && compartment.get(view.state) !== wanted())
        view.dispatch({ effects: compartment.reconfigure(wanted()) });
    };
    // Deferred, because an editor can't be changed during an update.
    const unsubscribe = isOn.subscribe(() => queueMicrotask(follow));
    return {
      destroy: () => {
        isAlive = false;
        unsubscribe();
      },
    };
  });
  return [compartment.of(wanted()), follower];
}
