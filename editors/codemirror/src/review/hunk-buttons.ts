/** The buttons of each hunk. They stand in a gutter of their own: there they cover no text and change no line's height. */
import type { Extension } from "@codemirror/state";
import { RangeSetBuilder } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";
import { keyLabel } from "../keys.js";
import { compared } from "./comparison.js";
import { DeletedLines } from "./deleted-lines.js";
import { currentHunkOf, type Decide } from "./navigation.js";
import { reviewKeys } from "./review-keys.js";
import { Spacer } from "./spacers.js";

class HunkButtons extends GutterMarker {
  constructor(
    readonly index: number,
    readonly isCurrent: boolean,
    readonly decide: Decide,
  ) {
    super();
  }

  override eq(other: HunkButtons): boolean {
    return other.index === this.index && other.isCurrent === this.isCurrent;
  }

  override toDOM(view: EditorView): HTMLElement {
    const buttons = document.createElement("span");
    buttons.className = `tandem-hunk-buttons${this.isCurrent ? " tandem-hunk-current" : ""}`;
    buttons.append(this.#button(view, true), this.#button(view, false));
    return buttons;
  }

  #button(view: EditorView, isAccepting: boolean): HTMLButtonElement {
    const button = document.createElement("button");
    const [action, sign, words, key] = isAccepting
      ? (["accept", "✓", "Accept this change", reviewKeys.acceptHunk] as const)
      : (["reject", "✕", "Reject this change", reviewKeys.rejectHunk] as const);
    const label = `${view.state.phrase(words)} (${keyLabel(key)})`;
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
    button.addEventListener("click", () => this.decide(view, isAccepting, this.index));
    return button;
  }
}

/**
 * Buttons for the editor of the result. They stand at the hunk's first line, or beside what was removed: the removed lines
 * (`isUnified`), or the space that faces them.
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
      for (const [index, hunk] of (view.state.facet(compared)?.hunks ?? []).entries()) {
        if (hunk.newStart >= bottom) break;
        const hasLines = hunk.newEnd > hunk.newStart;
        if (hunk.newStart < top || !hasLines || (isUnified && hunk.oldEnd > hunk.oldStart)) continue;
        const { from } = doc.line(hunk.newStart + 1);
        builder.add(from, from, new HunkButtons(index, index === current, decide));
      }
      return builder.finish();
    },
    widgetMarker(view, widget) {
      const beside = isUnified ? DeletedLines : Spacer;
      if (!(widget instanceof beside)) return null;
      const { line } = widget;
      const index = (view.state.facet(compared)?.hunks ?? []).findIndex((hunk) => hunk.newStart === line);
      return index < 0 ? null : new HunkButtons(index, index === currentHunkOf(view.state), decide);
    },
    lineMarkerChange: (update) =>
      update.startState.facet(compared) !== update.state.facet(compared) ||
      currentHunkOf(update.startState) !== currentHunkOf(update.state),
    initialSpacer,
  });
}

/** Keeps the text where it is when the last hunk goes. */
const initialSpacer = () => new HunkButtons(-1, false, () => undefined);

/** A gutter as wide as that of the buttons, for the other editor: then lines wrap at the same place in both. */
export const buttonSpace: Extension = gutter({ class: "tandem-hunk-gutter", initialSpacer });
