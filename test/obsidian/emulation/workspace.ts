/** Tabs, tab groups and the active leaf. The emulation has leaves, but nothing opens in them. */
import type { Extension } from "@codemirror/state";
import type { View as RealView, ViewState } from "obsidian";
import { type App, FileView, type TFile, View, Workspace, WorkspaceLeaf } from "obsidian-test-mocks/obsidian";
import { CmEditor } from "./cm-editor.js";
import { EmulatedFile, EmulatedNote, forget } from "./views.js";

export class EmulatedLeaf extends WorkspaceLeaf {
  readonly owner: EmulatedWorkspace;
  readonly #app: App;
  isInSidebar = false;
  #load: (() => Promise<void>) | undefined;
  readonly #state: { pinned: boolean } = { pinned: false };

  constructor(app: App, owner: EmulatedWorkspace, group: object) {
    super(app);
    this.#app = app;
    this.owner = owner;
    Reflect.set(this, "parent", group);
    Reflect.set(this, "getRoot", () => (this.isInSidebar ? owner.rightSplit : owner.rootSplit));
  }

  override async openFile(file: TFile, { active = true }: { active?: boolean } = {}): Promise<void> {
    const type = this.owner.typeOf(file.extension);
    // Obsidian opens it in another program, and the tab doesn't change.
    if (type === undefined) return;
    await this.setViewState({ type, state: { file: file.path }, active });
    if (active) this.#app.workspace.trigger("file-open", file);
  }

  override async setViewState({ type, state, active }: ViewState): Promise<void> {
    await this.#closeView();
    if (this.owner.defersTabs && !active && !this.#load) {
      const view = new EmulatedFile(this, type);
      this.view = Reflect.apply(Reflect.get(view, "asOriginalType2__"), view, []);
      Reflect.set(this, "isDeferred", true);
      this.#load = () => this.setViewState({ type, ...(state && { state }), active: false });
      return;
    }
    const view = this.owner.createView(type, this);
    this.view = view;
    this.owner.containerEl.append(view.containerEl);
    view.load();
    await Reflect.apply(Reflect.get(view, "onOpen"), view, []);
    await view.setState(state ?? {}, { history: false });
    if (active) this.owner.setActiveLeaf(this, { focus: true });
    this.owner.trigger("layout-change");
  }

  override async loadIfDeferred(): Promise<void> {
    if (!this.isDeferred) return;
    Reflect.set(this, "isDeferred", false);
    await this.#load?.();
    this.#load = undefined;
  }

  override getViewState(): ViewState {
    const { view } = this;
    const state = view instanceof FileView && view.file ? { file: view.file.path } : {};
    return { type: this.view?.getViewType() ?? "empty", state, pinned: this.#state.pinned };
  }

  override setPinned(pinned: boolean): void {
    this.#state.pinned = pinned;
  }

  override detach(): void {
    if (!this.owner.has(this)) return;
    this.owner.removeLeaf__(this);
    void this.#closeView();
  }

  async #closeView(): Promise<void> {
    const { view } = this;
    if (!view) return;
    this.view = null;
    forget(view);
    await Reflect.apply(Reflect.get(view, "onClose"), view, []);
    view.unload();
    view.containerEl.remove();
  }
}

export class EmulatedWorkspace extends Workspace {
  readonly #app: App;
  readonly #creators = new Map<string, (leaf: EmulatedLeaf) => RealView>();
  #all: EmulatedLeaf[] = [];
  /** Newest last. */
  #recent: EmulatedLeaf[] = [];
  #given: Extension[] = [];
  /** Whether background tabs are deferred, as in Obsidian since 1.7. */
  defersTabs = false;
  /** File types with a view. Text opens as a note, as with popular plugins. */
  readonly types = new Map<string, string>();

  constructor(app: App, containerEl: HTMLElement) {
    super(app, containerEl);
    this.#app = app;
    for (const ending of ["md", "txt", "env", "local", ""]) this.types.set(ending, "markdown");
    for (const ending of ["canvas", "png", "pdf"]) this.types.set(ending, ending);
  }

  get extensions(): Extension {
    return [...this.#given];
  }

  typeOf(ending: string): string | undefined {
    return this.types.get(ending);
  }

  has(leaf: EmulatedLeaf): boolean {
    return this.#all.includes(leaf);
  }

  get all(): readonly EmulatedLeaf[] {
    return this.#all;
  }

  /** Registers a plugin's view. Call the returned function to remove it. */
  register(type: string, creator: (leaf: EmulatedLeaf) => RealView): () => void {
    this.#creators.set(type, creator);
    return () => this.#creators.delete(type);
  }

  /** For a plugin's editor extensions. */
  registerExtension(extension: Extension): () => void {
    this.#given.push(extension);
    this.updateOptions();
    return () => {
      this.#given = this.#given.filter((each) => each !== extension);
      this.updateOptions();
    };
  }

  override updateOptions(): void {
    for (const { view } of this.#all)
      if (view instanceof EmulatedNote && view.editor instanceof CmEditor) view.editor.setGiven(this.extensions);
  }

  createView(type: string, leaf: EmulatedLeaf): RealView {
    const creator = this.#creators.get(type);
    if (creator) return creator(leaf);
    const view = type === "markdown" ? new EmulatedNote(leaf) : new EmulatedFile(leaf, type);
    return Reflect.apply(Reflect.get(view, "asOriginalType2__"), view, []);
  }

  override getLeaf(where?: unknown): EmulatedLeaf {
    const front = this.getMostRecentLeaf();
    const group = where === "split" || !front ? {} : Reflect.get(front, "parent");
    const leaf = new EmulatedLeaf(this.#app, this, group);
    this.#all.push(leaf);
    return leaf;
  }

  override async ensureSideLeaf(
    type: string,
    _side: string,
    { active = false }: { readonly active?: boolean } = {},
  ): Promise<WorkspaceLeaf> {
    const [open] = this.getLeavesOfType(type);
    const leaf = open ?? new EmulatedLeaf(this.#app, this, {});
    if (!open) {
      this.#all.push(leaf);
      leaf.isInSidebar = true;
      await leaf.setViewState({ type, active: false });
    }
    if (active) this.setActiveLeaf(leaf, { focus: true });
    return leaf;
  }

  override iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.#all) callback(leaf);
  }

  override getLeavesOfType(type: string): EmulatedLeaf[] {
    return this.#all.filter(({ view }) => view?.getViewType() === type);
  }

  override getMostRecentLeaf(): EmulatedLeaf | null {
    return this.#recent.at(-1) ?? null;
  }

  override getActiveViewOfType<T extends RealView>(type: abstract new (...args: never[]) => T): T | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  override setActiveLeaf(leaf: WorkspaceLeaf, { focus = false }: { focus?: boolean } = {}): void {
    if (!(leaf instanceof EmulatedLeaf) || !this.has(leaf)) return;
    if (!leaf.isInSidebar) this.#recent = [...this.#recent.filter((each) => each !== leaf), leaf];
    this.activeLeaf = leaf;
    const { view } = leaf;
    if (focus && view instanceof EmulatedNote) view.cm.focus();
    this.trigger("active-leaf-change", leaf);
  }

  override async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    await leaf.loadIfDeferred();
    if (this.activeLeaf !== leaf) this.setActiveLeaf(leaf);
  }

  override removeLeaf__(leaf: WorkspaceLeaf): void {
    this.#all = this.#all.filter((each) => each !== leaf);
    this.#recent = this.#recent.filter((each) => each !== leaf);
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      const next = this.getMostRecentLeaf() ?? this.#all.at(-1);
      if (next) this.setActiveLeaf(next);
      else this.trigger("active-leaf-change", null);
    }
    this.trigger("layout-change");
  }

  /** The active view. */
  get activeView(): View | undefined {
    const view: unknown = this.activeLeaf?.view;
    return view instanceof View ? view : undefined;
  }
}
