/** Handles events of the browser window: focus, keys, theme, width. */
import { effect } from "@preact/signals";
import type { App } from "./app-parts.js";
import { commandFor } from "./commands/command.js";
import { keyboardFocus } from "./commands/keyboard-focus.js";
import { activeTab } from "./layout/window-view.js";

export function watchWindow(app: App): void {
  watchFocus(app);
  watchKeys(app);
  watchTheme(app);
  watchWidth(app);
  watchTitle(app);
  // Changes usually reach the host within a moment, but not without a connection.
  addEventListener("beforeunload", (event) => {
    if (!app.documents.isSynced.peek()) event.preventDefault();
  });
}

function watchFocus({ connection, selections }: App): void {
  let sent: boolean | undefined;
  const send = () => {
    const isFocused = document.hasFocus() && document.visibilityState === "visible";
    if (isFocused === sent || connection.state.peek() !== "open") return;
    sent = isFocused;
    void connection.request("window.focus", { isFocused }).catch(() => {});
    if (isFocused) selections.repeat();
  };
  addEventListener("focus", () => {
    // Send it again, because another window may have been focused since.
    sent = undefined;
    send();
  });
  addEventListener("blur", send);
  document.addEventListener("visibilitychange", send);
  connection.on("welcome", () => {
    sent = undefined;
    send();
  });
}

/** Listens on the window, so that editors, menus and dialogs handle keys first. */
function watchKeys({ commands, store }: App): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const focus = keyboardFocus();
    const command = commandFor(commands, event, focus);
    // Text fields have their own undo.
    if (focus.isInText && /\.(undo|redo)$/.test(command?.id ?? "")) return;
    // While a dialog is open, allow only commands that open another dialog, such as Ctrl+P in the command palette.
    if (!command || (store.dialog.peek() && !/\.(open|show)$/.test(command.id))) return;
    event.preventDefault();
    command.run();
  });
}

function watchTheme({ preferences, store }: App): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const choice = preferences.theme.value;
    store.isDark.value = choice === "system" ? system.matches : choice === "dark";
    if (choice === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  };
  effect(apply);
  system.addEventListener("change", apply);
}

/** Keep in sync with frame.css. */
const narrow = "(width < 700px)";

function watchWidth({ store }: App): void {
  const query = matchMedia(narrow);
  const apply = () => {
    store.isNarrow.value = query.matches;
  };
  apply();
  query.addEventListener("change", apply);
  // Close the drawer when a file opens.
  effect(() => {
    if (store.view.value) store.isDrawerOpen.value = false;
  });
}

/** Shows the active file and the number of pending reviews in the window title. */
function watchTitle({ store }: App): void {
  effect(() => {
    const model = store.model.value;
    if (!model) return;
    const id = activeTab(store.view.value);
    const label = model.tabs.find((tab) => tab.id === id)?.label;
    const pending = model.tabs.filter((tab) => tab.kind === "review").length;
    const names = [label, model.folders[0]?.name, model.name].filter((name) => name !== undefined);
    document.title = `${pending > 0 ? `(${pending}) ` : ""}${names.join(" – ")}`;
  });
}
