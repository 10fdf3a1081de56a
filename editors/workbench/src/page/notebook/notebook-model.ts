/**
 * The cells of a notebook's text. The text is the source of truth: a change to the cells becomes the smallest change of the
 * text, and any change of the text, by another window or by the kernel, updates the cells.
 */

import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeSpec, StateEffect, type Text, Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { type ReadonlySignal, signal } from "@preact/signals";
import { messageOf } from "@tandem-ide/base";
import { changeBetween, exactDoc } from "@tandem-ide/codemirror";
import { type CellType, Notebook, type NotebookCell } from "@tandem-ide/workspace/notebook";
import { type KeyedCell, keyCells } from "./cell-keys.js";
import { sourceChange } from "./source-change.js";
import { type SourceRange, sourceRanges, toCell, toFile } from "./source-ranges.js";

/** A cell on the screen. The object is replaced only when the cell changes. */
export interface ShownCell extends KeyedCell {
  readonly cell: NotebookCell;
}

/** The editor of the notebook's text. */
export interface NotebookText {
  readonly view: EditorView;
  /** The current update is by the host itself, while local changes are unconfirmed. */
  isHostInBetween(): boolean;
}

/** Shorter texts are written as a whole for every change. */
const largeCharacters = 300_000;

/** Marks changes made by this model. */
const own = Annotation.define<boolean>();

export class NotebookModel {
  readonly #text: NotebookText;
  readonly #view: EditorView;
  readonly #cells = signal<readonly ShownCell[]>([]);
  readonly #problem = signal<string | undefined>(undefined);
  readonly #listeners = new Map<string, (source: string) => void>();
  /** Called when another program, such as Claude, selects text. */
  readonly #selected: (key: string, from: number, to: number) => void;
  #notebook: Notebook | undefined;
  /** Cached for the current text. */
  #ranges: { readonly of: Text; readonly text: string; readonly ranges: readonly SourceRange[] } | undefined;
  #count = 0;
  #isClosed = false;

  constructor(text: NotebookText, selected: (key: string, from: number, to: number) => void) {
    const { view } = text;
    this.#text = text;
    this.#view = view;
    this.#selected = selected;
    this.#read();
    view.dispatch({
      effects: StateEffect.appendConfig.of(EditorView.updateListener.of((update) => this.#updated(update))),
    });
  }

  get cells(): ReadonlySignal<readonly ShownCell[]> {
    return this.#cells;
  }

  /** Why the text isn't a valid notebook. */
  get problem(): ReadonlySignal<string | undefined> {
    return this.#problem;
  }

  /** A file name for the kernel's language, for syntax highlighting. */
  get fileName(): string {
    const { language_info: language, kernelspec } = this.#notebook?.metadata ?? {};
    const ending = read(language, "file_extension");
    const name = read(language, "name") ?? read(kernelspec, "language") ?? "python";
    return `cell${ending ?? (name === "python" ? ".py" : `.${name}`)}`;
  }

  indexOf(key: string | undefined): number {
    return this.#cells.peek().findIndex((cell) => cell.key === key);
  }

  /**
   * Calls `listener` synchronously when others change a cell's source, so that its editor is never outdated. Returns a
   * function that removes the listener.
   */
  listen(key: string, listener: (source: string) => void): () => void {
    this.#listeners.set(key, listener);
    return () => {
      if (this.#listeners.get(key) === listener) this.#listeners.delete(key);
    };
  }

  setSource(key: string, source: string, userEvent = "input"): void {
    const index = this.indexOf(key);
    // Another window just deleted the cell. Its editor closes with the next frame.
    if (index < 0) return;
    const { text, ranges } = this.#sourceRanges();
    // Typing must not wait while megabytes of images are written and compared.
    const local = text.length > largeCharacters ? sourceChange(text, ranges, index, source) : undefined;
    this.#change((notebook) => notebook.setSource(index, source), userEvent, local);
  }

  /** Returns the new cell's key. */
  insert(index: number, type: CellType): string | undefined {
    this.#change((notebook) => notebook.insertCell(index, type));
    return this.#cells.peek()[index]?.key;
  }

  remove(key: string): void {
    this.#change((notebook) => notebook.deleteCell(this.indexOf(key)));
  }

  move(key: string, to: number): void {
    if (to >= 0 && to < this.#cells.peek().length) this.#change((notebook) => notebook.moveCell(this.indexOf(key), to));
  }

  setType(key: string, type: CellType): void {
    this.#change((notebook) => notebook.setType(this.indexOf(key), type));
  }

  /** Clears the outputs of one cell or of all. */
  clearOutputs(key?: string): void {
    this.#change((notebook) => notebook.clearOutputs(key === undefined ? undefined : this.indexOf(key)));
  }

  /** Selects the text of a cell's selection. */
  select(key: string, { anchor, head }: { readonly anchor: number; readonly head: number }): void {
    const { text, ranges } = this.#sourceRanges();
    const range = ranges[this.indexOf(key)];
    if (!range) return;
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    const start = toFile(text, range, from, false);
    const end = from === to ? start : toFile(text, range, to, true);
    const selection = anchor <= head ? { anchor: start, head: end } : { anchor: end, head: start };
    const { main } = this.#view.state.selection;
    if (main.anchor === selection.anchor && main.head === selection.head) return;
    this.#view.dispatch({ selection, annotations: own.of(true) });
  }

  /** The zero-based lines of a cell's source in the file. */
  linesOf(key: string): { readonly start: number; readonly end: number } | undefined {
    const range = this.#sourceRanges().ranges[this.indexOf(key)];
    if (!range) return undefined;
    const { doc } = this.#view.state;
    return { start: doc.lineAt(range.from).number - 1, end: doc.lineAt(range.to).number - 1 };
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #sourceRanges(): { readonly text: string; readonly ranges: readonly SourceRange[] } {
    const { doc } = this.#view.state;
    if (this.#ranges?.of !== doc) {
      const text = doc.toString();
      this.#ranges = { of: doc, text, ranges: sourceRanges(text) };
    }
    return this.#ranges;
  }

  /** `known` is the change of the text, if it is known without writing the whole text. */
  #change(change: (notebook: Notebook) => Notebook, userEvent?: string, known?: ChangeSpec): void {
    const before = this.#notebook;
    if (!before || this.#view.state.readOnly) return;
    const notebook = change(before);
    if (notebook === before) return;
    const changes = known ?? changeBetween(this.#view.state.doc, exactDoc(notebook.toText()));
    this.#show(notebook);
    if (!changes) return;
    this.#view.dispatch({
      changes,
      // Undo reverts typing word by word, and changes to whole cells one by one.
      annotations: [
        own.of(true),
        userEvent === undefined ? isolateHistory.of("full") : Transaction.userEvent.of(userEvent),
      ],
    });
  }

  #updated(update: ViewUpdate): void {
    if (this.#isClosed) return;
    const isOwn = update.transactions.every((transaction) => transaction.annotation(own));
    if (isOwn) return;
    if (update.docChanged) this.#read(update);
    else if (update.selectionSet) this.#showSelection(update.state.selection.main);
  }

  #showSelection({ from, to }: { readonly from: number; readonly to: number }): void {
    if (!this.#notebook) return;
    const { text, ranges } = this.#sourceRanges();
    const start = toCell(text, ranges, from);
    const end = toCell(text, ranges, to);
    const key = start && this.#cells.peek()[start.index]?.key;
    if (start && key !== undefined)
      this.#selected(key, start.offset, end?.index === start.index ? end.offset : start.offset);
  }

  #read(update?: ViewUpdate): void {
    try {
      this.#show(Notebook.parse(this.#view.state.doc.toString()));
    } catch (error) {
      if (update && this.#notebook && this.#text.isHostInBetween()) {
        // Runs before anything is drawn or sent.
        queueMicrotask(() => this.#drop(update));
        return;
      }
      this.#notebook = undefined;
      this.#problem.value = messageOf(error);
    }
  }

  /** Drops an output that the host wrote into a cell while the user deleted or moved that cell. */
  #drop({ changes, startState, state }: ViewUpdate): void {
    if (this.#isClosed) return;
    if (this.#view.state.doc !== state.doc) this.#read();
    else
      this.#view.dispatch({
        changes: changes.invert(startState.doc),
        annotations: [own.of(true), Transaction.addToHistory.of(false)],
      });
  }

  #show(notebook: Notebook): void {
    this.#notebook = notebook;
    this.#problem.value = undefined;
    const before = this.#cells.peek();
    const read = notebook.cells.map((cell) => ({ id: cell.id, raw: cell.write(), cell }));
    const keyed = keyCells(before, read, () => `cell-${++this.#count}`);
    const byKey = new Map(before.map((cell) => [cell.key, cell]));
    this.#cells.value = keyed.map(({ key, id, raw }, index) => {
      const known = byKey.get(key);
      const cell = read[index]?.cell;
      return known?.raw === raw || !cell ? (known ?? fail(key)) : { key, id, raw, cell };
    });
    for (const { key, cell } of this.#cells.peek()) this.#listeners.get(key)?.(cell.source);
  }
}

function fail(key: string): never {
  throw new Error(`Cell ${key} doesn't exist.`);
}

function read(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
