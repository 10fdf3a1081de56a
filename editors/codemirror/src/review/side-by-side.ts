/** The layout with the base on the left and the result on the right, in one scroller. */
import { redo, undo } from "@codemirror/commands";
import { Compartment, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { openBaseEditor } from "./base-editor.js";
import { foldedLines, toBaseLine, unfoldLine } from "./collapse.js";
import { type Comparison, comparisonOf } from "./comparison.js";
import { EvenColumns } from "./even-columns.js";
import { buttonSpace } from "./hunk-buttons.js";
import { HunkLevels } from "./hunk-levels.js";
import type { Lines } from "./lines.js";
import { align, spacers } from "./spacers.js";
import { reviewTheme } from "./theme.js";

export interface SideBySide {
  /** The extension that the result's editor needs in this layout. */
  readonly resultExtension: Extension;
  setExtensions(extensions: Extension): void;
  /** Call this when the result's state has changed. */
  update(): void;
  /** Repeats this scroll when real heights differ from estimates, until the user scrolls or types. */
  holdScroll(scroll: StateEffect<unknown> | undefined): void;
  /** Removes the columns but keeps the result's editor. */
  destroy(): void;
}

function makeColumn(): HTMLElement {
  const element = document.createElement("div");
  Object.assign(element.style, {
    flex: "1 1 0",
    minWidth: "0",
    minHeight: "100%",
    display: "flex",
    flexDirection: "column",
  });
  return element;
}

function scrollTogether(a: HTMLElement, b: HTMLElement): () => void {
  const follow = (from: HTMLElement, to: HTMLElement) => () => {
    if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
  };
  const [first, second] = [follow(a, b), follow(b, a)];
  a.addEventListener("scroll", first);
  b.addEventListener("scroll", second);
  return () => {
    a.removeEventListener("scroll", first);
    b.removeEventListener("scroll", second);
  };
}

export function openSideBySide(options: {
  readonly parent: HTMLElement;
  readonly result: EditorView;
  readonly keys: Extension;
  readonly extensions: Extension;
}): SideBySide {
  const { result } = options;
  const shared = new Compartment();
  const columns = new EvenColumns();
  const levels = new HunkLevels();
  let isOpen = true;
  let shown = shownIn(result);
  /** The result's editor has its extension. */
  let isStarted = false;
  let held: { scroll: StateEffect<unknown>; tries: number } | undefined;
  const onMoved = () => {
    if (!isOpen || !isStarted) return;
    align(base.view, result, levels);
    if (held && held.tries-- > 0) result.dispatch({ effects: held.scroll });
  };
  const release = () => {
    held = undefined;
  };
  const scroller = document.createElement("div");
  scroller.className = "tandem-review-columns";
  Object.assign(scroller.style, { display: "flex", height: "100%", overflowY: "auto" });
  const [left, right] = [makeColumn(), makeColumn()];
  scroller.append(left, right);
  for (const event of ["wheel", "pointerdown", "touchstart", "keydown"])
    scroller.addEventListener(event, release, { capture: true, passive: true });
  options.parent.append(scroller);
  right.append(result.dom);

  const base = openBaseEditor({
    parent: left,
    comparison: shown.comparison,
    folded: shown.foldedInBase,
    extensions: [
      options.keys,
      // Undo always applies to the result, even if this editor has the focus.
      keymap.of([
        { key: "Mod-z", run: () => undo(result), preventDefault: true },
        { key: "Mod-y", mac: "Mod-Shift-z", run: () => redo(result), preventDefault: true },
      ]),
      shared.of(options.extensions),
      reviewTheme,
      EditorView.editorAttributes.of({ class: "tandem-review-side-by-side" }),
      // Comes before the spacers, which use the measurements made after it.
      columns.base,
      spacers(onMoved),
      buttonSpace,
    ],
    onUnfold(line) {
      const folded = shown.folded.find(({ start }) => toBaseLine(comparisonOf(result.state).hunks, start) === line);
      if (folded) unfoldLine(result, folded.start);
    },
  });

  columns.start(base.view, result);
  const endScrolling = scrollTogether(base.view.scrollDOM, result.scrollDOM);

  return {
    resultExtension: [columns.result, spacers(onMoved)],
    setExtensions: (extensions) => base.view.dispatch({ effects: shared.reconfigure(extensions) }),
    update() {
      const before = shown;
      shown = shownIn(result);
      const isFolded = isSame(before.foldedInBase, shown.foldedInBase);
      const isShown = before.comparison === shown.comparison && isSame(before.folded, shown.folded);
      if (isStarted && isShown) return;
      // Folding again would double the cost of a key press.
      if (!isShown) base.show(shown.comparison, isFolded ? undefined : shown.foldedInBase);
      // Before the first measurement.
      if (!isStarted) columns.even();
      isStarted = true;
      align(base.view, result, levels);
    },
    holdScroll(scroll) {
      held = scroll && { scroll, tries: 4 };
    },
    destroy() {
      isOpen = false;
      columns.close();
      endScrolling();
      base.view.destroy();
      result.dom.remove();
      scroller.remove();
    },
  };
}

interface Shown {
  readonly comparison: Comparison;
  readonly folded: readonly Lines[];
  /** The same lines in the base. */
  readonly foldedInBase: readonly Lines[];
}

function shownIn({ state }: EditorView): Shown {
  const comparison = comparisonOf(state);
  const folded = foldedLines(state);
  const foldedInBase = folded.map(({ start, end }) => {
    const first = toBaseLine(comparison.hunks, start);
    return { start: first, end: first + end - start };
  });
  return { comparison, folded, foldedInBase };
}

function isSame(a: readonly Lines[], b: readonly Lines[]): boolean {
  return (
    a.length === b.length && a.every(({ start, end }, index) => b[index]?.start === start && b[index]?.end === end)
  );
}
