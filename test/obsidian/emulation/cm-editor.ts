/** Obsidian's `Editor` on a real CodeMirror, as in the application. */
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Editor } from "obsidian-test-mocks/obsidian";

interface Place {
  readonly line: number;
  readonly ch: number;
}

export class CmEditor extends Editor {
  readonly cm: EditorView;
  readonly #extensions = new Compartment();
  readonly #own: Extension;

  /** `own` has the view's extensions, `given` those from plugins. */
  constructor(parent: HTMLElement, own: Extension, given: Extension) {
    super();
    this.#own = own;
    this.cm = new EditorView({ parent, state: this.#state("", given) });
  }

  #state(doc: string, given: Extension): EditorState {
    return EditorState.create({ doc, extensions: [this.#own, this.#extensions.of(given)] });
  }

  /** Call this when plugins are enabled or disabled. */
  setGiven(given: Extension): void {
    this.cm.dispatch({ effects: this.#extensions.reconfigure(given) });
  }

  /** Switches to another file, with a new state. */
  load(text: string): void {
    this.cm.setState(this.#state(text, this.#extensions.get(this.cm.state) ?? []));
  }

  override getValue(): string {
    return this.cm.state.doc.toString();
  }

  override setValue(text: string): void {
    this.cm.dispatch({ changes: { from: 0, to: this.cm.state.doc.length, insert: text } });
  }

  override getCursor(side: "anchor" | "from" | "head" | "to" = "head"): Place {
    return this.offsetToPos(this.cm.state.selection.main[side]);
  }

  override getRange(from: Place, to: Place): string {
    return this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to));
  }

  override getSelection(): string {
    const { from, to } = this.cm.state.selection.main;
    return this.cm.state.sliceDoc(from, to);
  }

  override setSelection(anchor: Place, head: Place = anchor): void {
    this.cm.dispatch({ selection: { anchor: this.posToOffset(anchor), head: this.posToOffset(head) } });
  }

  override replaceSelection(text: string): void {
    this.cm.dispatch({ ...this.cm.state.replaceSelection(text), userEvent: "input.type" });
  }

  override offsetToPos(offset: number): Place {
    const line = this.cm.state.doc.lineAt(offset);
    return { line: line.number - 1, ch: offset - line.from };
  }

  override posToOffset({ line, ch }: Place): number {
    const { from, length } = this.cm.state.doc.line(line + 1);
    return from + Math.min(ch, length);
  }

  override lineCount(): number {
    return this.cm.state.doc.lines;
  }

  override scrollIntoView(): void {}

  override focus(): void {
    this.cm.focus();
  }

  override hasFocus(): boolean {
    return this.cm.hasFocus;
  }
}
