/** The pane of a file tab. Its text is shared with all windows. */
import { foldGutter } from "@codemirror/language";
import { Compartment, EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type ReadonlySignal, signal } from "@preact/signals";
import { languageSupportOf, reportSelection } from "@tandem-ide/codemirror";
import type { DocumentText } from "../../messages.js";
import type { DocumentSync } from "../documents/document-sync.js";
import { indentationOf } from "../editor/indentation.js";
import { displaySetup, editingSetup, isLarge } from "../editor/setup.js";
import type { NotebookEditor } from "../notebook/notebook-editor.js";
import type { PaneBase, PaneParts } from "./pane.js";

interface SelectedOffsets {
  readonly anchor: number;
  readonly head: number;
}

export interface FilePaneEvents {
  /** For the editor, next to the line numbers. */
  extension(pane: FilePane): Extension;
  /** The selection or text has changed. */
  selectionChanged(pane: FilePane): void;
  /** The text has been loaded. */
  opened(pane: FilePane): void;
  closed(pane: FilePane): void;
}

export class FilePane implements PaneBase {
  readonly kind = "file";
  readonly tab: string;
  readonly path: string;
  readonly element = document.createElement("div");
  /** Resolves when the file is shown, or to false if it can't be or was closed before. */
  readonly loaded: Promise<boolean>;
  readonly #parts: PaneParts;
  readonly #events: FilePaneEvents;
  readonly #view = signal<EditorView | undefined>(undefined);
  readonly #notebook = signal<NotebookEditor | undefined>(undefined);
  #sync: DocumentSync | undefined;
  #selection: SelectedOffsets | undefined;
  /** The element that had the focus when this pane was focused while still loading. */
  #focusFrom: Element | null | undefined;
  #isLoadingNotebook = false;
  #isClosed = false;

  constructor(tab: string, path: string, parts: PaneParts, events: FilePaneEvents) {
    this.tab = tab;
    this.path = path;
    this.#parts = parts;
    this.#events = events;
    this.element.className = "pane editor-pane";
    this.element.dataset.testid = "editor";
    this.element.dataset.path = path;
    this.loaded = this.#open().then(
      () => !this.#isClosed,
      (error: unknown) => {
        if (this.#isClosed) return false;
        this.element.textContent = `Can't open ${path}.`;
        parts.toasts.showError(error);
        return false;
      },
    );
  }

  get view(): ReadonlySignal<EditorView | undefined> {
    return this.#view;
  }

  /** Large files go without expensive features. */
  get isLarge(): boolean {
    return isLarge(this.#view.peek()?.state.doc ?? "");
  }

  get sync(): DocumentSync | undefined {
    return this.#sync;
  }

  /** The cells of a notebook, once loaded. */
  get notebook(): ReadonlySignal<NotebookEditor | undefined> {
    return this.#notebook;
  }

  /** The notebook, unless it is shown as text. */
  get shownNotebook(): NotebookEditor | undefined {
    const notebook = this.#notebook.peek();
    return notebook?.isShown.peek() ? notebook : undefined;
  }

  focus(): void {
    if (!this.#view.value || this.#isLoadingNotebook) this.#focusFrom = document.activeElement;
    else if (this.shownNotebook) this.shownNotebook.focus();
    else this.#view.value.focus();
  }

  /** Selects and scrolls to the selection, as soon as the text is loaded. */
  select(selection: SelectedOffsets): void {
    const view = this.#view.value;
    if (!view) {
      this.#selection = selection;
      return;
    }
    const { anchor, head } = withinText(selection, view.state.doc.length);
    view.dispatch({
      selection: EditorSelection.single(anchor, head),
      effects: EditorView.scrollIntoView(Math.min(anchor, head), { y: "center" }),
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#events.closed(this);
    if (this.#sync) this.#parts.documents.release(this.#sync);
    this.#notebook.value?.close();
    this.#view.value?.destroy();
    this.#view.value = undefined;
    this.element.remove();
  }

  async #open(): Promise<void> {
    const opened = await this.#parts.connection.request("document.open", { path: this.path });
    if (this.#isClosed) return;
    const view = this.#createView(opened);
    this.element.append(view.dom);
    this.#view.value = view;
    if (/\.ipynb$/i.test(this.path)) await this.#openNotebook(view);
    if (this.#isClosed) return;
    const selection = this.#selection ?? opened.selection;
    if (selection) this.select(selection);
    // Don't take the focus if the user has moved on in the meantime.
    const active = document.activeElement;
    if (this.#focusFrom !== undefined && (active === this.#focusFrom || active === document.body)) this.focus();
    this.#events.selectionChanged(this);
    this.#events.opened(this);
  }

  /** If this fails, the file is shown as text. */
  async #openNotebook(view: EditorView): Promise<void> {
    this.#isLoadingNotebook = true;
    const textElement = document.createElement("div");
    textElement.className = "pane-text";
    textElement.hidden = true;
    textElement.append(view.dom);
    this.element.append(textElement);
    try {
      const isHostInBetween = () => this.#sync?.isHostInBetween ?? false;
      const container = { path: this.path, element: this.element, textElement, view, isHostInBetween };
      const { openNotebook } = await import("../notebook/open-notebook.js");
      const notebook = openNotebook(container, this.#parts);
      if (this.#isClosed) notebook.close();
      else this.#notebook.value = notebook;
    } catch (error) {
      textElement.hidden = false;
      if (!this.#isClosed) this.#parts.toasts.showError(error);
    }
    this.#isLoadingNotebook = false;
  }

  #createView({ text, version }: DocumentText): EditorView {
    const { documents, connection, look } = this.#parts;
    this.#sync = documents.bind(this.path, version, () => connection.request("document.open", { path: this.path }));
    const language = new Compartment();
    const view = new EditorView({
      doc: text,
      extensions: [
        displaySetup(look),
        this.#events.extension(this),
        editingSetup(isLarge(text), look),
        isLarge(text) ? [] : foldGutter(),
        indentationOf(text),
        this.#sync.extension,
        language.of([]),
        EditorView.contentAttributes.of({ "aria-label": this.path }),
        reportSelection(() => this.#events.selectionChanged(this)),
      ],
    });
    // Syntax highlighting is loaded afterwards.
    if (!isLarge(text))
      void languageSupportOf(this.path).then((support) => {
        if (support && !this.#isClosed) view.dispatch({ effects: language.reconfigure(support) });
      });
    return view;
  }
}

function withinText({ anchor, head }: SelectedOffsets, length: number): SelectedOffsets {
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}
