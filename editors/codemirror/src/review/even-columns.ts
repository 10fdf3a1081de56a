/**
 * Gives the text of both columns the same width, so that an unchanged line wraps the same in both. Their gutters may
 * differ, for example in the digits of line numbers.
 */
import { Compartment, type Extension, Prec } from "@codemirror/state";
import { EditorView, GutterMarker, gutter } from "@codemirror/view";

/** About the smallest step of a browser's layout, in px. */
const tolerance = 1 / 32;

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
 * Empty themes to switch between, because an editor measures its lines again when its theme changes. It doesn't when only
 * their width changes and its own height stays the same, as it does here.
 */
const themes: readonly Extension[] = [EditorView.theme({}), EditorView.theme({})];

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
        // Only after a measurement, when reading the layout is cheap.
        if (update.transactions.length === 0 && update.geometryChanged) this.#onMeasured();
      }),
    ];
  }

  /** The space comes before all gutters, so that line numbers stay next to their lines. */
  #drawn(): Extension {
    const initialSpacer = () => new Width(this.#space);
    return [themes[this.#themeIndex] ?? [], Prec.highest(gutter({ class: "tandem-gutter-space", initialSpacer }))];
  }

  /** Returns the width of all gutters without the space, or undefined while the editor is off screen. */
  gutterWidth(view: EditorView): number | undefined {
    if (view.scrollDOM.clientWidth === 0 || !this.#part.get(view.state)) return undefined;
    const gutters = [...view.scrollDOM.children].filter((element) => element.classList.contains("cm-gutters"));
    return gutters.reduce((sum, element) => sum + widthOf(element), -this.#space);
  }

  /** Sets the width of the space, and makes the editor remeasure its lines if their width changed. */
  show(view: EditorView, space: number): void {
    const isSameSpace = Math.abs(space - this.#space) < tolerance;
    const contentWidth = widthOf(view.contentDOM);
    // If the width of the whole editor changes, it measures its lines anyway.
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

/** The fractional width in CSS pixels, regardless of the page's zoom. */
function widthOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).width) || 0;
}

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

  start(base: EditorView, result: EditorView): void {
    this.#views = [base, result];
    // An editor doesn't notice when a gutter gets wider, because of a marker or because the host added one.
    this.#observer = new ResizeObserver(() => {
      for (const view of this.#views ?? []) view.requestMeasure();
    });
    for (const view of this.#views) this.#observer.observe(view.contentDOM);
  }

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
