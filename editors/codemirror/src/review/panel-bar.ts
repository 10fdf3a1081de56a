/** The bar above a review: what it is about, and a button for everything that can be decided. */
import type { HunkDecision, ReviewCounts } from "@tandem/base/review";
import { keyLabel } from "../keys.js";
import { acceptLabel } from "./accept-label.js";
import type { PanelProposal } from "./panel-types.js";
import { reviewKeys } from "./review-keys.js";

/** What the bar tells. */
export interface PanelActions {
  accept(): void;
  reject(): void;
  nextChange(): void;
  previousChange(): void;
  acceptHunk(): void;
  rejectHunk(): void;
  takeBack(): void;
  switchLayout(): void;
}

/** What the bar shows. */
export interface PanelState {
  readonly counts: ReviewCounts;
  /** Which of the undecided changes the cursor is at, from 1. */
  readonly place: number;
  /** What was decided about the change at the cursor; undefined when there is none. */
  readonly current: HunkDecision | undefined;
  readonly isUnified: boolean;
  /** There is room for two texts beside each other. */
  readonly isWide: boolean;
}

/** The bar of one panel. */
export class PanelBar {
  readonly element = create("div", "tandem-review-bar");
  readonly #count = create("output", "tandem-review-count");
  readonly #accept: HTMLButtonElement;
  readonly #layout: HTMLButtonElement;
  readonly #steps: readonly HTMLButtonElement[];
  readonly #acceptHunk: HTMLButtonElement;
  readonly #takeBack: HTMLButtonElement;
  readonly #rejectHunk: HTMLButtonElement;

  constructor(proposal: PanelProposal, title: string, actions: PanelActions) {
    this.#accept = button("accept", "Accept", actions.accept, reviewKeys.acceptAll);
    const reject = button("reject", "Reject", actions.reject, reviewKeys.rejectAll);
    this.#layout = button("layout", "Unified", actions.switchLayout);
    this.#steps = [
      button("previous", "↑", actions.previousChange, reviewKeys.previousChange, "Previous change"),
      button("next", "↓", actions.nextChange, reviewKeys.nextChange, "Next change"),
    ];
    this.#acceptHunk = button("accept-hunk", "Accept change", actions.acceptHunk, reviewKeys.acceptHunk);
    this.#rejectHunk = button("reject-hunk", "Reject change", actions.rejectHunk, reviewKeys.rejectHunk);
    this.#takeBack = button("take-back", "Take back", actions.takeBack);
    const ofHunk = [this.#acceptHunk, this.#takeBack, this.#rejectHunk];
    const tools = create("div", "tandem-review-tools");
    tools.setAttribute("role", "toolbar");
    tools.setAttribute("aria-label", "Decide about this change");
    // A click here leaves the keyboard in the text, where an undo takes back what it did.
    tools.addEventListener("mousedown", (event) => event.preventDefault());
    tools.append(this.#accept, reject, this.#count, ...this.#steps, ...ofHunk, this.#layout);
    this.element.append(titleOf(proposal, title), tools);
  }

  update(state: PanelState): void {
    const { counts, place, current, isUnified, isWide } = state;
    const { undecided } = counts;
    setLabel(this.#accept, acceptLabel(counts));
    this.#count.textContent = countWords(undecided, place, current);
    for (const each of this.#steps) each.disabled = undecided === 0;
    for (const each of [this.#acceptHunk, this.#rejectHunk]) each.disabled = current !== "undecided";
    // Not under the hand that has just decided: the second of two clicks would take it back.
    this.#acceptHunk.hidden = current === "rejected";
    this.#rejectHunk.hidden = current === "accepted";
    this.#takeBack.hidden = current === undefined || current === "undecided";
    setLabel(this.#layout, isUnified ? "Side by side" : "Unified");
    this.#layout.disabled = !isWide;
    this.#layout.title = isWide ? "" : "Too narrow for two texts side by side";
  }
}

function countWords(undecided: number, place: number, current: HunkDecision | undefined): string {
  if (undecided === 0) return "No change left to decide";
  return current === "undecided" ? `Change ${place} of ${undecided}` : `${undecided} left to decide`;
}

function titleOf(proposal: PanelProposal, title: string): HTMLElement {
  const row = create("div", "tandem-review-title");
  const name = create("strong", "tandem-review-name", title);
  name.title = proposal.path;
  row.append(name);
  if (proposal.isNewFile) row.append(create("span", "tandem-review-tag", "new file"));
  if (proposal.clientName) row.append(create("span", "tandem-review-client", `proposed by ${proposal.clientName}`));
  if (proposal.hasUnsavedChanges) {
    const notice = create("span", "tandem-review-notice", "You have unsaved changes in this file");
    notice.title =
      "The proposal was made from the file on disk. Your changes are not in it, and they stay where they are.";
    row.append(notice);
  }
  return row;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  if (text) element.textContent = text;
  return element;
}

function button(action: string, label: string, run: () => void, key?: string, title?: string): HTMLButtonElement {
  const element = create("button", "tandem-review-button");
  element.type = "button";
  element.dataset.tandem = action;
  const words = create("span", "tandem-review-label", label);
  element.append(words);
  if (title) element.setAttribute("aria-label", title);
  if (key) element.title = [title, keyLabel(key)].filter(Boolean).join(" ");
  if (key && !title) element.append(" ", create("kbd", "tandem-review-key", keyLabel(key)));
  element.addEventListener("click", () => run());
  return element;
}

function setLabel(element: HTMLButtonElement, label: string): void {
  const words = element.querySelector(".tandem-review-label");
  if (words && words.textContent !== label) words.textContent = label;
}
