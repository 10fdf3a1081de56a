/** The bar above a file's change, with its name and buttons. */
import type { FileChangeKind } from "@tandem-ide/changes/model";
import { displayName } from "@tandem-ide/protocol/schema-free";
import { button, create, setLabel } from "../review/bar-elements.js";
import { reviewKeys } from "../review/review-keys.js";

type BarAction = "keepFile" | "undoFile" | "keepHunk" | "undoHunk" | "nextChange" | "previousChange" | "switchLayout";

export interface ChangeBarState {
  readonly kind: FileChangeKind | undefined;
  /** The number of hunks, and the index of the current one or -1. */
  readonly count: number;
  readonly current: number;
  /** What the user should know before deciding on the current hunk. */
  readonly note: string | undefined;
  readonly canUndo: boolean;
  readonly isUnified: boolean;
  readonly isWide: boolean;
}

const tags: Readonly<Record<FileChangeKind, string>> = {
  created: "new file",
  changed: "",
  deleted: "deleted",
  renamed: "renamed",
};

export class ChangeBar {
  readonly element = create("div", "tandem-review-bar");
  readonly #tag = create("span", "tandem-review-tag");
  readonly #note = create("span", "tandem-review-notice");
  readonly #count = create("output", "tandem-review-count");
  readonly #undoFile: HTMLButtonElement;
  readonly #keepHunk: HTMLButtonElement;
  readonly #undoHunk: HTMLButtonElement;
  readonly #steps: readonly HTMLButtonElement[];
  readonly #layout: HTMLButtonElement;

  constructor(path: string, actions: Readonly<Record<BarAction, () => void>>) {
    const keepFile = button("keep-file", "Keep file", actions.keepFile, reviewKeys.acceptAll);
    this.#undoFile = button("undo-file", "Undo file", actions.undoFile, reviewKeys.rejectAll);
    this.#steps = [
      button("previous", "↑", actions.previousChange, reviewKeys.previousChange, "Previous change"),
      button("next", "↓", actions.nextChange, reviewKeys.nextChange, "Next change"),
    ];
    this.#keepHunk = button("keep", "Keep change", actions.keepHunk, reviewKeys.acceptHunk);
    this.#undoHunk = button("undo", "Undo change", actions.undoHunk, reviewKeys.rejectHunk);
    this.#layout = button("layout", "Unified", actions.switchLayout);
    const tools = create("div", "tandem-review-tools");
    tools.setAttribute("role", "toolbar");
    tools.setAttribute("aria-label", "Actions for this change");
    // A click leaves the focus in the text.
    tools.addEventListener("mousedown", (event) => event.preventDefault());
    tools.append(keepFile, this.#undoFile, this.#count, ...this.#steps, this.#keepHunk, this.#undoHunk, this.#layout);
    const title = create("div", "tandem-review-title");
    const name = create("strong", "tandem-review-name", displayName(path.split(/[/\\]/).at(-1) ?? path));
    name.title = displayName(path);
    title.append(name, this.#tag, this.#note);
    this.element.append(title, tools);
  }

  update({ kind, count, current, note, canUndo, isUnified, isWide }: ChangeBarState): void {
    this.#tag.textContent = kind === undefined ? "" : tags[kind];
    this.#tag.hidden = this.#tag.textContent === "";
    this.#note.textContent = note ?? "";
    this.#count.textContent = count === 0 ? "" : `Change ${current + 1} of ${count}`;
    this.#undoFile.disabled = !canUndo;
    this.#undoHunk.disabled = !canUndo || count === 0;
    this.#keepHunk.disabled = count === 0;
    for (const each of this.#steps) each.disabled = count === 0;
    setLabel(this.#layout, isUnified ? "Side by side" : "Unified");
    this.#layout.disabled = !isWide;
    this.#layout.title = isWide ? "" : "Too narrow to show side by side";
  }
}
