/** Actions of the user in the emulated application, with keys, clicks, menus and commands where Obsidian has them. */
import { writeFileSync } from "node:fs";
import type { TextRange } from "@tandem-ide/base";
import { splitHunks } from "@tandem-ide/base/text";
import { FileView, Menu, type MenuItem, Tasks } from "obsidian-test-mocks/obsidian";
import { type EmulatedObsidian, menus, notices } from "./app.js";
import { makeChangeVerbs } from "./change-verbs.js";
import { makePaneVerbs } from "./pane-verbs.js";
import { EmulatedNote } from "./views.js";
import type { EmulatedLeaf } from "./workspace.js";

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** A command of the palette. */
interface PaletteCommand {
  readonly id: string;
  readonly name: string;
  readonly hotkeys?: readonly { readonly modifiers: readonly string[]; readonly key: string }[];
  readonly callback?: () => void;
  readonly checkCallback?: (isChecking: boolean) => unknown;
}

export function makeVerbs(obsidian: EmulatedObsidian) {
  const { app, workspace, watch } = obsidian;
  const inVault = (path: string) => path.slice(obsidian.adapter.getBasePath().length + 1);

  const leafOf = (path: string) =>
    workspace.all.find(({ view }) => {
      return view instanceof FileView && view.file?.path === inVault(path);
    });
  const noteOf = (path: string): EmulatedNote => {
    const view = leafOf(path)?.view;
    if (view instanceof EmulatedNote) return view;
    throw new Error(`${path} is not open as a note`);
  };
  const reviewsNow = () => workspace.getLeavesOfType("tandem-review");
  const tabNameOf = ({ view }: EmulatedLeaf): string => {
    const review: unknown = Reflect.get(Object(view), "review");
    return String(Reflect.get(Object(review), "tabName"));
  };
  const reviewOf = (tabName: string): EmulatedLeaf => {
    const leaf = reviewsNow().find((each) => tabNameOf(each) === tabName);
    if (!leaf) throw new Error(`No review ${tabName} can be seen`);
    return leaf;
  };
  const paneOf = (tabName: string): HTMLElement => {
    const leaf = reviewOf(tabName);
    workspace.setActiveLeaf(leaf, { focus: true });
    const element = leaf.view?.containerEl;
    if (!element) throw new Error("A review has a pane");
    return element;
  };
  const click = (pane: HTMLElement, action: string) => {
    const button = pane.querySelector<HTMLButtonElement>(`[data-tandem="${action}"]`);
    if (!button || button.disabled) throw new Error(`There is no button ${action} to click`);
    button.click();
  };
  const panelOf = (tabName: string) => Reflect.get(Object(reviewOf(tabName).view), "panel");
  const commands = (): readonly PaletteCommand[] => [...obsidian.plugin.commands__.values()];
  const run = ({ name, callback, checkCallback }: PaletteCommand) => {
    if (callback) callback();
    else if (!checkCallback?.(true)) throw new Error(`The palette does not offer "${name}" now`);
    else checkCallback(false);
  };
  const choose = (items: readonly MenuItem[], title: string) => {
    const item = items.find(({ title__ }) => title__ === title);
    if (!item?.onClick__) throw new Error(`The menu has no "${title}", but ${items.map((each) => each.title__)}`);
    item.onClick__(new MouseEvent("click"));
  };

  const verbs = {
    ...makePaneVerbs({ workspace, inVault, noteOf, reviewOf, choose }),
    ...makeChangeVerbs({ obsidian, inVault, noteOf }),
    async openFile(path: string) {
      watch.look();
      const leaf = leafOf(path);
      if (leaf) return workspace.setActiveLeaf(leaf, { focus: true });
      const file = app.vault.getFileByPath(inVault(path));
      if (!file) throw new Error(`The vault has no ${path}`);
      await workspace.getLeaf("tab").openFile(file, { active: true });
    },
    /** Opens a file that another program writes while Obsidian is reading it. */
    async openWhileItChanges(path: string, text: string) {
      const opened = verbs.openFile(path);
      while (!leafOf(path)) await null;
      writeFileSync(path, text);
      watch.look();
      await opened;
    },
    closeFile(path: string) {
      leafOf(path)?.detach();
    },
    async select(path: string, { start, end }: TextRange) {
      await verbs.openFile(path);
      noteOf(path).cm.setSelection({ line: start.line, ch: start.character }, { line: end.line, ch: end.character });
    },
    /** Uses the hotkey for lines, and the file explorer's menu for files and folders. */
    async mention(path: string, lines?: Lines) {
      if (lines) {
        const [start, end] = [
          { line: lines.start, character: 0 },
          { line: lines.end, character: 1 },
        ];
        await verbs.select(path, { start, end });
        return verbs.press("Mod+Alt+K");
      }
      verbs.mentionByMenu([path]);
    },
    mentionByMenu(paths: readonly string[]) {
      watch.look();
      const files = paths.map((path) => app.vault.getAbstractFileByPath(inVault(path)));
      const menu = Menu.create2__();
      if (files.length === 1) workspace.trigger("file-menu", menu, files[0], "file-explorer-context-menu");
      else workspace.trigger("files-menu", menu, files, "file-explorer-context-menu");
      const title = menu.menuItems__.map((item) => String(item.title__)).find((each) => /^Mention/.test(each));
      choose(menu.menuItems__, title ?? "Mention in Claude");
    },
    type(text: string) {
      const view = workspace.activeView;
      if (!(view instanceof EmulatedNote)) throw new Error("No note is in front");
      view.cm.replaceSelection(text);
    },
    async save(path: string) {
      await noteOf(path).save();
    },
    setPaused(isPaused: boolean) {
      // The palette offers one of the two.
      const id = isPaused ? "pause" : "resume";
      const command = commands().find((each) => each.id === id);
      if (command?.checkCallback?.(true)) run(command);
    },
    pendingReviews: () => reviewsNow().map(tabNameOf),
    accept(tabName: string) {
      click(paneOf(tabName), "accept");
    },
    reject(tabName: string) {
      const content = paneOf(tabName).querySelector(".cm-content[contenteditable=true]");
      const key = { key: "N", keyCode: 78, altKey: true, shiftKey: true, bubbles: true, cancelable: true };
      content?.dispatchEvent(new KeyboardEvent("keydown", key));
    },
    editAndAccept(tabName: string, text: string) {
      const { editor } = panelOf(tabName).review;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, userEvent: "input.type" });
      click(paneOf(tabName), "accept");
    },
    acceptHunks(tabName: string, indexes: readonly number[]) {
      const { baseText, text } = panelOf(tabName).review;
      const total = splitHunks(baseText, text).length;
      for (let index = 0; index < total; index++)
        click(paneOf(tabName), indexes.includes(index) ? "accept-hunk" : "reject-hunk");
      click(paneOf(tabName), "accept");
    },
    /** Types into a review without deciding. */
    editReview(tabName: string, text: string) {
      const { editor } = panelOf(tabName).review;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, userEvent: "input.type" });
    },
    closeReview(tabName: string) {
      reviewOf(tabName).detach();
    },
    /** Disables and enables the plugin. */
    async restartEndpoint() {
      obsidian.disable();
      await obsidian.enable();
    },
    disable: () => obsidian.disable(),
    /** Reloads the app: the page closes without unloading the plugin, and a new one opens. */
    async reload() {
      dispatchEvent(new Event("pagehide"));
      await obsidian.enable();
      await obsidian.served();
    },
    /** Focuses the file explorer with these files selected. Its internals are a stand-in for Obsidian's. */
    async selectInExplorer(paths: readonly string[]) {
      watch.look();
      const leaf = workspace.getLeavesOfType("file-explorer")[0] ?? workspace.getLeaf("split");
      if (!leaf.view) await leaf.setViewState({ type: "file-explorer", active: false });
      const items = paths.map((path) => ({ file: app.vault.getAbstractFileByPath(inVault(path)) }));
      const { view } = leaf;
      if (!view) throw new Error("The explorer has a view");
      Object.assign(view, { tree: { selectedDoms: new Set(items), focusedItem: items[0] ?? null } });
      view.containerEl.tabIndex = -1;
      view.containerEl.focus();
    },
    async quit() {
      const tasks = Tasks.create__();
      workspace.trigger("quit", tasks);
      await tasks.promise();
      dispatchEvent(new Event("pagehide"));
    },
    /** Sets whether the window has the focus, which a DOM without a screen doesn't know. */
    focusWindow(hasFocus: boolean) {
      Object.defineProperty(document, "hasFocus", { value: () => hasFocus, configurable: true });
    },
    hidePage() {
      dispatchEvent(new Event("pagehide"));
    },
    /** Runs the command with this hotkey. Mod is Ctrl or Cmd. */
    press(keys: string) {
      const [key = "", ...modifiers] = keys.split("+").reverse();
      const wanted = modifiers.sort().join();
      const command = commands().find(({ hotkeys }) =>
        hotkeys?.some((each) => each.key.toUpperCase() === key && [...each.modifiers].sort().join() === wanted),
      );
      if (!command) throw new Error(`Nothing is on ${keys}`);
      run(command);
    },
    command(id: string) {
      const command = commands().find((each) => each.id === id);
      if (!command) throw new Error(`There is no command ${id}`);
      run(command);
    },
    palette: () =>
      commands().map(({ id, name, hotkeys }) => ({
        id,
        name,
        keys: (hotkeys ?? []).map(({ modifiers, key }) => [...modifiers, key].join("+")),
      })),
    notices: () => notices.splice(0),
    /** Elements that a name or text would have created if it had been treated as HTML. */
    drawnByNames: () => ({
      pwned: Reflect.get(globalThis, "pwned"),
      elements: document.querySelectorAll("img[src=x], script, svg[onload], [onerror], a[href*=pwned]").length,
    }),
    /** The titles of all tabs. */
    titles: () => workspace.all.map(({ view }) => view?.getDisplayText() ?? ""),
    statusBar: () => document.querySelector(".status-bar-item")?.textContent ?? "",
    statusTooltip: () => document.querySelector(".status-bar-item")?.getAttribute("aria-label") ?? "",
    /** Opens the status bar's menu and returns its titles. */
    statusMenu() {
      document.querySelector(".status-bar-item")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return (menus.at(-1)?.menuItems__ ?? []).map(({ title__ }) => title__);
    },
    chooseStatus(title: string) {
      verbs.statusMenu();
      choose(menus.at(-1)?.menuItems__ ?? [], title);
    },
    setMode(path: string, mode: "source" | "preview") {
      noteOf(path).setMode(mode);
      workspace.trigger("layout-change");
    },
    scrollTo(path: string, line: number) {
      noteOf(path).scroll = line;
    },
    /** With the mouse, in reading mode. */
    selectShown(path: string, text: string) {
      const pane = noteOf(path).rendered;
      const node = [...pane.querySelectorAll("p")]
        .map((each) => each.firstChild)
        .find((each) => each?.textContent?.includes(text));
      const from = node?.textContent?.indexOf(text) ?? -1;
      if (!node || from < 0) throw new Error(`"${text}" is not shown`);
      document.getSelection()?.setBaseAndExtent(node, from, node, from + text.length);
      // A browser would dispatch this.
      document.dispatchEvent(new Event("selectionchange"));
    },
    /** The open leaves as [type, file or title, is active]. */
    leaves: () =>
      workspace.all.map((leaf) => [leaf.view?.getViewType(), leaf.getDisplayText(), leaf === workspace.activeLeaf]),
    textOf: (path: string) => noteOf(path).cm.getValue(),
    /** The notice above a review. */
    reviewNotice: (tabName: string) => paneOf(tabName).querySelector(".tandem-review-notice")?.textContent ?? null,
    /** The paths that Obsidian itself has written. */
    written: () => obsidian.adapter.written.splice(0),
    /** Restores a review's pane as a saved layout does. */
    async restoreReview() {
      await workspace.getLeaf("tab").setViewState({ type: "tandem-review", state: { review: "of before" } });
    },
    /** The number of remaining listeners of Obsidian's events and ours. */
    listeners: () => {
      const count = (events: object) =>
        Object.values(Reflect.get(events, "_") ?? {}).reduce<number>(
          (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
          0,
        );
      return count(workspace) + count(app.vault) + count(app.metadataCache);
    },
    settingRows() {
      const tab = obsidian.plugin.settingTabs__.at(-1);
      tab?.update();
      if (tab) Reflect.apply(Reflect.get(tab, "renderTab__"), tab, []);
      return [...(tab?.containerEl.querySelectorAll("*") ?? [])]
        .filter((element) => element.children.length === 0 && element.textContent)
        .map((element) => element.textContent);
    },
    async changeData(data: unknown) {
      await obsidian.plugin.saveData(data);
      await obsidian.plugin.onExternalSettingsChange();
    },
  };
  return verbs;
}

export type Verbs = ReturnType<typeof makeVerbs>;
