/** Shows a notebook's text as cells: the selected cell, the edited cell, and what the user can do with cells. */
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { linesToMention } from "@tandem-ide/codemirror";
import type { CellType } from "@tandem-ide/workspace/notebook";
import type { KernelFacts } from "../../messages-notebook.js";
import { fileNameOf } from "../core/paths.js";
import type { PaneParts } from "../panes/pane.js";
import { CellEditor } from "./cell-editor.js";
import { cellTextKeys } from "./cell-text-keys.js";
import { NotebookModel, type NotebookText, type ShownCell } from "./notebook-model.js";
import { runStep, undoStopped } from "./undo-step.js";

/** The pane that contains the notebook. */
export interface NotebookContainer extends NotebookText {
  readonly path: string;
  readonly element: HTMLElement;
  /** The parent of the editor of the file's text. */
  readonly textElement: HTMLElement;
}

export class NotebookEditor {
  readonly model: NotebookModel;
  readonly path: string;
  readonly selected = signal<string | undefined>(undefined);
  /** The cell whose text is being edited. Other Markdown cells are rendered. */
  readonly edited = signal<string | undefined>(undefined);
  /** False while the file is shown as text. */
  readonly isShown: ReadonlySignal<boolean>;
  readonly #isText = signal(false);
  readonly #container: NotebookContainer;
  readonly #parts: PaneParts;
  readonly #element = document.createElement("div");
  readonly #editors = new Map<string, CellEditor>();
  readonly #closers: readonly (() => void)[];

  /** `render` returns a function that removes what it rendered. */
  constructor(
    container: NotebookContainer,
    parts: PaneParts,
    render: (notebook: NotebookEditor, element: HTMLElement) => () => void,
  ) {
    this.path = container.path;
    this.#container = container;
    this.#parts = parts;
    this.model = new NotebookModel(container, (key, from, to) => this.#showSelection(key, from, to));
    this.isShown = computed(() => !this.#isText.value && this.model.problem.value === undefined);
    this.#element.className = "notebook";
    this.#element.dataset.testid = "notebook";
    container.element.classList.add("has-notebook");
    container.element.prepend(this.#element);
    const followShown = effect(() => {
      container.textElement.hidden = this.isShown.value;
    });
    // Always keep a cell selected, even if another window deletes the selected one.
    const followCells = effect(() => {
      const { value: cells } = this.model.cells;
      if (!cells.some(({ key }) => key === this.selected.peek())) this.selected.value = cells[0]?.key;
    });
    this.#closers = [render(this, this.#element), followShown, followCells];
  }

  /** The user chose to see the text. */
  get isText(): ReadonlySignal<boolean> {
    return this.#isText;
  }

  get kernel(): KernelFacts | undefined {
    return this.#parts.store.model.value?.kernels?.find(({ path }) => path === this.path);
  }

  get hasKernels(): boolean {
    return this.#parts.store.model.value?.kernels !== undefined;
  }

  /** The editor of the selected cell, if it has one. */
  get editor(): EditorView | undefined {
    return this.#editors.get(this.selected.peek() ?? "")?.view;
  }

  /** The selected text of a cell. Undefined while the file is shown as text. */
  get selectedText(): string | undefined {
    const { editor } = this;
    if (!this.isShown.peek() || !editor || this.#container.view.state.selection.main.empty) return undefined;
    const { from, to } = editor.state.selection.main;
    return editor.state.sliceDoc(from, to);
  }

  /** The zero-based lines of the file to mention. Undefined for the whole file. */
  linesToMention(): { readonly start: number; readonly end: number } | undefined {
    const key = this.selected.peek();
    const isSelected = this.editor && !this.editor.state.selection.main.empty;
    return isSelected || key === undefined ? linesToMention(this.#container.view.state) : this.model.linesOf(key);
  }

  setText(isText: boolean): void {
    this.#isText.value = isText;
    const { view } = this.#container;
    // Also reports the selection, which looks different in the other view.
    view.dispatch({ selection: view.state.selection, scrollIntoView: true });
    requestAnimationFrame(() => this.focus());
  }

  focus(): void {
    if (!this.isShown.peek()) this.#container.view.focus();
    else if (this.selected.peek() !== undefined) this.go(this.selected.peek(), false);
    else this.#element.querySelector<HTMLElement>("button")?.focus();
  }

  /** Selects a cell and focuses its text, or the cell itself. */
  go(key: string | undefined, isEditing: boolean): void {
    if (key === undefined) return;
    // Clear the selection of the previous cell.
    if (key !== this.selected.peek()) this.model.select(key, { anchor: 0, head: 0 });
    this.selected.value = key;
    this.edited.value = isEditing ? key : undefined;
    // Synchronously if possible, because the next typed character belongs there.
    if (!this.#focusCell(key, isEditing)) requestAnimationFrame(() => this.#focusCell(key, isEditing));
  }

  /** Goes to the cell `by` positions further, if it exists. */
  step(by: number, isEditing: boolean): void {
    const next = this.model.cells.peek()[this.model.indexOf(this.selected.peek()) + by];
    if (next) this.go(next.key, isEditing);
  }

  insert(where: "above" | "below", type: CellType): void {
    const at = this.model.indexOf(this.selected.peek());
    this.go(this.model.insert(at < 0 ? 0 : at + (where === "below" ? 1 : 0), type), true);
  }

  remove(): void {
    const key = this.selected.peek();
    const at = this.model.indexOf(key);
    if (key === undefined || at < 0) return;
    this.model.remove(key);
    const { value: cells } = this.model.cells;
    this.go((cells[at] ?? cells.at(-1))?.key, false);
    if (cells.length === 0) this.selected.value = undefined;
  }

  move(by: 1 | -1): void {
    const key = this.selected.peek();
    if (key === undefined) return;
    const isEditing = this.edited.peek() === key;
    this.model.move(key, this.model.indexOf(key) + by);
    this.go(key, isEditing);
  }

  setType(type: CellType): void {
    const key = this.selected.peek();
    if (key === undefined) return;
    const isEditing = this.edited.peek() === key;
    this.model.setType(key, type);
    this.go(key, isEditing);
  }

  /** Runs undo or redo across all cells. */
  history(command: StateCommand): void {
    if (!runStep(this.#container.view, command)) this.#parts.toasts.show(undoStopped);
  }

  /** Runs the selected cell, then stays, goes to the next one, or inserts one below. */
  runSelected(then: "stay" | "next" | "insert"): void {
    const key = this.selected.peek();
    const at = this.model.indexOf(key);
    const cells = this.model.cells.peek();
    const shown = cells[at];
    if (key === undefined || !shown) return;
    if (shown.cell.type === "code") void this.run([shown]);
    if (then === "insert" || (then === "next" && at === cells.length - 1)) this.insert("below", "code");
    else if (then === "next") this.step(1, false);
    else this.go(key, shown.cell.type === "code" && this.edited.peek() === key);
  }

  async runAll(): Promise<void> {
    await this.run(this.model.cells.peek());
  }

  /** Runs the code cells among the given ones. */
  async run(shown: readonly ShownCell[]): Promise<void> {
    const { connection, documents } = this.#parts;
    const keys = new Set(
      shown.filter(({ cell }) => cell.type === "code" && cell.source.trim() !== "").map(({ key }) => key),
    );
    if (keys.size === 0) return;
    await this.#parts.toasts.attempt(async () => {
      // The host runs its own text.
      await documents.confirmed(this.path);
      const cells = this.model.cells.peek().flatMap(({ key, id, cell }, index) => {
        return keys.has(key) ? { index, ...(id !== undefined && { id }), source: cell.source } : [];
      });
      await connection.request("notebook.run", { path: this.path, cells });
    });
  }

  async interrupt(): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("kernel.interrupt", { path: this.path }));
  }

  /** Asks first, because all variables will be lost. */
  restart(andRunAll: boolean): void {
    const name = fileNameOf(this.path, this.#parts.store.model.peek()?.separator ?? "/");
    this.#parts.store.dialog.value = {
      kind: "confirm",
      title: `Restart the kernel for ${name}?`,
      text: `Running code will stop and all variables will be lost.${andRunAll ? " Then all cells will run from the top." : ""}`,
      button: andRunAll ? "Restart and run all" : "Restart",
      run: () => void this.#restart(andRunAll),
    };
  }

  /** Creates the editor of a cell. Returns a function that closes it. */
  openEditor(shown: ShownCell, parent: HTMLElement): () => void {
    const { key, cell } = shown;
    const { model } = this;
    const editor = new CellEditor({
      parent,
      key,
      source: cell.source,
      fileName: cell.type === "code" ? model.fileName : cell.type === "markdown" ? "cell.md" : "cell.txt",
      label: `${cell.type === "code" ? "Code" : "Text"} of cell ${model.indexOf(key) + 1}`,
      look: this.#parts.look,
      model,
      history: (command) => this.history(command),
      keys: cellTextKeys(this),
      selectionChanged: (view) => {
        this.selected.value = key;
        this.edited.value = key;
        model.select(key, view.state.selection.main);
      },
    });
    this.#editors.set(key, editor);
    return () => {
      if (this.#editors.get(key) === editor) this.#editors.delete(key);
      editor.close();
    };
  }

  close(): void {
    for (const close of this.#closers) close();
    this.model.close();
    this.#element.remove();
  }

  async #restart(andRunAll: boolean): Promise<void> {
    await this.#parts.toasts.attempt(() => this.#parts.connection.request("kernel.restart", { path: this.path }));
    if (andRunAll) await this.runAll();
  }

  /** Returns false if the cell or its editor isn't on the screen yet. */
  #focusCell(key: string, isEditing: boolean): boolean {
    const element = this.#cellElement(key);
    const editor = this.#editors.get(key)?.view;
    if (isEditing && editor) editor.focus();
    else element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
    return isEditing ? editor !== undefined : element !== null;
  }

  /** Shows a selection created by another program. */
  #showSelection(key: string, from: number, to: number): void {
    this.selected.value = key;
    const editor = this.#editors.get(key)?.view;
    editor?.dispatch({
      selection: { anchor: Math.min(from, editor.state.doc.length), head: Math.min(to, editor.state.doc.length) },
    });
    requestAnimationFrame(() => this.#cellElement(key)?.scrollIntoView({ block: "center" }));
  }

  #cellElement(key: string): HTMLElement | null {
    return this.#element.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`);
  }
}
