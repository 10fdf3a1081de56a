/** Highlights the lines of hunks and the changed characters in them. */
import { type Extension, type RangeSet, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { compared } from "./comparison.js";
import { DeletedLines } from "./deleted-lines.js";
import { fineChangesOf } from "./fine-changes.js";
import { baseLines, resultLines } from "./lines.js";
import { ownLinesOf } from "./own-lines.js";

export type Side = "base" | "result";

const changedLine = Decoration.line({ class: "cm-changedLine" });
/** Less prominent. */
const acceptedLine = Decoration.line({ class: "cm-changedLine tandem-accepted" });
const changedText = Decoration.mark({ class: "cm-changedText" });
const removedText = Decoration.mark({ class: "cm-changedText tandem-removed" });

class StripMarker extends GutterMarker {
  override readonly elementClass: string;
  constructor(elementClass: string) {
    super();
    this.elementClass = elementClass;
  }
}
/** A line that the user typed. */
class OwnMarker extends GutterMarker {
  override eq(): boolean {
    return true;
  }
  override toDOM(view: EditorView): HTMLElement {
    const mark = document.createElement("span");
    mark.textContent = "✎";
    mark.title = view.state.phrase("You changed this line");
    return mark;
  }
}
const ownMarker = new OwnMarker();
const ownStrip = new StripMarker("cm-changedLineGutter tandem-own-line");
const changedStrip = new StripMarker("cm-changedLineGutter");
const acceptedStrip = new StripMarker("cm-changedLineGutter tandem-accepted");
const rejectedStrip = new StripMarker("tandem-rejectedLineGutter");
const removedStrip = new StripMarker("cm-changedLineGutter tandem-removed");
const acceptedRemovedStrip = new StripMarker("cm-changedLineGutter tandem-removed tandem-accepted");
const deletedStrip = new StripMarker("cm-deletedLineGutter");
const acceptedDeletedStrip = new StripMarker("cm-deletedLineGutter tandem-accepted");

function stripOf(side: Side, isAccepted: boolean): StripMarker {
  if (side === "base") return isAccepted ? acceptedRemovedStrip : removedStrip;
  return isAccepted ? acceptedStrip : changedStrip;
}

interface Drawing {
  readonly lines: DecorationSet;
  readonly strip: RangeSet<GutterMarker>;
  /** Marks beside the lines that the user typed. */
  readonly own: RangeSet<GutterMarker>;
}

/** Draws only lines near the screen, because a file may have a hundred thousand changed lines. */
function draw(view: EditorView, side: Side): Drawing {
  const lines = new RangeSetBuilder<Decoration>();
  const strip = new RangeSetBuilder<GutterMarker>();
  const own = new RangeSetBuilder<GutterMarker>();
  const { doc } = view.state;
  const comparison = view.state.facet(compared);
  const { from, to } = view.viewport;
  const top = doc.lineAt(from).number - 1;
  const bottom = doc.lineAt(to).number;
  for (const hunk of comparison?.hunks ?? []) {
    const { start, end } = side === "base" ? baseLines(hunk) : resultLines(hunk);
    if (start >= bottom) break;
    if (end <= top || start === end || end > doc.lines || !comparison) continue;
    if (hunk.decision === "rejected") {
      for (let number = Math.max(start, top); number < Math.min(end, bottom); number++)
        strip.add(doc.line(number + 1).from, doc.line(number + 1).from, rejectedStrip);
      continue;
    }
    const origin = doc.line(start + 1).from;
    const isAccepted = hunk.decision === "accepted";
    const state = side === "result" ? comparison.review.hunks[hunk.index] : undefined;
    const typed = state ? ownLinesOf(state) : [];
    const fine = (isAccepted ? [] : fineChangesOf(comparison, hunk)).map((change) =>
      side === "base" ? [change.fromBase, change.toBase] : [change.fromResult, change.toResult],
    );
    let next = 0;
    for (let number = Math.max(start, top); number < Math.min(end, bottom); number++) {
      const line = doc.line(number + 1);
      lines.add(line.from, line.from, isAccepted ? acceptedLine : changedLine);
      const isOwn = typed.some((each) => each.start <= number - start && number - start < each.end);
      if (isOwn) own.add(line.from, line.from, ownMarker);
      strip.add(line.from, line.from, isOwn ? ownStrip : stripOf(side, isAccepted));
      for (; next < fine.length; next++) {
        const [markFrom = 0, markTo = 0] = fine[next] ?? [];
        const [start, end] = [Math.max(origin + markFrom, line.from), Math.min(origin + markTo, line.to)];
        if (start < end) lines.add(start, end, side === "base" ? removedText : changedText);
        if (origin + markTo > line.to) break;
      }
    }
  }
  return { lines: lines.finish(), strip: strip.finish(), own: own.finish() };
}

export function changedLines(side: Side): Extension {
  const plugin = ViewPlugin.define<{ drawing: Drawing; update(update: ViewUpdate): void }>(
    (view) => ({
      drawing: draw(view, side),
      update(update) {
        const isSame = update.startState.facet(compared) === update.state.facet(compared);
        if (!isSame || update.docChanged || update.viewportChanged) this.drawing = draw(update.view, side);
      },
    }),
    { decorations: (value) => value.drawing.lines },
  );
  return [
    EditorView.editorAttributes.of({ class: `tandem-review-${side}` }),
    plugin,
    gutter({
      class: "tandem-own-gutter",
      markers: (view) => view.plugin(plugin)?.drawing.own ?? [],
      // The same width on both sides.
      renderEmptyElements: true,
    }),
    gutter({
      class: "cm-changeGutter",
      markers: (view) => view.plugin(plugin)?.drawing.strip ?? [],
      widgetMarker: (_view, widget) => {
        if (!(widget instanceof DeletedLines)) return null;
        return widget.hunk.decision === "accepted" ? acceptedDeletedStrip : deletedStrip;
      },
    }),
  ];
}
