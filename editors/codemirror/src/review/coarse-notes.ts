/** A note above each hunk that was not compared line by line. */
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { compared } from "./comparison.js";

class CoarseNote extends WidgetType {
  override eq(): boolean {
    return true;
  }
  override get estimatedHeight(): number {
    return 24;
  }
  override toDOM(view: EditorView): HTMLElement {
    const note = document.createElement("div");
    note.className = "tandem-coarse-note";
    note.textContent = view.state.phrase(
      "Too different to compare line by line. This change may include unchanged lines.",
    );
    return note;
  }
}

function draw(state: EditorState): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { isCoarse, newStart } of state.facet(compared)?.hunks ?? []) {
    if (!isCoarse) continue;
    const isAtEnd = newStart >= state.doc.lines;
    const at = isAtEnd ? state.doc.length : state.doc.line(newStart + 1).from;
    // Above removed lines, which are at -1.
    builder.add(at, at, Decoration.widget({ widget: new CoarseNote(), block: true, side: isAtEnd ? 1 : -2 }));
  }
  return builder.finish();
}

export const coarseNotes: Extension = EditorView.decorations.compute([compared, "doc"], draw);
