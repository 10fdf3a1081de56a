/** The buttons of each hunk, in their own gutter, where they don't cover text or change the height of lines. */
import type { Extension } from "@codemirror/state";
import { RangeSetBuilder } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter, type WidgetType } from "@codemirror/view";
import type { HunkDecision, ReviewHunk } from "@tandem-ide/base/review";
import { keyLabel } from "../keys.js";
import { compared } from "./comparison.js";
import { DeletedLines } from "./deleted-lines.js";
import { currentHunkOf } from "./navigation.js";
import { hasOtherSpacers, Spacer } from "./spacers.js";

/** A button that does something with a hunk. */
export interface HunkAction {
  readonly action: string;
  readonly symbol: string;
  readonly label: string;
  readonly key?: string;
  run(view: EditorView, index: number): void;
}

/** Returns the buttons of a hunk. They depend only on its decision. */
export type HunkActions = (hunk: Pick<ReviewHunk, "decision">) => readonly HunkAction[];

class HunkButtons extends GutterMarker {
  constructor(
    readonly index: number,
    readonly decision: HunkDecision,
    readonly isCurrent: boolean,
    readonly actions: HunkActions,
  ) {
    super();
  }

  override eq(other: HunkButtons): boolean {
    return other.index === this.index && other.decision === this.decision && other.isCurrent === this.isCurrent;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("span");
    element.className = `tandem-hunk-buttons tandem-${this.decision}${this.isCurrent ? " tandem-hunk-current" : ""}`;
    element.append(...this.actions(this).map((action) => this.#button(view, action)));
    return element;
  }

  #button(view: EditorView, { action, symbol, label, key, run }: HunkAction): HTMLButtonElement {
    const button = document.createElement("button");
    const title = view.state.phrase(label) + (key ? ` (${keyLabel(key)})` : "");
    button.type = "button";
    button.className = `tandem-hunk-button tandem-hunk-${action}`;
    button.dataset.hunk = String(this.index);
    button.dataset.action = action;
    button.title = title;
    button.setAttribute("aria-label", title);
    // The keys do the same, and Tab shouldn't stop at hundreds of buttons.
    button.tabIndex = -1;
    button.textContent = symbol;
    // The focus stays in the text.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => run(view, this.index));
    return button;
  }
}

/**
 * Adds buttons to the result's editor: at the hunk's first line, or next to the removed lines (`isUnified`) or the space
 * opposite them. A rejected hunk shows only its buttons.
 */
export function hunkButtons(actions: HunkActions, isUnified: boolean): Extension {
  return gutter({
    class: "tandem-hunk-gutter",
    markers(view) {
      const builder = new RangeSetBuilder<GutterMarker>();
      const { doc } = view.state;
      const current = currentHunkOf(view.state);
      const top = doc.lineAt(view.viewport.from).number - 1;
      const bottom = doc.lineAt(view.viewport.to).number;
      for (const hunk of view.state.facet(compared)?.hunks ?? []) {
        const line = Math.min(hunk.newStart, doc.lines - 1);
        if (line >= bottom) break;
        if (line < top || isBesideWidget(hunk, isUnified)) continue;
        const { from } = doc.line(line + 1);
        builder.add(from, from, new HunkButtons(hunk.index, hunk.decision, hunk.index === current, actions));
      }
      return builder.finish();
    },
    widgetMarker(view, widget) {
      const index = indexOf(widget);
      const hunk = index === undefined ? undefined : view.state.facet(compared)?.hunks[index];
      if (!hunk || !isBesideWidget(hunk, isUnified)) return null;
      return new HunkButtons(hunk.index, hunk.decision, hunk.index === currentHunkOf(view.state), actions);
    },
    lineMarkerChange: (update) =>
      update.startState.facet(compared) !== update.state.facet(compared) ||
      currentHunkOf(update.startState) !== currentHunkOf(update.state) ||
      hasOtherSpacers(update),
    initialSpacer,
  });
}

/** Returns the index of the hunk whose removed lines a widget stands for. */
function indexOf(widget: WidgetType): number | undefined {
  if (widget instanceof DeletedLines) return widget.hunk.index;
  return widget instanceof Spacer ? widget.hunk : undefined;
}

/** Whether a widget stands for the lines that the hunk removes. */
function isBesideWidget({ decision, oldStart, oldEnd, newStart, newEnd }: ReviewHunk, isUnified: boolean): boolean {
  return decision !== "rejected" && oldEnd > oldStart && (isUnified || newStart === newEnd);
}

const noAction = { symbol: "✓", label: "", run: () => {} };
const twoButtons: readonly HunkAction[] = [
  { ...noAction, action: "accept" },
  { ...noAction, action: "reject" },
];
const initialSpacer = () => new HunkButtons(-1, "undecided", false, () => twoButtons);

/** A gutter of the same width for the other editor, so that lines wrap the same in both. */
export const buttonSpace: Extension = gutter({ class: "tandem-hunk-gutter", initialSpacer });
