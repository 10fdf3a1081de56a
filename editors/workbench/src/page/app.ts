/** Puts the parts together. Whatever needs another part gets it here. */
import { effect } from "@preact/signals";
import { DraftActions } from "./actions/draft-actions.js";
import { FileActions } from "./actions/file-actions.js";
import { ReviewActions } from "./actions/review-actions.js";
import { SharingActions } from "./actions/sharing-actions.js";
import type { App, AppParts } from "./app-parts.js";
import { createCommands } from "./commands/commands.js";
import { surroundings } from "./commands/keyboard-place.js";
import { Connection } from "./core/connection.js";
import { titleWithKey } from "./core/key-titles.js";
import { fileNameOf } from "./core/paths.js";
import { readPreferences } from "./core/preferences.js";
import { createStore } from "./core/store.js";
import { Toasts } from "./core/toasts.js";
import { Documents } from "./documents/documents.js";
import { SelectionReporter } from "./documents/selection-reporter.js";
import { Language } from "./language/language.js";
import { Layout } from "./layout/layout.js";
import { activeTab } from "./layout/window-view.js";
import { Panes } from "./panes/panes.js";
import { Tree } from "./tree/tree.js";

/** The parts, joined; nothing is connected yet. */
export function createApp({ nonce, secret }: { readonly nonce: string; readonly secret: string }): App {
  const connection = new Connection(secret, () => documents.isSynced.peek());
  const store = createStore();
  const preferences = readPreferences(localStorage);
  const toasts = new Toasts(store.toasts);
  const documents: Documents = new Documents(connection);
  const selections = new SelectionReporter(connection, store);
  const language = new Language({ connection, store, toasts, documents });
  const panes = new Panes({
    connection,
    documents,
    store,
    toasts,
    look: { nonce, isDark: store.isDark, isReadOnly: connection.isAway },
    reviewLayout: preferences.reviewLayout,
    file: {
      selectionChanged: (pane) => {
        if (activeTab(store.view.peek()) === pane.tab) selections.report(pane);
      },
      failed: (_pane, error) => toasts.showError(error),
      opened: (pane) => language.opened(pane),
      closed: (pane) => language.closed(pane),
    },
    review: {
      decided: (pane, accepted) => void reviews.decide(pane, accepted),
      failed: (_pane, error) => toasts.showError(error),
    },
  });
  const layout = new Layout({
    connection,
    store,
    panes,
    surroundings,
    reviewArrived: (tab) => {
      const name = fileNameOf(tab.path, store.model.peek()?.separator ?? "/");
      toasts.show({
        kind: "info",
        text: `Claude proposes a change to ${name}.`,
        action: { label: titleWithKey("Review", "Alt-r"), run: () => layout.bring(tab.id, true) },
        topic: `review:${tab.id}`,
      });
    },
  });
  const files = new FileActions({ connection, store, toasts, documents, layout });
  const reviews = new ReviewActions({ connection, toasts, layout, panes, store });
  const drafts = new DraftActions({ connection, store, toasts, layout });
  const sharing = new SharingActions({ connection, store, toasts });
  const tree = new Tree(connection, store, (error) => toasts.showError(error));
  const parts = {
    connection,
    store,
    preferences,
    toasts,
    documents,
    panes,
    layout,
    tree,
    files,
    reviews,
    drafts,
    sharing,
    selections,
    language,
    nonce,
  };

  followActiveFile(parts);
  dismissOutdated(parts);
  return { ...parts, commands: createCommands(parts) };
}

/** The selection is told of, and the tree shows the file, whenever another one becomes the active one. */
function followActiveFile({ store, panes, layout, tree, selections }: AppParts): void {
  let last: string | null = null;
  effect(() => {
    const id = activeTab(store.view.value);
    const tab = store.model.value?.tabs.find((each) => each.id === id);
    if ((tab?.id ?? null) === last) return;
    last = tab?.id ?? null;
    selections.forget();
    if (!tab) return;
    // The tree must not run away under a hand that is in it.
    if (!document.activeElement?.closest(".tree")) void tree.reveal(tab.path);
    const pane = panes.get(layout.active?.id ?? null);
    if (pane?.kind === "file") selections.report(pane);
  });
}

/**
 * A toast goes when what it says is no longer so: about a review that is over or in front now, about a conflict with the
 * disk that there is no more, about a pause that has ended.
 */
function dismissOutdated({ store, toasts }: AppParts): void {
  effect(() => {
    const { tabs = [], isPaused = false } = store.model.value ?? {};
    const { front } = store.view.value;
    const isOutdated: Record<string, (about: string) => boolean> = {
      review: (id) => front.includes(id) || !tabs.some((tab) => tab.id === id),
      conflict: (path) => !tabs.some((tab) => tab.kind === "file" && tab.path === path && tab.isChangedOnDisk),
      paused: () => !isPaused,
    };
    for (const { topic = "" } of store.toasts.peek()) {
      const [kind = "", ...about] = topic.split(":");
      if (isOutdated[kind]?.(about.join(":"))) toasts.dismissTopic(topic);
    }
  });
}
