/** Unusual actions of a user on panes, and what Obsidian itself does to them. */
import { EditorView } from "@codemirror/view";
import { JSDOM } from "jsdom";
import { Menu, type MenuItem } from "obsidian-test-mocks/obsidian";
import { type EmulatedNote, editorInfoField } from "./views.js";
import type { EmulatedLeaf, EmulatedWorkspace } from "./workspace.js";

interface PaneParts {
  readonly workspace: EmulatedWorkspace;
  readonly inVault: (path: string) => string;
  readonly noteOf: (path: string) => EmulatedNote;
  readonly reviewOf: (tabName: string) => EmulatedLeaf;
  readonly choose: (items: readonly MenuItem[], title: string) => void;
}

export function makePaneVerbs({ workspace, inVault, noteOf, reviewOf, choose }: PaneParts) {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(window.navigator, "clipboard", { value: clipboard, configurable: true });
  const stateOf = (tabName: string) => reviewOf(tabName).view?.getState() ?? {};
  return {
    /** Opens a file in the tab of a review. */
    async replaceReview(tabName: string, path: string) {
      await reviewOf(tabName).setViewState({ type: "markdown", state: { file: inVault(path) }, active: true });
    },
    /** Splits the tab of a review: the other half gets the state of the first. */
    async duplicateReview(tabName: string) {
      await workspace.getLeaf("split").setViewState({ type: "tandem-review", state: stateOf(tabName), active: true });
    },
    /** Sets the state of a review's pane again. */
    async repeatReview(tabName: string) {
      await reviewOf(tabName).view?.setState(stateOf(tabName), { history: false });
    },
    /** Moves a review into a new window. */
    popOut(tabName: string) {
      const popout = new JSDOM("<!DOCTYPE html><body class='theme-light'></body>", {
        pretendToBeVisual: true,
      }).window;
      workspace.trigger("window-open", { win: popout, doc: popout.document }, popout);
      popout.document.body.append(reviewOf(tabName).view?.containerEl ?? "");
    },
    /** Closes the window of a review, including its panes. */
    closePopout(tabName: string) {
      const leaf = reviewOf(tabName);
      const { defaultView } = leaf.view?.containerEl.ownerDocument ?? {};
      defaultView?.dispatchEvent(new defaultView.Event("beforeunload"));
      leaf.detach();
    },
    reviewText: (tabName: string): string => Reflect.get(Object(reviewOf(tabName).view), "panel").review.text,
    /** From now on defers background tabs. */
    deferTabs() {
      workspace.defersTabs = true;
    },
    /** Opens the menu of this note's editor, which may be in the background. */
    mentionByEditorMenu(path: string) {
      const menu = Menu.create2__();
      workspace.trigger("editor-menu", menu, noteOf(path).cm, noteOf(path));
      choose(menu.menuItems__, "Mention in Claude");
    },
    /** Selects in a table cell in live preview, which is a separate editor with the note as its owner. */
    selectInCell(path: string, text: string) {
      const own = [editorInfoField.init(() => noteOf(path)), workspace.extensions];
      const cell = new EditorView({ parent: noteOf(path).contentEl, doc: text, extensions: own });
      cell.dispatch({ selection: { anchor: 0, head: text.length } });
      cell.destroy();
    },
    /** The notices above a review. */
    reviewNotices(tabName: string) {
      const all = reviewOf(tabName).view?.containerEl.querySelectorAll<HTMLElement>(".tandem-review-notice") ?? [];
      return [...all].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
    },
    rejectWithReason(tabName: string, reason: string) {
      const pane = reviewOf(tabName).view?.containerEl;
      pane?.querySelector<HTMLElement>("[data-tandem=reject-with-reason]")?.click();
      const field = pane?.querySelector<HTMLInputElement>(".tandem-review-reason-field");
      if (field) field.value = reason;
      pane?.querySelector<HTMLElement>("[data-tandem=send-reason]")?.click();
    },
    /** The texts in the clipboard, one after another. */
    copied: () => copied,
    /** The outcomes in the list of past decisions. */
    decisions: () =>
      [...document.querySelectorAll(".tandem-ended td:last-child")].map(({ textContent }) => textContent),
    pressNotice(label: string) {
      const buttons = [...document.querySelectorAll<HTMLElement>(".tandem-notice-button")];
      buttons.find((each) => each.textContent === label)?.click();
    },
    noticesShown: () => [...document.querySelectorAll(".tandem-notice-button")].map(({ textContent }) => textContent),
  };
}
