/** Creates the parts of the page and wires them together. */
import { effect } from "@preact/signals";
import { DraftActions } from "./actions/draft-actions.js";
import { FileActions } from "./actions/file-actions.js";
import { ReviewActions } from "./actions/review-actions.js";
import { ReviewNotices } from "./actions/review-notices.js";
import { SharingActions } from "./actions/sharing-actions.js";
import type { App, AppParts } from "./app-parts.js";
import { ChangeActions } from "./changes/change-actions.js";
import { ChangeList } from "./changes/change-list.js";
import { FileMarks } from "./changes/file-marks.js";
import { createCommands } from "./commands/commands.js";
import { focusState } from "./commands/keyboard-focus.js";
import { Connection } from "./core/connection.js";
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

/** Call `connection.open()` to start it. */
export function createApp({ nonce, secret }: { readonly nonce: string; readonly secret: string }): App {
  const connection = new Connection(secret, () => documents.isSynced.peek());
  const store = createStore();
  const preferences = readPreferences(localStorage);
  const toasts = new Toasts(store.toasts);
  const documents: Documents = new Documents(connection);
  const selections = new SelectionReporter(connection, store);
  const core = { connection, store, toasts, documents };
  const language = new Language(core);
  const panes = new Panes({
    ...core,
    look: { nonce, isDark: store.isDark, isReadOnly: connection.isAway },
    reviewLayout: preferences.reviewLayout,
    file: {
      extension: (pane) => fileMarks.extension(pane),
      selectionChanged: (pane) => {
        if (activeTab(store.view.peek()) === pane.tab) selections.report(pane);
      },
      opened: (pane) => {
        language.opened(pane);
        fileMarks.opened(pane);
      },
      closed: (pane) => language.closed(pane),
    },
    reviewDecided: (pane, accepted) => void reviews.decide(pane, accepted),
    changeDecided: (decision, target) => changes.decide(decision, target),
  });
  const layout = new Layout({
    connection,
    store,
    panes,
    focusState,
    reviewArrived: (tab) => notices.arrived(tab),
  });
  const actionParts = { ...core, layout, panes };
  const reviews = new ReviewActions({ ...actionParts, preferences });
  const notices = new ReviewNotices(actionParts, reviews);
  const files = new FileActions({ ...actionParts, closing: (tab) => reviews.closing(tab) });
  const changeList = new ChangeList(connection, toasts);
  const changes: ChangeActions = new ChangeActions(actionParts, changeList);
  const fileMarks: FileMarks = new FileMarks({ ...actionParts, list: changeList, actions: changes, files });
  const parts = {
    ...actionParts,
    preferences,
    tree: new Tree(connection, store, toasts),
    files,
    reviews,
    changes,
    changeList,
    fileMarks,
    drafts: new DraftActions(actionParts),
    sharing: new SharingActions(core),
    selections,
    language,
    nonce,
  };

  followActiveFile(parts);
  sendNotificationChoice(parts);
  dismissOutdated(parts);
  return { ...parts, commands: createCommands(parts) };
}

/** Reports the selection and reveals the file in the tree when another file becomes active. */
function followActiveFile({ store, panes, layout, tree, selections }: AppParts): void {
  let last: string | null = null;
  effect(() => {
    const id = activeTab(store.view.value);
    const tab = store.model.value?.tabs.find((each) => each.id === id);
    if ((tab?.id ?? null) === last) return;
    last = tab?.id ?? null;
    selections.forget();
    if (!tab) return;
    // The tree must not scroll while the user works in it.
    if (!document.activeElement?.closest(".tree")) void tree.reveal(tab.path);
    const pane = panes.get(layout.active?.id ?? null);
    if (pane?.kind === "file") selections.report(pane);
  });
}

/** The host keeps the choice only while it runs. */
function sendNotificationChoice({ connection, preferences, toasts }: AppParts): void {
  effect(() => {
    const choice = preferences.notifications.value;
    if (connection.state.value !== "open") return;
    void toasts.attempt(() => connection.request("notifications.choose", { choice }));
  });
}

/** Dismisses toasts about a resolved conflict, and a pause that ended. */
function dismissOutdated({ store, toasts }: AppParts): void {
  effect(() => {
    const { tabs = [], isPaused = false } = store.model.value ?? {};
    const isOutdated: Record<string, (about: string) => boolean> = {
      conflict: (path) => !tabs.some((tab) => tab.kind === "file" && tab.path === path && tab.isChangedOnDisk),
      paused: () => !isPaused,
    };
    for (const { topic = "" } of store.toasts.peek()) {
      const [kind = "", ...about] = topic.split(":");
      if (isOutdated[kind]?.(about.join(":"))) toasts.dismissTopic(topic);
    }
  });
}
