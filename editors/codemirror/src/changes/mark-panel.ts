/** The panel of a mark: the previous lines, above the lines on disk, with buttons to keep and undo. */
import type { EditorState, Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { keyLabel } from "../keys.js";
import type { Comparison } from "../review/comparison.js";
import { DeletedLines } from "../review/deleted-lines.js";
import { reviewKeys } from "../review/review-keys.js";
import { hunkNote } from "./change-comparison.js";
import { marksField } from "./mark-state.js";
import type { ChangeDecision, ShownChange } from "./types.js";

/** What the buttons do. */
export interface PanelActions {
  decide(view: EditorView, decision: ChangeDecision, hunk: number): void;
  step(view: EditorView, step: 1 | -1): void;
  close(view: EditorView): void;
}

interface Button {
  readonly action: string;
  readonly label: string;
  readonly key: string;
  /** Shown instead of the label. */
  readonly symbol?: string;
  run(view: EditorView): void;
}

const styleKey = {};

class MarkPanel extends WidgetType {
  constructor(
    readonly change: ShownChange,
    readonly comparison: Comparison,
    readonly index: number,
    readonly actions: PanelActions,
  ) {
    super();
  }

  override eq(other: MarkPanel): boolean {
    return other.change === this.change && other.index === this.index;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const hunk = this.comparison.hunks[this.index];
    const panel = create("div", "tandem-mark-panel");
    if (!hunk) return panel;
    const bar = create("div", "tandem-mark-bar");
    const title = view.state.phrase("Change $1 of $2", this.index + 1, this.change.hunks.length);
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", title);
    // The content may be much wider than its visible part.
    const gutters = view.contentDOM.getBoundingClientRect().left - view.scrollDOM.getBoundingClientRect().left;
    bar.style.maxWidth = `${Math.max(160, view.scrollDOM.clientWidth - gutters - view.scrollDOM.scrollLeft)}px`;
    bar.addEventListener("mousedown", (event) => event.preventDefault());
    bar.append(create("span", "tandem-mark-title", title), ...this.#buttons().map((spec) => button(view, spec)));
    const own = this.change.hunks[this.index];
    const note = own && hunkNote(this.comparison, own);
    if (note) bar.append(create("span", "tandem-mark-note", view.state.phrase(note)));
    panel.append(bar);
    if (hunk.oldEnd > hunk.oldStart) panel.append(new DeletedLines(this.comparison, hunk, styleKey).toDOM(view));
    return panel;
  }

  #buttons(): Button[] {
    const { actions, index } = this;
    const { acceptHunk, rejectHunk, previousChange, nextChange } = reviewKeys;
    return [
      { action: "keep", label: "Keep", key: acceptHunk, run: (view) => actions.decide(view, "keep", index) },
      { action: "undo", label: "Undo", key: rejectHunk, run: (view) => actions.decide(view, "undo", index) },
      {
        action: "previous",
        symbol: "↑",
        label: "Previous change",
        key: previousChange,
        run: (view) => actions.step(view, -1),
      },
      { action: "next", symbol: "↓", label: "Next change", key: nextChange, run: (view) => actions.step(view, 1) },
      { action: "close", symbol: "✕", label: "Close", key: "Escape", run: actions.close },
    ];
  }
}

function create(name: "div" | "span", className: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(view: EditorView, { action, label, key, symbol, run }: Button): HTMLButtonElement {
  const element = document.createElement("button");
  const title = `${view.state.phrase(label)} (${keyLabel(key)})`;
  element.type = "button";
  element.className = `tandem-mark-button tandem-mark-${action}`;
  element.dataset.action = action;
  element.title = title;
  element.setAttribute("aria-label", title);
  // The keys do the same, and Tab indents here.
  element.tabIndex = -1;
  element.append(symbol ?? view.state.phrase(label));
  if (symbol === undefined) element.append(create("span", "tandem-mark-key", keyLabel(key)));
  element.addEventListener("click", () => run(view));
  return element;
}

const shownLine = Decoration.line({ class: "tandem-mark-line" });

function draw(state: EditorState, actions: PanelActions): DecorationSet {
  const { change, comparison, marks, open } = state.field(marksField);
  const mark = marks.find(({ index }) => index === open);
  if (!change || !comparison || !mark) return Decoration.none;
  const { doc } = state;
  const isAtEnd = mark.kind === "deleted" && mark.from === doc.length && isBelowLastLine(change, mark.index);
  const widget = new MarkPanel(change, comparison, mark.index, actions);
  const at = isAtEnd ? doc.length : doc.lineAt(mark.from).from;
  const ranges: Range<Decoration>[] = [Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }).range(at)];
  if (mark.kind === "deleted") return Decoration.set(ranges);
  const last = doc.lineAt(mark.to).number;
  for (let line = doc.lineAt(mark.from).number; line <= last; line++) ranges.push(shownLine.range(doc.line(line).from));
  return Decoration.set(ranges, true);
}

/** Returns true if a hunk removed the last lines of the text. */
export function isBelowLastLine({ after, hunks }: ShownChange, index: number): boolean {
  const hunk = hunks[index];
  return hunk !== undefined && hunk.newStart === hunk.newEnd && hunk.newStart >= after.split("\n").length;
}

/** Draws the panel of the shown hunk. */
export function markPanel(actions: PanelActions): Extension {
  return EditorView.decorations.compute([marksField], (state) => draw(state, actions));
}
