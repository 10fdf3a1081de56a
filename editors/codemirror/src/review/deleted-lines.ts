/** In the unified layout, shows the lines that a hunk removes above those that it adds. */
import { highlightingFor, type Language, language } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { highlightTree } from "@lezer/highlight";
import type { ReviewHunk } from "@tandem-ide/base/review";
import { hiddenCharacter } from "../hidden-characters.js";
import { type Comparison, compared } from "./comparison.js";
import { fineChangesOf, hunkText } from "./fine-changes.js";
import { hangingClass } from "./hanging-indent.js";
import { baseLines, resultLines } from "./lines.js";

/** Limits, because these lines are plain elements, which are drawn even off screen. */
export const maxDeletedLines = 500;
const maxLineLength = 5_000;
const maxHighlighted = 20_000;

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly className: string;
}

type Parser = Language["parser"];
type Tree = ReturnType<Parser["parse"]>;

/** Whole texts up to this length are parsed, which takes a few dozen ms. */
const maxParsed = 100_000;

/** The last parse of a base. */
const trees = new WeakMap<Text, { readonly parser: Parser; readonly tree: Tree }>();

function treeOf(parser: Parser, base: Text): Tree {
  let known = trees.get(base);
  if (known?.parser !== parser) {
    known = { parser, tree: parser.parse(base.toString()) };
    trees.set(base, known);
  }
  return known.tree;
}

/**
 * Highlights a part of the base that starts at `origin`. In a very long text it is parsed on its own, so a fragment from
 * the middle of a comment may look wrong.
 */
function highlight(state: EditorState, base: Text, origin: number, text: string): Piece[] {
  const parser = state.facet(language)?.parser;
  const pieces: Piece[] = [];
  if (!parser || text.length > maxHighlighted) return pieces;
  const isWhole = base.length <= maxParsed;
  const shift = isWhole ? origin : 0;
  highlightTree(
    isWhole ? treeOf(parser, base) : parser.parse(text),
    { style: (tags) => highlightingFor(state, tags) },
    (from, to, className) => pieces.push({ from: from - shift, to: to - shift, className }),
    shift,
    shift + text.length,
  );
  return pieces;
}

/** Appends text with symbols for hidden characters, as `showHiddenCharacters` does in an editor. */
function appendVisibly(element: HTMLElement, text: string): void {
  if (!hiddenCharacter.test(text)) {
    element.append(text);
    return;
  }
  for (const character of text) {
    if (!hiddenCharacter.test(character)) {
      element.append(character);
      continue;
    }
    const code = character.codePointAt(0) ?? 0;
    const symbol = document.createElement("span");
    symbol.className = "cm-specialChar";
    symbol.textContent = code < 32 ? String.fromCharCode(0x2400 + code) : "•";
    symbol.title = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    element.append(symbol);
  }
}

/** Appends a line's text, split where the classes change. */
function appendPieces(line: HTMLElement, text: string, from: number, to: number, layers: readonly Piece[][]): void {
  const boundaries = new Set([from, to]);
  const here = layers.map((layer) => layer.filter((piece) => piece.from < to && piece.to > from));
  for (const piece of here.flat()) boundaries.add(Math.max(from, piece.from)).add(Math.min(to, piece.to));
  const sorted = [...boundaries].sort((a, b) => a - b);
  for (const [index, start] of sorted.entries()) {
    const end = sorted[index + 1];
    if (end === undefined) break;
    const classes = here.flat().filter((piece) => piece.from <= start && piece.to >= end);
    const span = document.createElement("span");
    span.className = classes.map((piece) => piece.className).join(" ");
    appendVisibly(span, text.slice(start, end));
    line.append(span);
  }
}

/** The removed lines of a hunk. */
export class DeletedLines extends WidgetType {
  constructor(
    readonly comparison: Comparison,
    readonly hunk: ReviewHunk,
    /** A new object after the editor's language or colours may have changed. */
    readonly styleKey: object,
  ) {
    super();
  }

  /** The widget depends only on these two texts and the style key. */
  get #texts(): readonly [string, string] {
    const { base, result } = this.comparison;
    return [hunkText(base, baseLines(this.hunk)), hunkText(result, resultLines(this.hunk))];
  }

  #looksLike(other: DeletedLines): boolean {
    if (this.styleKey !== other.styleKey || this.hunk.decision !== other.hunk.decision) return false;
    if (this.hunk === other.hunk) return true;
    const [before, after] = this.#texts;
    const [otherBefore, otherAfter] = other.#texts;
    return before === otherBefore && after === otherAfter;
  }

  override eq(other: DeletedLines): boolean {
    return this.hunk.index === other.hunk.index && this.#looksLike(other);
  }

  override updateDOM(dom: HTMLElement, _view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof DeletedLines && this.#looksLike(from))) return false;
    dom.dataset.hunk = String(this.hunk.index);
    return true;
  }

  override get estimatedHeight(): number {
    return Math.min(this.hunk.oldEnd - this.hunk.oldStart, maxDeletedLines) * 18;
  }

  override toDOM(view: EditorView): HTMLElement {
    const block = document.createElement("div");
    block.className = `cm-deletedChunk tandem-${this.hunk.decision}`;
    block.dataset.hunk = String(this.hunk.index);
    const [text] = this.#texts;
    const marks = fineChangesOf(this.comparison, this.hunk).map(({ fromBase, toBase }) => ({
      from: fromBase,
      to: toBase,
      className: "cm-deletedText",
    }));
    const { base } = this.comparison;
    const layers = [highlight(view.state, base, base.line(this.hunk.oldStart + 1).from, text), marks];
    const lines = text.split("\n");
    let from = 0;
    for (const content of lines.slice(0, maxDeletedLines)) {
      block.append(this.#line(view, text, from, from + content.length, layers));
      from += content.length + 1;
    }
    if (lines.length > maxDeletedLines)
      block.append(
        this.#note(
          view,
          "… $ more removed lines: switch to side-by-side view to see them",
          lines.length - maxDeletedLines,
        ),
      );
    return block;
  }

  /** Returns a line. A very long one is cut around its first change. */
  #line(view: EditorView, text: string, from: number, to: number, layers: readonly Piece[][]): HTMLElement {
    const line = document.createElement("del");
    line.className = "cm-deletedLine";
    if (view.lineWrapping) line.classList.add(hangingClass(text.slice(from, to), view.state.tabSize));
    const firstMark = layers.at(-1)?.find((mark) => mark.to > from && mark.from < to)?.from ?? from;
    const start = to - from > maxLineLength ? Math.max(from, firstMark - maxLineLength / 10) : from;
    const end = Math.min(to, start + maxLineLength);
    if (start > from) line.append(this.#note(view, "… $ more characters", start - from));
    appendPieces(line, text, start, end, layers);
    if (end < to) line.append(this.#note(view, "… $ more characters", to - end));
    if (from === to) line.append(document.createElement("br"));
    return line;
  }

  #note(view: EditorView, text: string, count: number): HTMLElement {
    const note = document.createElement("span");
    note.className = "tandem-deleted-note";
    note.textContent = view.state.phrase(text, count);
    return note;
  }
}

interface Drawing {
  readonly styleKey: object;
  readonly lines: DecorationSet;
}

function build(state: EditorState, styleKey: object): Drawing {
  const builder = new RangeSetBuilder<Decoration>();
  const comparison = state.facet(compared);
  for (const hunk of comparison?.hunks ?? []) {
    if (!comparison || hunk.oldStart === hunk.oldEnd || hunk.decision === "rejected") continue;
    const isAtEnd = hunk.newStart >= state.doc.lines;
    const at = isAtEnd ? state.doc.length : state.doc.line(hunk.newStart + 1).from;
    const widget = new DeletedLines(comparison, hunk, styleKey);
    builder.add(at, at, Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }));
  }
  return { styleKey, lines: builder.finish() };
}

export const deletedLines: Extension = StateField.define<Drawing>({
  create: (state) => build(state, {}),
  update(value, { startState, state, reconfigured }) {
    // The language may have loaded after the review opened.
    if (reconfigured) return build(state, {});
    return startState.facet(compared) === state.facet(compared) ? value : build(state, value.styleKey);
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});
