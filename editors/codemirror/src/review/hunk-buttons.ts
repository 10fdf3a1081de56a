/** The buttons of each hunk. They stand in a gutter of their own: there they cover no text and change no line's height. */
import type { Extension } from "@codemirror/state";
import { RangeSetBuilder } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { HunkDecision, ReviewHunk } from "@tandem/base/review";
import { keyLabel } from "../keys.js";
import { compared } from "./comparison.js";
import { DeletedLines } from "./deleted-lines.js";
import { currentHunkOf, type Decide } from "./navigation.js";
import { reviewKeys } from "./review-keys.js";
import { Spacer } from "./spacers.js";

interface ButtonSpec {
  readonly action: "accept" | "reject" | "take-back";
  readonly sign: string;
  readonly words: string;
  readonly decision: HunkDecision;
  readonly key?: string;
}

/** What can be done about a hunk, by what was decided. */
const buttonSpecs: Readonly<Record<HunkDecision, readonly ButtonSpec[]>> = {
  undecided: [
    { action: "accept", sign: "✓", words: "Accept this change", decision: "accepted", key: reviewKeys.acceptHunk },
    { action: "reject", sign: "✕", words: "Reject this change", decision: "rejected", key: reviewKeys.rejectHunk },
  ],
  accepted: [{ action: "take-back", sign: "✓", words: "Accepted. Take it back", decision: "undecided" }],
  rejected: [{ action: "take-back", sign: "✕", words: "Rejected. Take it back", decision: "undecided" }],
};

class HunkButtons extends GutterMarker {
  constructor(
    readonly index: number,
    readonly decision: HunkDecision,
    readonly isCurrent: boolean,
    readonly decide: Decide,
  ) {
    super();
  }

  override eq(other: HunkButtons): boolean {
    return other.index === this.index && other.decision === this.decision && other.isCurrent === this.isCurrent;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("span");
    element.className = `tandem-hunk-buttons tandem-${this.decision}${this.isCurrent ? " tandem-hunk-current" : ""}`;
    element.append(...buttonSpecs[this.decision].map((spec) => this.#button(view, spec)));
    return element;
  }

  #button(view: EditorView, { action, sign, words, decision, key }: ButtonSpec): HTMLButtonElement {
    const button = document.createElement("button");
    const label = view.state.phrase(words) + (key ? ` (${keyLabel(key)})` : "");
    button.type = "button";
    button.className = `tandem-hunk-button tandem-hunk-${action}`;
    button.dataset.hunk = String(this.index);
    button.dataset.action = action;
    button.title = label;
    button.setAttribute("aria-label", label);
    // The keys do the same. Tab should walk past the text, not through hundreds of buttons.
    button.tabIndex = -1;
    button.textContent = sign;
    // The keyboard stays in the text.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => this.decide(view, decision, this.index));
    return button;
  }
}

/**
 * Buttons for the editor of the result. They stand at the hunk's first line, or beside what was removed: the removed lines
 * (`isUnified`), or the space that faces them. Of a rejected one only they are to be seen.
 */
export function hunkButtons(decide: Decide, isUnified: boolean): Extension {
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
        builder.add(from, from, new HunkButtons(hunk.index, hunk.decision, hunk.index === current, decide));
      }
      return builder.finish();
    },
    widgetMarker(view, widget) {
      const beside = isUnified ? DeletedLines : Spacer;
      if (!(widget instanceof beside)) return null;
      const { line } = widget;
      const hunks = view.state.facet(compared)?.hunks ?? [];
      const hunk = hunks.find((each) => each.newStart === line && isBesideWidget(each, isUnified));
      return hunk ? new HunkButtons(hunk.index, hunk.decision, hunk.index === currentHunkOf(view.state), decide) : null;
    },
    lineMarkerChange: (update) =>
      update.startState.facet(compared) !== update.state.facet(compared) ||
      currentHunkOf(update.startState) !== currentHunkOf(update.state),
    initialSpacer,
  });
}

/** Whether something stands there for the lines that it removes. */
function isBesideWidget({ decision, oldStart, oldEnd, newStart, newEnd }: ReviewHunk, isUnified: boolean): boolean {
  return decision !== "rejected" && oldEnd > oldStart && (isUnified || newStart === newEnd);
}

/** Keeps the text where it is when the last hunk goes. */
const initialSpacer = () => new HunkButtons(-1, "undecided", false, () => undefined);

/** A gutter as wide as that of the buttons, for the other editor: then lines wrap at the same place in both. */
export const buttonSpace: Extension = gutter({ class: "tandem-hunk-gutter", initialSpacer });
