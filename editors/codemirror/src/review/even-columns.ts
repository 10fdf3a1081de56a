/**
 * Gives the text of both columns the same width, so that an unchanged line wraps alike in both. Their gutters differ: one text
 * may have more digits in its line numbers, and an editor may have gutters that the other has not.
 */
import { Compartment, type Extension, Prec } from "@codemirror/state";
import { EditorView, GutterMarker, gutter } from "@codemirror/view";

/** A browser's layout knows no finer steps than this, about. */
const tolerance = 1 / 32;

/** Empty, and so wide. */
class Width extends GutterMarker {
  constructor(readonly width: number) {
    super();
  }
  override eq(other: Width): boolean {
    return other.width === this.width;
  }
  override toDOM(): HTMLElement {
    const space = document.createElement("div");
    space.style.width = `${this.width}px`;
    return space;
  }
}

/**
 * Themes without a rule. An editor measures its lines anew when its theme is another one, but not when they became wider or
 * narrower and its height stayed, as it does in a column that is as high as the other.
 */
const themes: readonly Extension[] = [EditorView.theme({}), EditorView.theme({})];

/** One of the two editors. */
class Column {
  readonly #part = new Compartment();
  readonly #onMeasured: () => void;
  #space = 0;
  #themeIndex = 0;
  #scrollerWidth = 0;
  #contentWidth = 0;

  constructor(onMeasured: () => void) {
    this.#onMeasured = onMeasured;
  }

  get extension(): Extension {
    return [
      this.#part.of(this.#drawn()),
      EditorView.updateListener.of((update) => {
        // Only after a measurement: then the layout is known, and looking at it takes no time.
        if (update.transactions.length === 0 && update.geometryChanged) this.#onMeasured();
      }),
    ];
  }

  /** The space stands before all gutters: the numbers stay beside their lines. */
  #drawn(): Extension {
    const initialSpacer = () => new Width(this.#space);
    return [themes[this.#themeIndex] ?? [], Prec.highest(gutter({ class: "tandem-gutter-space", initialSpacer }))];
  }

  /** The width of all gutters without the space; undefined while the editor is not on the screen. */
  gutterWidth(view: EditorView): number | undefined {
    if (view.scrollDOM.clientWidth === 0 || !this.#part.get(view.state)) return undefined;
    const gutters = [...view.scrollDOM.children].filter((element) => element.classList.contains("cm-gutters"));
    return gutters.reduce((sum, element) => sum + widthOf(element), -this.#space);
  }

  /** Shows a space of this width, and has the lines measured if their width is another one than it was. */
  show(view: EditorView, space: number): void {
    const isSameSpace = Math.abs(space - this.#space) < tolerance;
    const contentWidth = widthOf(view.contentDOM);
    // With another width of the whole editor, it measures its lines unasked.
    const isSameWidth =
      !view.lineWrapping ||
      view.scrollDOM.clientWidth !== this.#scrollerWidth ||
      Math.abs(contentWidth - this.#contentWidth) < tolerance;
    this.#scrollerWidth = view.scrollDOM.clientWidth;
    this.#contentWidth = contentWidth;
    if (isSameSpace && isSameWidth) return;
    if (!isSameSpace) {
      this.#contentWidth -= space - this.#space;
      this.#space = space;
    }
    this.#themeIndex = 1 - this.#themeIndex;
    view.dispatch({ effects: this.#part.reconfigure(this.#drawn()) });
  }
}

/** To the fraction, and as a style would set it, whatever scale the page is shown in. */
function widthOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).width) || 0;
}

/** Keeps the two columns even while they are on the screen. */
export class EvenColumns {
  /** For the editors of the two sides. */
  readonly base: Extension;
  readonly result: Extension;
  readonly #columns: readonly [Column, Column];
  #views: readonly [EditorView, EditorView] | undefined;
  #observer: ResizeObserver | undefined;

  constructor() {
    this.#columns = [new Column(() => this.even()), new Column(() => this.even())];
    [this.base, this.result] = [this.#columns[0].extension, this.#columns[1].extension];
  }

  /** Begins, once both editors are there. */
  start(base: EditorView, result: EditorView): void {
    this.#views = [base, result];
    // An editor does not see that a gutter became wider, by a mark that stands in it or because the host added one.
    this.#observer = new ResizeObserver(() => {
      for (const view of this.#views ?? []) view.requestMeasure();
    });
    for (const view of this.#views) this.#observer.observe(view.contentDOM);
  }

  /** Makes them even now. */
  even(): void {
    if (!this.#views) return;
    const [[left, right], [base, result]] = [this.#columns, this.#views];
    const [leftWidth, rightWidth] = [left.gutterWidth(base), right.gutterWidth(result)];
    if (leftWidth === undefined || rightWidth === undefined) return;
    left.show(base, Math.max(0, rightWidth - leftWidth));
    right.show(result, Math.max(0, leftWidth - rightWidth));
  }

  close(): void {
    this.#observer?.disconnect();
    this.#views = undefined;
  }
}
