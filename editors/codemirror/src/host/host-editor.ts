/** The windows of an application as one editor. */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
import type { Changes } from "@tandem-ide/changes/model";
import type {
  ChangeObserver,
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  EndpointOptions,
  OpenEditor,
  OpenedFile,
  OpenFileRequest,
  Review,
} from "@tandem-ide/server";
import type { HostResults, WireTab } from "../messages.js";
import type { Reviews } from "./reviews.js";
import type { HostWindow } from "./window.js";
import { type Windows, withWindowTimeout } from "./windows.js";

/**
 * Options for a host: the endpoint's options plus information about the application.
 *
 * @example
 * const options: EditorHostOptions = { name: "My Editor", folders: ["/home/me/app"] };
 */
export interface EditorHostOptions extends Omit<EndpointOptions, "changes" | "drafts"> {
  /** The name that `/ide` shows. */
  readonly name: string;
  /** Absolute paths of the open folders. `setFolders` replaces them. */
  readonly folders: readonly string[];
  /**
   * Called when Claude proposes an edit or opens a file and no window is attached. Open one, unless one is reloading its
   * page. The next window that attaches shows pending reviews.
   */
  readonly onWindowWanted?: () => void;
  /**
   * Records what changes on disk while clients are connected, for review in the windows: a `ChangeRecorder` from
   * `@tandem-ide/changes`, which you close after the host. Call `saved` for the user's own changes.
   *
   * @example
   * const changes = new ChangeRecorder();
   * const host = await EditorHost.start({ name: "My Editor", folders, changes });
   */
  readonly changes?: ChangeObserver & Changes;
  /** Diagnostics of files that no window has open, for example from a language server. */
  readonly diagnostics?: Editor["diagnostics"];
  /** Runs Python code that the user has allowed. `executeCode` is offered if this and `codeQuestions` are set. */
  readonly runCode?: Editor["runCode"];
  /**
   * Shows code that a client wants to run, and hides it again. Pass the user's answer to the endpoint.
   *
   * @example
   * codeQuestions: {
   *   asked: ({ run, code }) => showCode(run, code, (answer) => host.endpoint.code.answer(run, answer)),
   *   answered: ({ run }) => closeCode(run),
   * }
   */
  readonly codeQuestions?: Editor["codeQuestions"];
  /** Returns true for a file that must not be shared, for reasons other than its path. */
  readonly isHidden?: Editor["isHidden"];
}

/** How long a page may take to answer after the timeout. The client won't wait much longer either. */
const answerMs = 40;

export class HostEditor implements Editor {
  readonly name: string;
  readonly runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions: Editor["codeQuestions"];
  readonly isHidden?: NonNullable<Editor["isHidden"]>;
  saveDocument?: NonNullable<Editor["saveDocument"]>;
  events: EditorEvents | undefined;
  readonly #options: EditorHostOptions;
  readonly #windows: Windows;
  readonly #reviews: Reviews;
  #folders: readonly string[];

  constructor(options: EditorHostOptions, windows: Windows, reviews: Reviews) {
    this.name = options.name;
    this.#options = options;
    this.#windows = windows;
    this.#reviews = reviews;
    this.#folders = options.folders;
    this.codeQuestions = options.codeQuestions;
    if (options.runCode) this.runCode = options.runCode;
    if (options.isHidden) this.isHidden = options.isHidden;
    this.updateTools();
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
    this.selectionChanged();
    return () => {
      if (this.events === events) this.events = undefined;
    };
  }

  selectionChanged(): void {
    this.events?.selectionChanged(this.#windows.active?.selection);
  }

  async currentSelection(signal: AbortSignal): Promise<EditorSelection | undefined> {
    for (const window of this.#windows.byFocus) {
      try {
        return (await window.request("selection", {}, withWindowTimeout(signal), 0)) ?? undefined;
      } catch (error) {
        if (window.isClosed) continue;
        // A busy window has already reported its last selection.
        if (window.selection) return window.selection;
        throw error;
      }
    }
    return undefined;
  }

  async openEditors(signal: AbortSignal): Promise<OpenEditor[]> {
    const tabs = await this.#windows.tabs(signal);
    const active = tabs.filter(({ window }) => window === this.#windows.active);
    // A file open in two windows is listed once, as the active window shows it.
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
    const tabs = (await this.#windows.tabs(signal)).filter(({ tab }) => tab.path === path);
    const [first] = tabs;
    return first && { isDirty: tabs.some(({ tab }) => tab.isDirty), isUntitled: first.tab.isUntitled };
  }

  async openFile({ path, preview, takeFocus, locate }: OpenFileRequest, signal: AbortSignal): Promise<OpenedFile> {
    const window = await this.#windowFor(path, signal);
    const wantsText = locate !== undefined;
    try {
      const opened = await window.request("openFile", { path, preview, takeFocus, wantsText }, signal);
      const range = opened.text === undefined ? undefined : locate?.(opened.text);
      if (range) await window.request("select", { path, range }, signal);
      return { languageId: opened.languageId, lineCount: opened.lineCount };
    } catch (error) {
      if (window.isClosed) throw new Error(`The window closed before it could show ${path}. Try again.`);
      throw error;
    }
  }

  updateTools(): void {
    const { canSave } = this.#windows;
    if (canSave === (this.saveDocument !== undefined)) return;
    if (canSave) this.saveDocument = (path, signal) => this.#save(path, signal);
    else delete this.saveDocument;
    this.events?.toolsChanged();
  }

  async #save(path: string, signal: AbortSignal): Promise<true | undefined> {
    const tabs = (await this.#windows.tabs(signal)).filter(({ tab }) => tab.path === path);
    // The file may be open in two windows: save the one with changes.
    const chosen = tabs.find(({ tab }) => tab.isDirty) ?? tabs[0];
    return (await chosen?.window.request("save", { path }, signal)) ? true : undefined;
  }

  async closeTab(label: string, signal: AbortSignal): Promise<"closed" | "not found" | "unsaved changes"> {
    for (const window of this.#windows.byFocus) {
      try {
        const outcome = await window.request("closeTab", { label }, signal);
        if (outcome !== "not found") return outcome;
      } catch (error) {
        if (!window.isClosed) throw error;
      }
    }
    return "not found";
  }

  reviewDiff(review: Review): Promise<DiffDecision> {
    return this.#reviews.review(review);
  }

  async diagnostics(path: string | undefined, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const params = { ...(path !== undefined && { path }) };
    const fromWindows = this.#windows.byFocus.map(async (window): Promise<DiagnosticsAnswer> => {
      try {
        return withoutUndefined(await window.request("diagnostics", params, signal, answerMs));
      } catch (error) {
        if (window.isClosed || signal.aborted) return { files: [], isCurrent: window.isClosed };
        throw error;
      }
    });
    const own = Promise.resolve(this.#options.diagnostics?.(path, signal) ?? { files: [], isCurrent: true });
    const answers = await Promise.all([...fromWindows, own]);
    // Diagnostics for an open text take precedence over those for the file on disk.
    const files = new Map<string, FileDiagnostics>();
    for (const answer of answers)
      for (const file of answer.files) if (!files.has(file.path)) files.set(file.path, file);
    return { files: [...files.values()], isCurrent: answers.every(({ isCurrent }) => isCurrent) };
  }

  async #windowFor(path: string, signal: AbortSignal): Promise<HostWindow> {
    const windows = this.#windows;
    if (windows.all.length > 1) {
      const tabs = (await windows.tabs(signal)).filter(({ tab }) => tab.path === path);
      const chosen = tabs.find(({ window }) => window === windows.active) ?? tabs[0];
      if (chosen) return chosen.window;
    }
    if (!windows.active) {
      const { onWindowWanted } = this.#options;
      if (!onWindowWanted) throw new Error(`${this.name} has no open window to show ${path}`);
      onWindowWanted();
    }
    return await windows.whenAny(signal);
  }
}

/** Removes optional members that are undefined. */
function withoutUndefined({ files, isCurrent }: HostResults["diagnostics"]): DiagnosticsAnswer {
  return {
    isCurrent,
    files: files.map(({ path, diagnostics }) => ({
      path,
      diagnostics: diagnostics.map(({ source, ...rest }) => ({ ...rest, ...(source !== undefined && { source }) })),
    })),
  };
}
