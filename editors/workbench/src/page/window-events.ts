/** What the browser tells of this window: its focus, its keys, its light or dark. */
import { effect } from "@preact/signals";
import type { App } from "./app-parts.js";
import { commandFor } from "./commands/command.js";
import { keyboardPlace } from "./commands/keyboard-place.js";
import { activeTab } from "./layout/window-view.js";

/** Listens for as long as the page lives. */
export function watchWindow(app: App): void {
  watchFocus(app);
  watchKeys(app);
  watchTheme(app);
  watchWidth(app);
  watchTitle(app);
  // Rarely needed: what is typed is with the host within a moment. Without a connection it is not.
  addEventListener("beforeunload", (event) => {
    if (!app.documents.isSynced.peek()) event.preventDefault();
  });
}

function watchFocus({ connection, selections }: App): void {
  let told: boolean | undefined;
  const tell = () => {
    const isFocused = document.hasFocus() && document.visibilityState === "visible";
    if (isFocused === told || connection.state.peek() !== "open") return;
    told = isFocused;
    void connection.request("window.focus", { isFocused }).catch(() => {});
    if (isFocused) selections.repeat();
  };
  addEventListener("focus", () => {
    // Said again even if it was said before: another window may have said it since.
    told = undefined;
    tell();
  });
  addEventListener("blur", tell);
  document.addEventListener("visibilitychange", tell);
  connection.on("welcome", () => {
    told = undefined;
    tell();
  });
}

/** At the end of the way up, so that an editor, a menu or a dialog comes first. */
function watchKeys({ commands, store }: App): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const place = keyboardPlace();
    const command = commandFor(commands, event, place);
    // A field has an undo of its own.
    if (place.isInText && /\.(undo|redo)$/.test(command?.id ?? "")) return;
    // Over an open dialog only other dialogs make sense, and Ctrl+P in the list of commands is one of those.
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

/** Also in frame.css. */
const narrow = "(width < 700px)";

function watchWidth({ store }: App): void {
  const query = matchMedia(narrow);
  const apply = () => {
    store.isNarrow.value = query.matches;
  };
  apply();
  query.addEventListener("change", apply);
  // What was opened from the files is not to be hidden by them.
  effect(() => {
    if (store.view.value) store.isDrawerOpen.value = false;
  });
}

/** What is in front, and how much waits: for people whose eyes are on another window. */
function watchTitle({ store }: App): void {
  effect(() => {
    const model = store.model.value;
    if (!model) return;
    const id = activeTab(store.view.value);
    const label = model.tabs.find((tab) => tab.id === id)?.label;
    const waiting = model.tabs.filter((tab) => tab.kind === "review").length;
    const names = [label, model.folders[0]?.name, model.name].filter((name) => name !== undefined);
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${names.join(" – ")}`;
  });
}
