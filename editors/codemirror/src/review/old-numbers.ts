/** In the unified layout, the line numbers of the base, beside those of the result. */
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { firstBelow, toBaseLine } from "./collapse.js";
import { compared } from "./comparison.js";
import { DeletedLines, maxDeletedLines } from "./deleted-lines.js";

/** Numbers from `first` to `last`, from 1. A block of removed lines has several. */
class Numbers extends GutterMarker {
  constructor(
    readonly first: number,
    readonly last: number,
    readonly hunk = -1,
  ) {
    super();
  }
  override eq(other: Numbers): boolean {
    return other.first === this.first && other.last === this.last && other.hunk === this.hunk;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("div");
    element.dataset.numbersOf = String(this.hunk);
    for (let number = this.first; number <= this.last; number++) {
      const line = document.createElement("div");
      line.textContent = String(number);
      element.append(line);
    }
    return element;
  }
}

function numberOf(view: EditorView, at: number): Numbers | null {
  const { hunks = [], base } = view.state.facet(compared) ?? {};
  if (!base?.length) return null;
  const line = view.state.doc.lineAt(at).number - 1;
  const hunk = hunks[firstBelow(hunks, line)];
  const isInHunk = hunk !== undefined && hunk.newStart <= line;
  if (isInHunk && hunk.decision !== "rejected") return null;
  const old = isInHunk ? hunk.oldStart + line - hunk.newStart : toBaseLine(hunks, line);
  return new Numbers(old + 1, old + 1);
}

/** Removed lines that wrap are higher than their numbers. */
const sameHeights = ViewPlugin.define((view) => {
  const measure = () => {
    if (!view.lineWrapping) return;
    view.requestMeasure({
      key: sameHeights,
      read: () =>
        [...view.contentDOM.querySelectorAll<HTMLElement>(".cm-deletedChunk")].map((block) => ({
          hunk: block.dataset.hunk,
          heights: [...block.children].map((line) => line.getBoundingClientRect().height / view.scaleY),
        })),
      write(blocks) {
        for (const { hunk, heights } of blocks) {
          const numbers = view.dom.querySelector(`[data-numbers-of="${hunk}"]`);
          for (const [index, line] of [...(numbers?.children ?? [])].entries())
            if (line instanceof HTMLElement) line.style.height = `${heights[index]}px`;
        }
      },
    });
  };
  measure();
  return {
    update({ docChanged, viewportChanged, geometryChanged, startState, state }: ViewUpdate) {
      const isSame = startState.facet(compared) === state.facet(compared);
      if (docChanged || viewportChanged || geometryChanged || !isSame) measure();
    },
  };
});

export const oldNumbers: Extension = [
  sameHeights,
  // Left of the numbers of the result.
  Prec.high(
    gutter({
      class: "tandem-old-numbers",
      lineMarker: (view, { from }) => numberOf(view, from),
      widgetMarker(_view, widget) {
        if (!(widget instanceof DeletedLines)) return null;
        const { oldStart, oldEnd, index } = widget.hunk;
        return new Numbers(oldStart + 1, Math.min(oldEnd, oldStart + maxDeletedLines), index);
      },
      lineMarkerChange: ({ startState, state }) => startState.facet(compared) !== state.facet(compared),
      initialSpacer(view) {
        const lines = view.state.facet(compared)?.base.lines ?? 1;
        return new Numbers(lines, lines);
      },
    }),
  ),
];
