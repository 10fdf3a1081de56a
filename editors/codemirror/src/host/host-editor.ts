/** The windows of an application as one editor. */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem/base";
import type { DiffDecision } from "@tandem/base/review";
import type {
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  OpenEditor,
  OpenedFile,
  OpenFileRequest,
  Review,
} from "@tandem/server";
import type { Answers, WireTab } from "../messages.js";
import type { Reviews } from "./reviews.js";
import type { HostWindow } from "./window.js";
import { untilSilence, type Windows } from "./windows.js";

export interface HostEditorOptions {
  readonly name: string;
  readonly folders: readonly string[];
  readonly windows: Windows;
  readonly reviews: Reviews;
  /** A window is needed and there is none; undefined where the application opens none by itself. */
  readonly windowWanted: (() => void) | undefined;
  readonly diagnostics: Editor["diagnostics"] | undefined;
  readonly runCode: Editor["runCode"] | undefined;
  readonly codeQuestions: Editor["codeQuestions"];
  readonly isWithheld: Editor["isWithheld"] | undefined;
}

/** What a page needs to say what it knows, when patience is over. The client itself waits hardly longer. */
const answerMs = 40;

export class HostEditor implements Editor {
  readonly name: string;
  readonly runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions: Editor["codeQuestions"];
  readonly isWithheld?: NonNullable<Editor["isWithheld"]>;
  saveDocument?: NonNullable<Editor["saveDocument"]>;
  events: EditorEvents | undefined;
  readonly #options: HostEditorOptions;
  #folders: readonly string[];

  constructor(options: HostEditorOptions) {
    this.name = options.name;
    this.#options = options;
    this.#folders = options.folders;
    this.codeQuestions = options.codeQuestions;
    if (options.runCode) this.runCode = options.runCode;
    if (options.isWithheld) this.isWithheld = options.isWithheld;
    this.abilitiesChanged();
  }

  get workspaceFolders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders];
    this.events?.workspaceFoldersChanged();
  }

  subscribe(events: EditorEvents): () => void {
    this.events = events;
    this.tellSelection();
    return () => {
      if (this.events === events) this.events = undefined;
    };
  }

  /** What the active window told last is what the user has selected. */
  tellSelection(): void {
    this.events?.selectionChanged(this.#options.windows.active?.selection);
  }

  async currentSelection(signal: AbortSignal): Promise<EditorSelection | undefined> {
    for (const window of this.#options.windows.byFocus) {
      try {
        return (await window.ask("selection", {}, untilSilence(signal), 0)) ?? undefined;
      } catch (error) {
        if (window.isClosed) continue;
        // One that is too busy to answer has told what was selected before.
        if (window.selection) return window.selection;
        throw error;
      }
    }
    return undefined;
  }

  async openEditors(signal: AbortSignal): Promise<OpenEditor[]> {
    const tabs = await this.#options.windows.tabs(signal);
    const active = tabs.filter(({ window }) => window === this.#options.windows.active);
    // A file that two windows show is one file, as the window in front shows it.
    const files = new Map<string, WireTab>();
    for (const { tab } of tabs) if (!files.has(tab.path)) files.set(tab.path, tab);
    for (const { tab } of active) files.set(tab.path, tab);
    return [...files.values()].map(({ selection, ...tab }) => ({
      ...tab,
      isDirty: tabs.some((each) => each.tab.path === tab.path && each.tab.isDirty),
      ...(selection && { selection }),
    }));
  }

  async documentState(path: string, signal: AbortSignal): Promise<DocumentState | undefined> {
    const tabs = (await this.#options.windows.tabs(signal)).filter(({ tab }) => tab.path === path);
    const [first] = tabs;
    return first && { isDirty: tabs.some(({ tab }) => tab.isDirty), isUntitled: first.tab.isUntitled };
  }

  async openFile({ path, preview, takeFocus, locate }: OpenFileRequest, signal: AbortSignal): Promise<OpenedFile> {
    const window = await this.#windowFor(path, signal);
    const wantsText = locate !== undefined;
    try {
      const opened = await window.ask("openFile", { path, preview, takeFocus, wantsText }, signal);
      const range = opened.text === undefined ? undefined : locate?.(opened.text);
      if (range) await window.ask("select", { path, range }, signal);
      return { languageId: opened.languageId, lineCount: opened.lineCount };
    } catch (error) {
      if (window.isClosed) throw new Error(`The window that was to show ${path} was closed. Try again.`);
      throw error;
    }
  }

  /** What the windows can do has changed, so other tools may be offered. */
  abilitiesChanged(): void {
    const { canSave } = this.#options.windows;
    if (canSave === (this.saveDocument !== undefined)) return;
    if (canSave) this.saveDocument = (path, signal) => this.#save(path, signal);
    else delete this.saveDocument;
    this.events?.toolsChanged();
  }

  async #save(path: string, signal: AbortSignal): Promise<true | undefined> {
    const tabs = (await this.#options.windows.tabs(signal)).filter(({ tab }) => tab.path === path);
    // The same file may be open in two windows, and what is to be saved is what was changed.
    const chosen = tabs.find(({ tab }) => tab.isDirty) ?? tabs[0];
    return (await chosen?.window.ask("save", { path }, signal)) ? true : undefined;
  }

  async closeTab(label: string, signal: AbortSignal): Promise<"closed" | "not found" | "unsaved changes"> {
    for (const window of this.#options.windows.byFocus) {
      try {
        const outcome = await window.ask("closeTab", { label }, signal);
        if (outcome !== "not found") return outcome;
      } catch (error) {
        if (!window.isClosed) throw error;
      }
    }
    return "not found";
  }

  reviewDiff(review: Review): Promise<DiffDecision> {
    return this.#options.reviews.review(review);
  }

  async diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const asked = { ...(path !== undefined && { path }) };
    const ofWindows = this.#options.windows.byFocus.map(async (window): Promise<DiagnosticsAnswer> => {
      try {
        return plainDiagnostics(await window.ask("diagnostics", asked, patience, answerMs));
      } catch (error) {
        if (window.isClosed || patience.aborted) return { files: [], isCurrent: window.isClosed };
        throw error;
      }
    });
    const own = Promise.resolve(this.#options.diagnostics?.(path, patience) ?? { files: [], isCurrent: true });
    const answers = await Promise.all([...ofWindows, own]);
    // What an editor shows of a text that is open counts more than what is known of the file.
    const files = new Map<string, FileDiagnostics>();
    for (const answer of answers)
      for (const file of answer.files) if (!files.has(file.path)) files.set(file.path, file);
    return { files: [...files.values()], isCurrent: answers.every(({ isCurrent }) => isCurrent) };
  }

  /** The window that has the file, or else the active one. */
  async #windowFor(path: string, signal: AbortSignal): Promise<HostWindow> {
    const { windows, windowWanted } = this.#options;
    if (windows.all.length > 1) {
      const tabs = (await windows.tabs(signal)).filter(({ tab }) => tab.path === path);
      const chosen = tabs.find(({ window }) => window === windows.active) ?? tabs[0];
      if (chosen) return chosen.window;
    }
    if (!windows.active) {
      if (!windowWanted) throw new Error(`${this.name} has no window open to show ${path} in`);
      windowWanted();
    }
    return await windows.whenAny(signal);
  }
}

/** Optional members that are there and undefined are left out. */
function plainDiagnostics({ files, isCurrent }: Answers["diagnostics"]): DiagnosticsAnswer {
  return {
    isCurrent,
    files: files.map(({ path, diagnostics }) => ({
      path,
      diagnostics: diagnostics.map(({ source, ...rest }) => ({ ...rest, ...(source !== undefined && { source }) })),
    })),
  };
}
