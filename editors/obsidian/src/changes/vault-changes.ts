/** Changes on disk in Obsidian: the recorder, what the user writes, panes, marks in notes and commands. */
import { sep } from "node:path";
import type { EditorView } from "@codemirror/view";
import type { LogSink } from "@tandem-ide/base";
import { ChangeRecorder } from "@tandem-ide/changes";
import { type ShownChanges, showChanges } from "@tandem-ide/changes/remote";
import { type LiveMarks, liveChangeMarks, type ReviewLayout, stepChangeMark } from "@tandem-ide/codemirror";
import type { ChangeObserver } from "@tandem-ide/server";
import { type App, editorInfoField, MarkdownView, type Plugin, TFile, TFolder, Vault } from "obsidian";
import { showNoticeWithButton } from "../interface/notices.js";
import { propertyOf } from "../untyped-values.js";
import type { VaultPaths } from "../vault/vault-paths.js";
import { activeEditor, addChangeCommands } from "./change-commands.js";
import { changeListViewType } from "./change-list-view.js";
import { ChangePanes } from "./change-panes.js";
import { changeViewType } from "./change-view.js";
import { followOwnWrites } from "./own-writes.js";
import { SwitchedRecorder } from "./switched-recorder.js";

/** In local storage, because the changes are on this device only. */
const explainedKey = "tandem-explained-changes";

export interface VaultChangesOptions {
  readonly app: App;
  readonly paths: VaultPaths;
  readonly layout: () => ReviewLayout;
  readonly layoutChanged: (layout: ReviewLayout) => void;
  /** Called when the user has written a file in Obsidian. The path is absolute. */
  readonly saved: (path: string) => void;
  /** Called when the number of changed files may have changed. */
  readonly changed: () => void;
  /** Read when recording starts. */
  readonly limits: () => { readonly maxBytes: number; readonly maxAgeDays: number };
  readonly log: LogSink;
}

export class VaultChanges {
  readonly #options: VaultChangesOptions;
  readonly #recorder: SwitchedRecorder;
  readonly #changes: ShownChanges;
  readonly #panes: ChangePanes;
  readonly #marks: LiveMarks;
  /** The list was added to the sidebar. If the user closes it, it stays closed. */
  #isListAdded = false;

  constructor(options: VaultChangesOptions) {
    this.#options = options;
    const { app, layout, layoutChanged, limits, log } = options;
    this.#recorder = new SwitchedRecorder(() => new ChangeRecorder({ ...limits(), log }));
    const changes = showChanges(this.#recorder, sep);
    this.#changes = changes;
    this.#panes = new ChangePanes({ app, changes, layout, layoutChanged });
    this.#marks = liveChangeMarks({
      changes,
      prompts: this.#panes.prompts,
      path: (view) => this.#pathOf(view),
      // Notes have no gutter by default.
      reservesGutter: false,
    });
  }

  /** For the endpoint. */
  get observer(): ChangeObserver {
    return this.#recorder;
  }

  /** The number of files that changed outside Obsidian. */
  get fileCount(): number {
    const turns = this.#changes.list.turns.filter(({ kind }) => kind === "turn");
    return turns.reduce((sum, { fileCount }) => sum + fileCount, 0);
  }

  setOn(isOn: boolean): void {
    this.#recorder.setOn(isOn);
  }

  showList(): void {
    void this.#panes.showList();
  }

  /** Returns what goes to the next or previous change in the active pane or note, or undefined. */
  get stepper(): ((by: 1 | -1) => void) | undefined {
    const shown = this.#panes.current?.panel?.view;
    if (shown) return (by) => (by > 0 ? shown.nextChange() : shown.previousChange());
    const note = activeEditor(this.#options.app);
    return note && this.#marks.changeIn(note) ? (by) => void stepChangeMark(note, by) : undefined;
  }

  /** Adds views, marks and commands to a plugin that is being loaded. */
  follow(plugin: Plugin): void {
    const { app, saved, paths, changed } = this.#options;
    plugin.registerView(changeListViewType, (leaf) => this.#panes.createList(leaf));
    plugin.registerView(changeViewType, (leaf) => this.#panes.createChange(leaf));
    plugin.registerEditorExtension(this.#marks.extension);
    addChangeCommands(plugin, { app, changes: this.#changes, panes: this.#panes, marks: this.#marks });
    const written = (vaultPath: string) => saved(paths.absolute(vaultPath));
    const filesIn = (vaultPath: string) => this.#filesIn(vaultPath);
    plugin.register(followOwnWrites({ adapter: app.vault.adapter, filesIn, written }));
    // In case the system dropped an event.
    plugin.registerDomEvent(window, "focus", () => void this.#changes.refresh());
    plugin.register(
      this.#changes.onChanged(() => {
        changed();
        if (this.fileCount > 0 && !this.#isListAdded) this.#announce();
      }),
    );
  }

  async close(): Promise<void> {
    await this.#recorder.close();
  }

  /** Adds the list to the sidebar, and explains it once. */
  #announce(): void {
    const { app } = this.#options;
    this.#isListAdded = true;
    app.workspace.onLayoutReady(() => void this.#panes.addList());
    if (app.loadLocalStorage(explainedKey) === true) return;
    app.saveLocalStorage(explainedKey, true);
    const message =
      "Tandem lists what other programs change in this vault while Claude is connected, so that you can undo it.";
    showNoticeWithButton(message, "Show changes", () => this.showList(), 20_000);
  }

  /** Returns the file of a note's editor, or undefined for other editors, such as a table's cell or one on a canvas. */
  #pathOf(view: EditorView): string | undefined {
    const info = view.state.field(editorInfoField, false);
    const isNote = info instanceof MarkdownView && propertyOf(info.editor, "cm") === view;
    return isNote && info.file ? this.#options.paths.absolute(info.file.path) : undefined;
  }

  #filesIn(vaultPath: string): readonly string[] {
    const folder = this.#options.app.vault.getAbstractFileByPath(vaultPath);
    const files: string[] = [];
    if (folder instanceof TFolder)
      Vault.recurseChildren(folder, (file) => {
        if (file instanceof TFile) files.push(file.path);
      });
    return files;
  }
}
