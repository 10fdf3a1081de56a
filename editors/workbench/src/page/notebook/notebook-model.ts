/**
 * The notebook that a text is. The text stays the owner: what is changed here becomes the smallest change of the text, and
 * whatever changes the text, another window or a kernel's output, is seen here.
 */

import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeSpec, StateEffect, type Text, Transaction } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { type ReadonlySignal, signal } from "@preact/signals";
import { messageOf } from "@tandem/base";
import { changeBetween, exactDoc } from "@tandem/codemirror";
import { type CellType, Notebook, type NotebookCell } from "@tandem/workspace/notebook";
import { type KeyedCell, keyCells } from "./cell-keys.js";
import type { FaceHost } from "./face.js";
import { sourceChange } from "./source-change.js";
import { type SourcePlace, sourcePlaces, toCell, toFile } from "./source-places.js";

/** A cell on the screen. It is another object only when the cell has changed. */
export interface ShownCell extends KeyedCell {
  readonly cell: NotebookCell;
}

/** What the model tells the editors of cells, at once: none of them may be behind while somebody types in it. */
export interface SourceListener {
  sourceChanged(source: string): void;
}

/** Where the text is. */
export type NotebookHost = Pick<FaceHost, "view" | "isHostInBetween">;

/** Characters: below this writing the whole text takes no time that anybody notices. */
const largeText = 300_000;

/** A change that was made here, of which the cells know. */
const own = Annotation.define<boolean>();

/** One for each pane. */
export class NotebookModel {
  readonly #host: NotebookHost;
  readonly #view: EditorView;
  readonly #cells = signal<readonly ShownCell[]>([]);
  readonly #problem = signal<string | undefined>(undefined);
  readonly #listeners = new Map<string, SourceListener>();
  /** Somebody else, Claude say, has selected in the text. */
  readonly #selected: (key: string, from: number, to: number) => void;
  #notebook: Notebook | undefined;
  /** Found once for each text, because it is long. */
  #places: { readonly of: Text; readonly text: string; readonly places: readonly SourcePlace[] } | undefined;
  #count = 0;
  #isClosed = false;

  constructor(host: NotebookHost, selected: (key: string, from: number, to: number) => void) {
    const { view } = host;
    this.#host = host;
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

  /** Why the text is no notebook, in words. */
  get problem(): ReadonlySignal<string | undefined> {
    return this.#problem;
  }

  /** How the files of the kernel's language are called, for colours. */
  get fileName(): string {
    const { language_info: language, kernelspec } = this.#notebook?.metadata ?? {};
    const ending = read(language, "file_extension");
    const name = read(language, "name") ?? read(kernelspec, "language") ?? "python";
    return `cell${ending ?? (name === "python" ? ".py" : `.${name}`)}`;
  }

  indexOf(key: string | undefined): number {
    return this.#cells.peek().findIndex((cell) => cell.key === key);
  }

  /** Tells the editor of a cell when others change its source; the function that is returned ends it. */
  listen(key: string, listener: SourceListener): () => void {
    this.#listeners.set(key, listener);
    return () => {
      if (this.#listeners.get(key) === listener) this.#listeners.delete(key);
    };
  }

  setSource(key: string, source: string, userEvent = "input"): void {
    const index = this.indexOf(key);
    // Somebody else has deleted it this moment: its editor goes with the next frame.
    if (index < 0) return;
    const { text, places } = this.#sourcePlaces();
    // What is typed must not wait until megabytes of pictures are written and compared.
    const local = text.length > largeText ? sourceChange(text, places, index, source) : undefined;
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

  /** Of a cell, or of all. */
  clearOutputs(key?: string): void {
    this.#change((notebook) => notebook.clearOutputs(key === undefined ? undefined : this.indexOf(key)));
  }

  /** Selects in the text what is selected in a cell. */
  select(key: string, { anchor, head }: { readonly anchor: number; readonly head: number }): void {
    const { text, places } = this.#sourcePlaces();
    const place = places[this.indexOf(key)];
    if (!place) return;
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    const start = toFile(text, place, from, false);
    const end = from === to ? start : toFile(text, place, to, true);
    const selection = anchor <= head ? { anchor: start, head: end } : { anchor: end, head: start };
    const { main } = this.#view.state.selection;
    if (main.anchor === selection.anchor && main.head === selection.head) return;
    this.#view.dispatch({ selection, annotations: own.of(true) });
  }

  /** The lines of the file, from 0, that hold a cell's source. */
  linesOf(key: string): { readonly start: number; readonly end: number } | undefined {
    const place = this.#sourcePlaces().places[this.indexOf(key)];
    if (!place) return undefined;
    const { doc } = this.#view.state;
    return { start: doc.lineAt(place.from).number - 1, end: doc.lineAt(place.to).number - 1 };
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #sourcePlaces(): { readonly text: string; readonly places: readonly SourcePlace[] } {
    const { doc } = this.#view.state;
    if (this.#places?.of !== doc) {
      const text = doc.toString();
      this.#places = { of: doc, text, places: sourcePlaces(text) };
    }
    return this.#places;
  }

  /** `known` is the change of the text, where it is known without writing all of it. */
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
      // What is typed is undone by the word; what is done to whole cells one by one.
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
    const { text, places } = this.#sourcePlaces();
    const start = toCell(text, places, from);
    const end = toCell(text, places, to);
    const key = start && this.#cells.peek()[start.index]?.key;
    if (start && key !== undefined)
      this.#selected(key, start.offset, end?.index === start.index ? end.offset : start.offset);
  }

  #read(update?: ViewUpdate): void {
    try {
      this.#show(Notebook.parse(this.#view.state.doc.toString()));
    } catch (error) {
      if (update && this.#notebook && this.#host.isHostInBetween()) {
        // Before anything is drawn or sent.
        queueMicrotask(() => this.#drop(update));
        return;
      }
      this.#notebook = undefined;
      this.#problem.value = messageOf(error);
    }
  }

  /** The user deleted or moved a cell while the host wrote an output into it, which has no place now: the user wins. */
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
    for (const { key, cell } of this.#cells.peek()) this.#listeners.get(key)?.sourceChanged(cell.source);
  }
}

function fail(key: string): never {
  throw new Error(`There is no cell ${key}.`);
}

function read(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}
