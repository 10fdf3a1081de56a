/** What was typed in this page and is on no disk: all that is left of it while the host is away. */
import type { Store } from "../core/store.js";
import type { Panes } from "../panes/panes.js";

export interface TypedText {
  readonly path: string;
  readonly label: string;
  readonly isReview: boolean;
  readonly text: () => string;
}

/** The texts of this window that the host would call unsaved, keys that it has not confirmed among them. */
export function typedTexts(panes: Panes, store: Store): readonly TypedText[] {
  const tabs = new Map(store.model.peek()?.tabs.map((tab) => [tab.id, tab]));
  const texts = new Map<string, TypedText>();
  for (const pane of panes.all) {
    const { path } = pane;
    const tab = tabs.get(pane.tab);
    const label = tab?.label ?? path;
    if (pane.kind === "review") {
      const typed = pane.typedText;
      if (typed !== undefined) texts.set(pane.tab, { path, label, isReview: true, text: () => typed });
      continue;
    }
    const view = pane.view.peek();
    const isTyped = (tab?.kind === "file" && tab.isDirty) || pane.sync?.isSynced === false;
    // The same file in both halves is one text, and unconfirmed keys are in the half where they were typed.
    const isNewest = !texts.has(path) || pane.sync?.isSynced === false;
    if (view && isTyped && isNewest)
      texts.set(path, { path, label, isReview: false, text: () => view.state.doc.toString() });
  }
  return [...texts.values()];
}
