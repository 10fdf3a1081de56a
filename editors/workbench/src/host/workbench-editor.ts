/** The workbench as an `Editor`, answered from what the windows show. */
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { TextRange } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
import { languageIdOf } from "@tandem-ide/codemirror/languages";
import { offsetAt } from "@tandem-ide/codemirror/text";
import type {
  CodeQuestionView,
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  OpenEditor,
  OpenedFile,
  OpenFileRequest,
  Review,
} from "@tandem-ide/server";
import type { CodePermissionOptions } from "./code-runner.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { LanguageTools } from "./providers.js";
import type { Workbench } from "./workbench.js";

export class WorkbenchEditor implements Editor {
  readonly diagnostics?: NonNullable<Editor["diagnostics"]>;
  runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions: CodeQuestionView;
  readonly #workbench: Workbench;

  constructor(workbench: Workbench, languageTools: LanguageTools | undefined, code: CodePermissionOptions = {}) {
    this.#workbench = workbench;
    this.codeQuestions = {
      // Windows get the question with the model.
      asked: (question) => code.asked?.(question),
      answered: (question, outcome) => code.answered?.(question, outcome),
      isViewerPresent: () => workbench.windows.hasWindow || (code.canAnswer?.() ?? false),
      noViewerAdvice:
        "Ask the user to open Tandem's page (by typing page in the terminal where tandem is running), then try again.",
    };
    if (languageTools)
      this.diagnostics = async (path, signal) => {
        // Includes text that was just typed, if it arrives in time.
        const tooLong = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        await Promise.race([workbench.windows.flush(), tooLong]);
        return await languageTools.diagnostics(path, signal);
      };
  }

  runCodeIn(notebooks: Pick<Notebooks, "runCode">): void {
    this.runCode = async (code, signal) => {
      // Text that was just typed into the notebook comes before the appended cell.
      await this.#workbench.windows.flush();
      signal.throwIfAborted();
      return await notebooks.runCode(code, signal);
    };
  }

  get name(): string {
    return this.#workbench.name;
  }

  get workspaceFolders(): readonly string[] {
    return this.#workbench.folders;
  }

  subscribe(events: EditorEvents): () => void {
    return this.#workbench.subscribe(events);
  }

  async currentSelection(): Promise<EditorSelection | undefined> {
    await this.#workbench.windows.flush();
    return this.#workbench.activeSelection;
  }

  async openEditors(): Promise<OpenEditor[]> {
    await this.#workbench.windows.flush();
    const { tabs, documents, selections, windows } = this.#workbench;
    const active = windows.currentView.activeFile;
    return tabs.files.flatMap((tab) => {
      const document = documents.get(tab.path);
      if (!document) return [];
      return {
        path: tab.path,
        isActive: tab.id === active?.id,
        isDirty: document.isDirty,
        label: basename(tab.path),
        languageId: languageIdOf(tab.path),
        lineCount: document.lineCount,
        isPinned: tab.isPinned,
        isPreview: tab.isPreview,
        groupIndex: tab.group,
        isGroupActive: tab.group === active?.group,
        selection: selections.of(document).range,
      };
    });
  }

  async documentState(path: string): Promise<DocumentState | undefined> {
    await this.#workbench.windows.flush();
    const document = this.#workbench.documents.get(path);
    return document && { isDirty: document.isDirty, isUntitled: false };
  }

  async openFile({ path, preview, takeFocus, locate }: OpenFileRequest): Promise<OpenedFile> {
    const { documents, selections, tabs, windows } = this.#workbench;
    const document = await documents.open(path);
    let range: TextRange | undefined;
    try {
      range = locate?.(document.shared.text.toString());
    } catch (error) {
      if (!tabs.fileTab(path)) documents.close(path);
      throw error;
    }
    const { tab } = await this.#workbench.open(path, preview, windows.currentView.group);
    const cursor = range && {
      anchor: offsetAt(document.shared.text, range.start),
      head: offsetAt(document.shared.text, range.end),
    };
    if (cursor) selections.set(document, cursor);
    this.#workbench.show(tab, takeFocus, cursor);
    return { languageId: languageIdOf(path), lineCount: document.lineCount };
  }

  async saveDocument(path: string): Promise<true | undefined> {
    await this.#workbench.windows.flush();
    if (!this.#workbench.documents.get(path)) return undefined;
    // The user may have deleted the folder on purpose, so only the user's own save creates it again.
    if (!existsSync(dirname(path)))
      throw new Error(
        `the folder that contained ${basename(path)} no longer exists. To recreate the folder, save the file in ${this.name}.`,
      );
    if ((await this.#workbench.save(path, false)) === "saved") return true;
    throw new Error(
      `${basename(path)} has changed on disk since it was opened. Nothing was written: compare and save it in ${this.name}.`,
    );
  }

  async closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
    await this.#workbench.windows.flush();
    const { tabs, documents } = this.#workbench;
    const named = tabs.files.filter((tab) => basename(tab.path) === label);
    const [first] = named;
    if (!first) return "not found";
    if (documents.get(first.path)?.isDirty) return "unsaved changes";
    for (const tab of named) if (tab.path === first.path) tabs.close(tab.id);
    return "closed";
  }

  reviewDiff(review: Review): Promise<DiffDecision> {
    return this.#workbench.reviews.show(review);
  }
}
