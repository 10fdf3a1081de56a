/** Unsaved text in this page, to copy or download while there is no connection. */
import type { Store } from "../core/store.js";
import type { Panes } from "../panes/panes.js";

export interface UnsavedText {
  readonly path: string;
  readonly label: string;
  readonly isReview: boolean;
  readonly text: () => string;
}

/** Includes changes that the host hasn't confirmed. */
export function unsavedTexts(panes: Panes, store: Store): readonly UnsavedText[] {
  const tabs = new Map(store.model.peek()?.tabs.map((tab) => [tab.id, tab]));
  const texts = new Map<string, UnsavedText>();
  for (const pane of panes.all) {
    const { path } = pane;
    const tab = tabs.get(pane.tab);
    const label = tab?.label ?? path;
    if (pane.kind === "review") {
      const edited = pane.editedText;
      if (edited !== undefined) texts.set(pane.tab, { path, label, isReview: true, text: () => edited });
      continue;
    }
    if (pane.kind === "change") continue;
    const view = pane.view.peek();
    const isUnsaved = (tab?.kind === "file" && tab.isDirty) || pane.sync?.isSynced === false;
    // A file may be open in both groups. Unconfirmed changes are only in the one where they were made.
    const isNewest = !texts.has(path) || pane.sync?.isSynced === false;
    if (view && isUnsaved && isNewest)
      texts.set(path, { path, label, isReview: false, text: () => view.state.doc.toString() });
  }
  return [...texts.values()];
}
