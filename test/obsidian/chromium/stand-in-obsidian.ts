/// <reference lib="dom" />
/**
 * A stand-in for the part of Obsidian that hosts a plugin's views: leaves in groups of tabs, and the base classes of views.
 * Its editors are real. It is small on purpose, because the tests are about the plugin's own code in a browser.
 */
import { StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

type Callback = (...args: never[]) => unknown;

class Events {
  readonly #listeners = new Map<string, Set<Callback>>();
  on(name: string, callback: Callback): () => void {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(callback));
    return () => void all.delete(callback);
  }
  trigger(name: string): void {
    for (const callback of this.#listeners.get(name) ?? []) callback();
  }
}

export class Component {
  readonly #ends: (() => void)[] = [];
  register(end: () => void): void {
    this.#ends.push(end);
  }
  registerEvent(end: () => void): void {
    this.#ends.push(end);
  }
  unload(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

export class View extends Component {
  readonly app: App;
  readonly leaf: Leaf;
  readonly containerEl = document.createElement("div");
  navigation = true;
  constructor(leaf: Leaf) {
    super();
    this.leaf = leaf;
    this.app = leaf.app;
    this.containerEl.className = "workspace-leaf-content";
  }
  getViewType(): string {
    return "empty";
  }
  getDisplayText(): string {
    return "";
  }
  async setState(_state: unknown, _result: unknown): Promise<void> {}
  async onOpen(): Promise<void> {}
  async onClose(): Promise<void> {}
}

export class ItemView extends View {
  readonly contentEl = document.createElement("div");
  constructor(leaf: Leaf) {
    super(leaf);
    this.contentEl.className = "view-content";
    this.containerEl.append(this.contentEl);
  }
}

export interface FileLike {
  readonly path: string;
  readonly name: string;
}

export class FileView extends ItemView {
  file: FileLike | null = null;
}
export class EditableFileView extends FileView {}
export class TextFileView extends EditableFileView {
  data = "";
  requestSave = (): void => {};
}

/** A note in a real editor. `mode` is reading or editing. */
export class MarkdownView extends TextFileView {
  mode: "source" | "preview" = "source";
  scroll = 0;
  cm: EditorView | undefined;
  readonly editor = {
    getCursor: (side: "from" | "to" | "head") => {
      const { doc, selection } = this.#state;
      const line = doc.lineAt(selection.main[side]);
      return { line: line.number - 1, ch: selection.main[side] - line.from };
    },
    lineCount: () => this.#state.doc.lines,
    getRange: () => this.#state.sliceDoc(this.#state.selection.main.from, this.#state.selection.main.to),
  };
  readonly currentMode = { getScroll: () => this.scroll };
  get #state() {
    if (!this.cm) throw new Error("The note has no editor yet.");
    return this.cm.state;
  }
  getMode(): string {
    return this.mode;
  }
  getViewData(): string {
    return this.#state.doc.toString();
  }
  override getViewType(): string {
    return "markdown";
  }
  override getDisplayText(): string {
    return this.file?.name ?? "";
  }
}

export const editorInfoField = StateField.define<unknown>({ create: () => null, update: (value) => value });

export class Leaf {
  readonly app: App;
  readonly isDeferred = false;
  parent: HTMLElement;
  view: View;
  #type = "empty";
  constructor(app: App, parent: HTMLElement) {
    this.app = app;
    this.parent = parent;
    this.view = new View(this);
  }
  getRoot(): string {
    return "root";
  }
  async loadIfDeferred(): Promise<void> {}
  getViewState(): { type: string; state: Record<string, unknown> } {
    return { type: this.#type, state: {} };
  }
  getDisplayText(): string {
    return this.view.getDisplayText();
  }
  show(view: View): void {
    this.view.containerEl.remove();
    this.view = view;
    this.#type = view.getViewType();
    this.parent.append(view.containerEl);
    this.app.workspace.draw();
  }
  async setViewState({ type, state }: { type: string; state: unknown }): Promise<void> {
    const create = this.app.workspace.creators.get(type);
    if (!create) throw new Error(`No plugin has a view of the type ${type}.`);
    this.show(create(this));
    await this.view.onOpen();
    await this.view.setState(state, { history: false });
    this.app.workspace.draw();
  }
  detach(): void {
    const { workspace } = this.app;
    this.view.containerEl.remove();
    void this.view.onClose();
    this.view.unload();
    workspace.remove(this);
  }
}

export class Workspace extends Events {
  readonly leftSplit = "left";
  readonly rightSplit = "right";
  readonly creators = new Map<string, (leaf: Leaf) => View>();
  readonly #app: App;
  readonly #root: HTMLElement;
  #leaves: Leaf[] = [];
  #recent: Leaf[] = [];

  constructor(app: App, root: HTMLElement) {
    super();
    this.#app = app;
    this.#root = root;
    this.#addGroup();
  }
  #addGroup(): HTMLElement {
    const group = document.createElement("section");
    group.className = "workspace-tabs";
    const header = document.createElement("nav");
    group.append(header);
    this.#root.append(group);
    return group;
  }
  getLeaf(where: string): Leaf {
    const beside = this.getMostRecentLeaf()?.parent ?? this.#root.querySelector("section");
    const group = where === "split" || !(beside instanceof HTMLElement) ? this.#addGroup() : beside;
    const leaf = new Leaf(this.#app, group);
    this.#leaves.push(leaf);
    return leaf;
  }
  /** In a group of its own, because the stand-in has no sidebars. */
  async ensureSideLeaf(type: string): Promise<Leaf> {
    const [open] = this.getLeavesOfType(type);
    const leaf = open ?? this.getLeaf("split");
    if (!open) await leaf.setViewState({ type, state: {} });
    return leaf;
  }
  getMostRecentLeaf(): Leaf | null {
    return this.#recent.at(-1) ?? null;
  }
  getLeavesOfType(type: string): Leaf[] {
    return this.#leaves.filter((leaf) => leaf.getViewState().type === type);
  }
  getActiveViewOfType(kind: abstract new (...args: never[]) => unknown): View | null {
    const view = this.getMostRecentLeaf()?.view;
    return view !== undefined && view instanceof kind ? view : null;
  }
  iterateAllLeaves(callback: (leaf: Leaf) => void): void {
    for (const leaf of this.#leaves) callback(leaf);
  }
  onLayoutReady(callback: () => void): void {
    callback();
  }
  async revealLeaf(leaf: Leaf): Promise<void> {
    this.setActiveLeaf(leaf);
  }
  setActiveLeaf(leaf: Leaf, { focus = false }: { focus?: boolean } = {}): void {
    this.#recent = [...this.#recent.filter((each) => each !== leaf), leaf];
    this.draw();
    if (focus && leaf.view instanceof MarkdownView) leaf.view.cm?.focus();
    this.trigger("active-leaf-change");
  }
  remove(leaf: Leaf): void {
    this.#leaves = this.#leaves.filter((each) => each !== leaf);
    this.#recent = this.#recent.filter((each) => each !== leaf);
    if (!this.#leaves.some(({ parent }) => parent === leaf.parent)) leaf.parent.remove();
    this.draw();
    this.trigger("layout-change");
  }
  /** The tabs of each group, and the last active leaf of each group. */
  draw(): void {
    for (const group of this.#root.querySelectorAll<HTMLElement>(".workspace-tabs")) {
      const own = this.#leaves.filter(({ parent }) => parent === group);
      const front = this.#recent.findLast((leaf) => own.includes(leaf)) ?? own[0];
      for (const leaf of own) leaf.view.containerEl.hidden = leaf !== front;
      const tabs = own.map((leaf) => {
        const tab = document.createElement("button");
        tab.className = "workspace-tab-header";
        tab.textContent = leaf.getDisplayText() || "…";
        tab.ariaSelected = String(leaf === front);
        tab.addEventListener("click", () => this.setActiveLeaf(leaf, { focus: true }));
        const close = document.createElement("button");
        close.className = "workspace-tab-header-inner-close-button";
        close.textContent = "×";
        close.addEventListener("click", () => leaf.detach());
        return [tab, close];
      });
      group.querySelector("nav")?.replaceChildren(...tabs.flat());
    }
  }
}

/** Imported by the plugin's code, but not used in these tests. */
export class Notice {}
export class Modal {}
export class Setting {}

export class App {
  readonly workspace: Workspace;
  readonly vault = new Events();
  constructor(root: HTMLElement) {
    this.workspace = new Workspace(this, root);
  }
}

/** The methods that Obsidian adds to elements and to the window, if views use them. */
export function extendWindow(): void {
  Object.assign(HTMLElement.prototype, {
    addClass(this: HTMLElement, ...names: string[]) {
      this.classList.add(...names);
    },
    onWindowMigrated: () => () => {},
  });
  Object.assign(window, { activeDocument: document, activeWindow: window });
}
