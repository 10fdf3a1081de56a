/** The list of changes on disk: turns with their files, and what was undone. */
import type { Extension } from "@codemirror/state";
import type { ChangeTarget, FileChange } from "@tandem-ide/changes/model";
import type { ShownChanges } from "@tandem-ide/changes/remote";
import { button, create } from "../review/bar-elements.js";
import { applyThemeOf, panelStyle } from "../review/panel-style.js";
import { reviewKeys } from "../review/review-keys.js";
import { ChangeActions, type ChangePrompts } from "./change-actions.js";
import { type RowActions, rowElement } from "./change-list-row.js";
import { changeListStyle } from "./change-list-style.js";
import { type ChangeRow, changeRows, fileKey } from "./change-rows.js";

export interface ChangeListOptions {
  /** The list fills this element, so give it a height. */
  readonly parent: HTMLElement;
  readonly changes: ShownChanges;
  readonly prompts: ChangePrompts;
  /** Called when the user opens a file's change. */
  readonly open: (turn: string, path: string) => void;
  /** The theme of your editors and `EditorView.cspNonce`, for the colours and the style of the list. */
  readonly extensions?: Extension;
}

/** An open list. Call `destroy` to close it. */
export interface ChangeListView {
  readonly element: HTMLElement;
  /** Marks the file that is shown, or none. */
  setShown(turn: string | undefined, path?: string): void;
  /** Replaces the `extensions`. */
  setExtensions(extensions: Extension): void;
  focus(): void;
  destroy(): void;
}

/**
 * Opens a list that stays up to date. It never takes focus.
 *
 * @example
 * const list = openChangeList({ parent, changes: tandem.changes, prompts, open: (turn, path) => show(turn, path) });
 */
export function openChangeList(options: ChangeListOptions): ChangeListView {
  return new OpenList(options);
}

class OpenList implements ChangeListView {
  readonly element = create("section", "tandem-changes");
  readonly #options: ChangeListOptions;
  readonly #actions: ChangeActions;
  readonly #stop: () => void;
  readonly #top = create("div", "tandem-changes-top");
  readonly #problems = create("div", "tandem-changes-problems");
  readonly #tree = create("div", "tandem-changes-tree");
  readonly #empty = create("p", "tandem-changes-empty", "No changes on disk to review.");
  readonly #toggled = new Set<string>();
  readonly #folderFiles = new Map<string, readonly FileChange[]>();
  #rows: readonly ChangeRow[] = [];
  #list: ShownChanges["list"];
  /** The keys of the focused row and of the shown file. */
  #current = "";
  #shown = "";

  constructor(options: ChangeListOptions) {
    this.#options = options;
    this.#list = options.changes.list;
    this.#actions = new ChangeActions(options.changes, options.prompts);
    this.element.setAttribute("aria-label", "Changes on disk");
    this.#tree.setAttribute("role", "tree");
    this.#tree.setAttribute("aria-label", "Changes on disk");
    this.#tree.addEventListener("keydown", (event) => this.#onKey(event));
    this.#tree.addEventListener("focusin", ({ target }) => this.#focused(target));
    this.#top.append(
      create("span", "", "Changed outside your editors"),
      button("start-over", "Start over from here", () => void this.#actions.startOver()),
    );
    this.#top.title = "Keep everything, so the next change starts a new turn.";
    this.element.append(this.#top, this.#problems, this.#tree, this.#empty);
    options.parent.append(this.element);
    this.setExtensions(options.extensions ?? []);
    this.#render();
    this.#stop = options.changes.onChanged(() => {
      if (options.changes.list === this.#list) return;
      this.#list = options.changes.list;
      this.#render();
      this.#loadFolders();
    });
  }

  setShown(turn: string | undefined, path = ""): void {
    this.#shown = turn === undefined ? "" : fileKey(turn, path);
    this.#mark();
  }

  setExtensions(extensions: Extension): void {
    for (const style of [panelStyle, changeListStyle]) applyThemeOf(extensions, this.element, style);
  }

  focus(): void {
    const row = this.#element(this.#current) ?? this.#element(this.#shown) ?? this.#tree.firstElementChild;
    if (row instanceof HTMLElement) row.focus();
  }

  destroy(): void {
    this.#stop();
    this.element.remove();
  }

  #render(): void {
    const { activeElement } = this.element.ownerDocument;
    const hadFocus = this.#tree.contains(activeElement);
    const index = this.#rows.findIndex(({ key }) => key === this.#current);
    const top = this.element.scrollTop;
    const { turns, problems } = this.#list;
    this.#rows = changeRows(this.#list, { toggled: this.#toggled, folderFiles: this.#folderFiles });
    this.#top.hidden = turns.length === 0;
    this.#empty.hidden = this.#rows.length > 0 || problems.length > 0;
    this.#problems.replaceChildren(...problems.map(({ message }) => create("p", "tandem-changes-problem", message)));
    const now = Date.now();
    this.#tree.replaceChildren(...this.#rows.map((row) => this.#rowElement(row, now)));
    this.element.scrollTop = top;
    // The row that is now where the removed one was.
    if (!this.#rows.some(({ key }) => key === this.#current))
      this.#current = this.#rows[Math.min(Math.max(index, 0), this.#rows.length - 1)]?.key ?? "";
    this.#mark();
    if (hadFocus) this.#element(this.#current)?.focus({ preventScroll: true });
  }

  #rowElement(row: ChangeRow, now: number): HTMLElement {
    const actions = this.#actionsOf(row);
    const element = rowElement(row, now, actions);
    element.addEventListener("click", () => actions.open?.());
    return element;
  }

  #actionsOf(row: ChangeRow): RowActions {
    const keep = (target: ChangeTarget) => () => void this.#actions.keep(target);
    const undo = (target: ChangeTarget) => () => void this.#actions.undo(target);
    const toggle = () => this.#toggle(row.key);
    switch (row.kind) {
      case "turn": {
        const target = { turn: row.turn.id };
        return { open: toggle, keep: keep(target), ...(row.turn.kind === "turn" && { undo: undo(target) }) };
      }
      case "file": {
        const { path, whyNotUndoable } = row.file;
        const target = { turn: row.turn.id, path };
        const open = () => this.#options.open(row.turn.id, path);
        return { open, keep: keep(target), ...(whyNotUndoable === undefined && { undo: undo(target) }) };
      }
      case "undone":
        return { restore: () => void this.#actions.restore(row.undone.id) };
      default:
        return { open: toggle };
    }
  }

  #toggle(key: string): void {
    if (!this.#toggled.delete(key)) this.#toggled.add(key);
    this.#render();
    this.#loadFolders();
  }

  /** Asks for the files of expanded folders. */
  #loadFolders(): void {
    for (const row of this.#rows)
      if (row.kind === "folder" && row.isExpanded) void this.#loadFolder(row.key, row.turn.id, row.folder.path);
  }

  async #loadFolder(key: string, turn: string, folder: string): Promise<void> {
    const list = this.#list;
    const files = await this.#options.changes.files(turn, folder);
    if (list !== this.#list) return;
    this.#folderFiles.set(key, files);
    this.#render();
  }

  #element(key: string): HTMLElement | undefined {
    return [...this.#tree.querySelectorAll<HTMLElement>("[role=treeitem]")].find(({ dataset }) => dataset.key === key);
  }

  /** Updates which row Tab goes to, and which file is shown. */
  #mark(): void {
    for (const row of this.#tree.querySelectorAll<HTMLElement>("[role=treeitem]")) {
      row.tabIndex = row.dataset.key === this.#current ? 0 : -1;
      row.setAttribute("aria-selected", String(row.dataset.key === this.#shown));
    }
  }

  #focused(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
    if (!row?.dataset.key || row.dataset.key === this.#current) return;
    this.#current = row.dataset.key;
    this.#mark();
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#rows.findIndex(({ key }) => key === this.#current);
    const row = this.#rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.altKey ? this.#decide(row, event) : this.#move(row, index, event.key)) event.preventDefault();
  }

  /** By the key's code, because with Alt a Mac types other characters. */
  #decide(row: ChangeRow, { keyCode, shiftKey }: KeyboardEvent): boolean {
    const name = `Alt-${shiftKey ? "Shift-" : ""}${String.fromCharCode(keyCode).toLowerCase()}`;
    const { keep, undo } = this.#actionsOf(row);
    if (name === reviewKeys.acceptHunk) keep?.();
    else if (name === reviewKeys.rejectHunk) undo?.();
    else return false;
    return true;
  }

  #move(row: ChangeRow, index: number, key: string): boolean {
    const go = (to: number) => this.#element(this.#rows[Math.min(Math.max(to, 0), this.#rows.length - 1)]?.key ?? "");
    const parent = this.#rows.findLastIndex(({ level }, at) => at < index && level < row.level);
    const isExpanded = "isExpanded" in row && row.isExpanded;
    if (key === "ArrowDown") go(index + 1)?.focus();
    else if (key === "ArrowUp") go(index - 1)?.focus();
    else if (key === "Home") go(0)?.focus();
    else if (key === "End") go(this.#rows.length - 1)?.focus();
    else if (key === "Enter" || key === " ") this.#actionsOf(row).open?.();
    else if (key === "ArrowRight" && "isExpanded" in row && !row.isExpanded) this.#toggle(row.key);
    else if (key === "ArrowLeft" && isExpanded) this.#toggle(row.key);
    else if (key === "ArrowLeft" && parent >= 0) go(parent)?.focus();
    else return false;
    return true;
  }
}
