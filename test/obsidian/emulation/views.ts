/** Views that show and save files like Obsidian's. The emulation's own views do neither. */
import { StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { restoreText, toEditorText } from "@tandem-ide/base/text";
import { type App, FileView, MarkdownView, MetadataCache, TextFileView, TFile } from "obsidian-test-mocks/obsidian";
import { CmEditor } from "./cm-editor.js";
import type { EmulatedLeaf } from "./workspace.js";

/** The editor's owner: Obsidian adds this field to every editor. */
export const editorInfoField = StateField.define<object>({ create: () => ({}), update: (value) => value });

/** How long after the last key press Obsidian saves. */
export interface Autosave {
  delayMs: number;
}

const saving = new WeakMap<object, ReturnType<typeof setTimeout>>();
const reading = new WeakMap<object, Promise<void>>();

/** Reads a file after the view's earlier reads, so that older text never replaces newer text. */
function readNext(view: object, read: () => Promise<void>): Promise<void> {
  const earlier = reading.get(view) ?? Promise.resolve();
  const next = earlier.catch(() => {}).then(read);
  reading.set(view, next);
  return next;
}

/** Loads, saves and reloads every view of a file, including those of plugins. */
export function patchFileViews(app: App, autosave: Autosave): void {
  const superSetState = FileView.prototype.setState;
  FileView.prototype.setState = async function (this: FileView, state: unknown, result) {
    await superSetState.call(this, state, result);
    const path: unknown = Reflect.get(Object(state), "file");
    const file = typeof path === "string" ? app.vault.getFileByPath(path) : null;
    if (!(file instanceof TFile) || this.file === file) return;
    this.file = file;
    await this.onLoadFile(file);
  };
  // From the start, because a file may change before its view has loaded it.
  Reflect.set(TextFileView.prototype, "dirty", false);
  TextFileView.prototype.onLoadFile = async function (this: TextFileView, file: TFile) {
    await readNext(this, async () => {
      const data = await app.vault.read(file);
      Reflect.set(this, "dirty", false);
      this.data = data;
      this.setViewData(data, true);
    });
  };
  TextFileView.prototype.requestSave = function (this: TextFileView) {
    Reflect.set(this, "dirty", true);
    clearTimeout(saving.get(this));
    saving.set(
      this,
      setTimeout(() => void this.save(), autosave.delayMs),
    );
  };
  TextFileView.prototype.save = async function (this: TextFileView) {
    clearTimeout(saving.get(this));
    if (!this.file || Reflect.get(this, "dirty") !== true) return;
    const data = this.getViewData();
    this.data = data;
    Reflect.set(this, "dirty", false);
    await app.vault.modify(this.file, data);
  };
}

/** Indexes notes with invalid YAML without their properties. The emulation would throw. */
export function patchMetadata(): void {
  const parse: unknown = Reflect.get(MetadataCache.prototype, "parseFileMetadata");
  if (typeof parse !== "function") throw new Error("The emulation now reads metadata differently");
  Reflect.set(MetadataCache.prototype, "parseFileMetadata", function (this: MetadataCache, file: TFile) {
    try {
      Reflect.apply(parse, this, [file]);
    } catch {
      const [start, end] = [
        { line: 0, col: 0, offset: 0 },
        { line: 1, col: 0, offset: 4 },
      ];
      this.cache__.set(file.path, { sections: [{ type: "yaml", position: { start, end } }] });
      this.trigger("changed", file, "", {});
    }
  });
}

/** Reloads a file that another program has written, unless there are unsaved changes. */
export async function readAgain(app: App, view: unknown, file: TFile): Promise<void> {
  if (!(view instanceof TextFileView) || view.file !== file) return;
  await readNext(view, async () => {
    if (Reflect.get(view, "dirty") === true) return;
    const data = await app.vault.read(file).catch(() => undefined);
    // The user may have typed in the meantime.
    if (data === undefined || data === view.data || Reflect.get(view, "dirty") === true) return;
    view.data = data;
    view.setViewData(data, false);
  });
}

/** Closes a view without saving: the contract's driver closes files with unsaved changes. */
export function forget(view: object): void {
  clearTimeout(saving.get(view));
}

/** A note with a real CodeMirror in it, in source mode, live preview or reading mode. */
export class EmulatedNote extends MarkdownView {
  #isLoading = false;
  #mode: "source" | "preview" = "source";
  /** The line at the top in reading mode. */
  scroll = 0;
  /** The rendered text in reading mode. */
  readonly rendered = this.contentEl.createDiv();

  constructor(leaf: EmulatedLeaf) {
    super(leaf);
    const changed = EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged && !this.#isLoading) this.requestSave();
    });
    this.editor = new CmEditor(this.contentEl, [editorInfoField.init(() => this), changed], leaf.owner.extensions);
    Object.assign(this.currentMode, { getScroll: () => this.scroll });
  }

  get cm(): CmEditor {
    if (this.editor instanceof CmEditor) return this.editor;
    throw new Error("The note has no CmEditor");
  }

  override getMode(): "source" | "preview" {
    return this.#mode;
  }

  /** Switches between the editor and the rendered text, which here is just the source split into paragraphs. */
  setMode(mode: "source" | "preview"): void {
    this.#mode = mode;
    this.rendered.replaceChildren();
    if (mode === "preview")
      for (const line of toEditorText(this.getViewData()).split("\n"))
        this.rendered.createEl("p", { text: line.replaceAll(/[*_#]/g, "").trim() });
  }

  /** Keeps the file's line endings and byte-order mark. What Obsidian really does is unknown, so this assumes the best. */
  override getViewData(): string {
    return restoreText(this.cm.getValue(), this.data);
  }

  override setViewData(data: string, clear: boolean): void {
    const text = toEditorText(data);
    this.#isLoading = true;
    if (clear) this.cm.load(text);
    else if (this.cm.getValue() !== text) this.cm.setValue(text);
    this.#isLoading = false;
  }

  override async onClose(): Promise<void> {
    this.cm.cm.destroy();
  }
}

/** A canvas or an image: a file without a selection. */
export class EmulatedFile extends FileView {
  readonly #type: string;

  constructor(leaf: EmulatedLeaf, type: string) {
    super(leaf);
    this.#type = type;
  }

  override getViewType(): string {
    return this.#type;
  }

  override getDisplayText(): string {
    return this.file?.name ?? "";
  }
}
