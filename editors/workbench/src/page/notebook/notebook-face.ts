/** A notebook on the screen: which cell the user is at, what is being edited, and what can be done with the cells. */
import type { StateCommand } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { linesToMention } from "@tandem/codemirror";
import type { CellType } from "@tandem/workspace/notebook";
import type { KernelFacts } from "../../messages-notebook.js";
import { fileNameOf } from "../core/paths.js";
import { CellEditor } from "./cell-editor.js";
import { cellTextKeys } from "./cell-text-keys.js";
import type { Face, FaceHost, FaceParts } from "./face.js";
import { NotebookModel, type ShownCell } from "./notebook-model.js";
import { runStep, undoEnds } from "./undo-step.js";

/** The face of an .ipynb. */
export class NotebookFace implements Face {
  readonly model: NotebookModel;
  readonly path: string;
  /** The cell that the user is at. */
  readonly selected = signal<string | undefined>(undefined);
  /** The cell whose text is being edited; a Markdown cell is shown rendered otherwise. */
  readonly edited = signal<string | undefined>(undefined);
  readonly isShown: ReadonlySignal<boolean>;
  readonly #isText = signal(false);
  readonly #host: FaceHost;
  readonly #parts: FaceParts;
  readonly #element = document.createElement("div");
  readonly #editors = new Map<string, CellEditor>();
  readonly #closers: readonly (() => void)[];

  /** `draw` shows it in an element; the function that it returns ends that. */
  constructor(host: FaceHost, parts: FaceParts, draw: (face: NotebookFace, element: HTMLElement) => () => void) {
    this.path = host.path;
    this.#host = host;
    this.#parts = parts;
    this.model = new NotebookModel(host, (key, from, to) => this.#show(key, from, to));
    this.isShown = computed(() => !this.#isText.value && this.model.problem.value === undefined);
    this.#element.className = "notebook";
    this.#element.dataset.testid = "notebook";
    host.element.classList.add("has-face");
    host.element.prepend(this.#element);
    const followShown = effect(() => {
      host.text.hidden = this.isShown.value;
    });
    // The keyboard needs a cell to come to, whoever deletes the one where it was.
    const followCells = effect(() => {
      const { value: cells } = this.model.cells;
      if (!cells.some(({ key }) => key === this.selected.peek())) this.selected.value = cells[0]?.key;
    });
    this.#closers = [draw(this, this.#element), followShown, followCells];
  }

  /** The user wants to see the text. */
  get isText(): ReadonlySignal<boolean> {
    return this.#isText;
  }

  get kernel(): KernelFacts | undefined {
    return this.#parts.store.model.value?.kernels?.find(({ path }) => path === this.path);
  }

  /** Code can be run here. */
  get hasKernels(): boolean {
    return this.#parts.store.model.value?.kernels !== undefined;
  }

  get editor(): EditorView | undefined {
    return this.#editors.get(this.selected.peek() ?? "")?.view;
  }

  get selectedText(): string | undefined {
    const { editor } = this;
    if (!this.isShown.peek() || !editor || this.#host.view.state.selection.main.empty) return undefined;
    const { from, to } = editor.state.selection.main;
    return editor.state.sliceDoc(from, to);
  }

  linesToMention(): { readonly start: number; readonly end: number } | undefined {
    const key = this.selected.peek();
    const isSelected = this.editor && !this.editor.state.selection.main.empty;
    return isSelected || key === undefined ? linesToMention(this.#host.view.state) : this.model.linesOf(key);
  }

  setText(isText: boolean): void {
    this.#isText.value = isText;
    const { view } = this.#host;
    // Also tells where the cursor is now that it is seen otherwise.
    view.dispatch({ selection: view.state.selection, scrollIntoView: true });
    requestAnimationFrame(() => this.focus());
  }

  focus(): void {
    if (!this.isShown.peek()) this.#host.view.focus();
    else if (this.selected.peek() !== undefined) this.go(this.selected.peek(), false);
    else this.#element.querySelector<HTMLElement>("button")?.focus();
  }

  /** Goes to a cell: into its text, or to the cell as a whole. */
  go(key: string | undefined, isEditing: boolean): void {
    if (key === undefined) return;
    // What was selected in another cell is not what the user is at any more.
    if (key !== this.selected.peek()) this.model.select(key, { anchor: 0, head: 0 });
    this.selected.value = key;
    this.edited.value = isEditing ? key : undefined;
    // At once where it can be: what is typed next is meant for it.
    if (!this.#focusCell(key, isEditing)) requestAnimationFrame(() => this.#focusCell(key, isEditing));
  }

  /** Goes to the cell so many further, if there is one. */
  step(by: number, isEditing: boolean): void {
    const next = this.model.cells.peek()[this.model.indexOf(this.selected.peek()) + by];
    if (next) this.go(next.key, isEditing);
  }

  insert(where: "above" | "below", type: CellType): void {
    const at = this.model.indexOf(this.selected.peek());
    this.go(this.model.insert(at < 0 ? 0 : at + (where === "below" ? 1 : 0), type), true);
  }

  /** Undo brings it back. */
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

  /** Undoes or redoes over all cells. */
  history(command: StateCommand): void {
    if (!runStep(this.#host.view, command)) this.#parts.toasts.show(undoEnds);
  }

  /** Runs the cell that the user is at, and goes on from there. */
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

  /** Runs those of the cells that are code; says in a toast what went wrong. */
  async run(shown: readonly ShownCell[]): Promise<void> {
    const { connection, documents } = this.#parts;
    const keys = new Set(
      shown.filter(({ cell }) => cell.type === "code" && cell.source.trim() !== "").map(({ key }) => key),
    );
    if (keys.size === 0) return;
    await this.#try(async () => {
      // The host runs what it has.
      await documents.confirmed(this.path);
      const cells = this.model.cells.peek().flatMap(({ key, id, cell }, index) => {
        return keys.has(key) ? { index, ...(id !== undefined && { id }), source: cell.source } : [];
      });
      await connection.request("notebook.run", { path: this.path, cells });
    });
  }

  async interrupt(): Promise<void> {
    await this.#try(() => this.#parts.connection.request("kernel.interrupt", { path: this.path }));
  }

  /** Asks first: variables are lost. */
  restart(andRunAll: boolean): void {
    const name = fileNameOf(this.path, this.#parts.store.model.peek()?.separator ?? "/");
    this.#parts.store.dialog.value = {
      kind: "confirm",
      title: `Restart the kernel of ${name}?`,
      text: `What it runs ends, and all variables are lost.${andRunAll ? " Then all cells run, from the first one on." : ""}`,
      button: andRunAll ? "Restart and run all" : "Restart",
      run: () => void this.#restart(andRunAll),
    };
  }

  /** Makes the editor of a cell; the function that is returned closes it. */
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
    await this.#try(() => this.#parts.connection.request("kernel.restart", { path: this.path }));
    if (andRunAll) await this.runAll();
  }

  /** False when it is not on the screen yet, or without its editor. */
  #focusCell(key: string, isEditing: boolean): boolean {
    const element = this.#cellElement(key);
    const editor = this.#editors.get(key)?.view;
    if (isEditing && editor) editor.focus();
    else element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
    return isEditing ? editor !== undefined : element !== null;
  }

  /** Somebody else has selected here. */
  #show(key: string, from: number, to: number): void {
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

  async #try(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#parts.toasts.showError(error);
    }
  }
}
