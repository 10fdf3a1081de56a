/** Editors take no keys while there is nobody to keep what is typed. What is in them can still be selected and copied. */
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";

/** The filter stops what does not ask whether it may, such as the buttons of a hunk; what the host tells passes it. */
const readOnly: Extension = [EditorState.readOnly.of(true), EditorState.changeFilter.of(() => false)];

export function readOnlyWhile(isAway: ReadonlySignal<boolean>): Extension {
  const compartment = new Compartment();
  const content = (value: boolean) => (value ? readOnly : []);
  const follower = ViewPlugin.define((view) => {
    let isAlive = true;
    let isShown = isAway.peek();
    const follow = () => {
      if (!isAlive || isShown === isAway.peek()) return;
      isShown = isAway.peek();
      view.dispatch({ effects: compartment.reconfigure(content(isShown)) });
    };
    // An editor must not be changed while it is being changed, so the news waits for a moment.
    const unsubscribe = isAway.subscribe(() => queueMicrotask(follow));
    return {
      destroy: () => {
        isAlive = false;
        unsubscribe();
      },
    };
  });
  return [compartment.of(content(isAway.peek())), follower];
}
