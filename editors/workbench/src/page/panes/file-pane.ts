/** A file in an editor, shared with all windows that show it. */
import { foldGutter } from "@codemirror/language";
import { Compartment, EditorSelection } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type ReadonlySignal, signal } from "@preact/signals";
import { languageSupportOf, reportSelection } from "@tandem/codemirror";
import type { DocumentText } from "../../messages.js";
import type { DocumentSync } from "../documents/document-sync.js";
import { indentationOf } from "../editor/indentation.js";
import { displaySetup, editingSetup, isLarge } from "../editor/setup.js";
import { hasFace, openFace } from "../notebook/faces.js";
import type { NotebookFace } from "../notebook/notebook-face.js";
import type { PaneBase, PaneParts } from "./pane.js";

/** Offsets; the head is the end that moves. */
export interface SelectedOffsets {
  readonly anchor: number;
  readonly head: number;
}

/** What a pane tells. */
export interface FilePaneEvents {
  /** The selection or the text has changed. */
  selectionChanged(pane: FilePane): void;
  failed(pane: FilePane, error: unknown): void;
  /** Its text is there. */
  opened(pane: FilePane): void;
  closed(pane: FilePane): void;
}

/** The pane of a file tab. */
export class FilePane implements PaneBase {
  readonly kind = "file";
  readonly tab: string;
  readonly path: string;
  readonly element = document.createElement("div");
  readonly #parts: PaneParts;
  readonly #events: FilePaneEvents;
  readonly #view = signal<EditorView | undefined>(undefined);
  readonly #face = signal<NotebookFace | undefined>(undefined);
  #sync: DocumentSync | undefined;
  #selection: SelectedOffsets | undefined;
  /** Where the keyboard was when it was wanted here, before the text had come. */
  #focusFrom: Element | null | undefined;
  #awaitsFace = false;
  #isClosed = false;

  constructor(tab: string, path: string, parts: PaneParts, events: FilePaneEvents) {
    this.tab = tab;
    this.path = path;
    this.#parts = parts;
    this.#events = events;
    this.element.className = "pane editor-pane";
    this.element.dataset.testid = "editor";
    this.element.dataset.path = path;
    this.#open().catch((error: unknown) => {
      if (this.#isClosed) return;
      this.element.textContent = `${path} cannot be shown.`;
      events.failed(this, error);
    });
  }

  get view(): ReadonlySignal<EditorView | undefined> {
    return this.#view;
  }

  /** It goes without what costs. */
  get isLarge(): boolean {
    return isLarge(this.#view.peek()?.state.doc ?? "");
  }

  get sync(): DocumentSync | undefined {
    return this.#sync;
  }

  /** Of a notebook, once it is loaded: what is shown in place of the text. */
  get face(): ReadonlySignal<NotebookFace | undefined> {
    return this.#face;
  }

  /** The face, while it is what the user sees. */
  get shownFace(): NotebookFace | undefined {
    const face = this.#face.peek();
    return face?.isShown.peek() ? face : undefined;
  }

  focus(): void {
    if (!this.#view.value || this.#awaitsFace) this.#focusFrom = document.activeElement;
    else if (this.shownFace) this.shownFace.focus();
    else this.#view.value.focus();
  }

  /** Selects, also before the text is there, and shows the place in the middle. */
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
    this.#face.value?.close();
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
    if (hasFace(this.path)) await this.#openFace(view);
    if (this.#isClosed) return;
    const selection = this.#selection ?? opened.selection;
    if (selection) this.select(selection);
    // Between asking for the file and showing it the user may have gone on to something else.
    const active = document.activeElement;
    if (this.#focusFrom !== undefined && (active === this.#focusFrom || active === document.body)) this.focus();
    this.#events.selectionChanged(this);
    this.#events.opened(this);
  }

  /** A text that cannot have its face is still a text. */
  async #openFace(view: EditorView): Promise<void> {
    this.#awaitsFace = true;
    const text = document.createElement("div");
    text.className = "pane-text";
    text.hidden = true;
    text.append(view.dom);
    this.element.append(text);
    try {
      const isHostInBetween = () => this.#sync?.isHostInBetween ?? false;
      const host = { path: this.path, element: this.element, text, view, isHostInBetween };
      const face = await openFace(host, this.#parts);
      if (this.#isClosed) face.close();
      else this.#face.value = face;
    } catch (error) {
      text.hidden = false;
      if (!this.#isClosed) this.#events.failed(this, error);
    }
    this.#awaitsFace = false;
  }

  #createView({ text, version }: DocumentText): EditorView {
    const { documents, connection, look } = this.#parts;
    this.#sync = documents.bind(this.path, version, () => connection.request("document.open", { path: this.path }));
    const language = new Compartment();
    const view = new EditorView({
      doc: text,
      extensions: [
        displaySetup(look),
        editingSetup(isLarge(text), look),
        isLarge(text) ? [] : foldGutter(),
        indentationOf(text),
        this.#sync.extension,
        language.of([]),
        EditorView.contentAttributes.of({ "aria-label": this.path }),
        reportSelection(() => this.#events.selectionChanged(this)),
      ],
    });
    // The text is there at once, its colours when they have been fetched.
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
