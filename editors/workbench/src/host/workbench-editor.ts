/** The workbench as Claude Code sees it: what may be asked of it, answered from what the windows show. */
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { TextRange } from "@tandem/base";
import type { DiffDecision } from "@tandem/base/review";
import { languageIdOf } from "@tandem/codemirror/languages";
import { offsetAt } from "@tandem/codemirror/text";
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
} from "@tandem/server";
import type { CodePermissionOptions } from "./code-runner.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { LanguageTools } from "./providers.js";
import type { Workbench } from "./workbench.js";

export interface Providers {
  readonly languageTools?: LanguageTools | undefined;
  /** Whom to ask before code runs beside the windows. */
  readonly code?: CodePermissionOptions | undefined;
}

export class WorkbenchEditor implements Editor {
  readonly diagnostics?: NonNullable<Editor["diagnostics"]>;
  runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions: CodeQuestionView;
  readonly #workbench: Workbench;

  constructor(workbench: Workbench, { languageTools, code = {} }: Providers) {
    this.#workbench = workbench;
    this.codeQuestions = {
      // Windows see it in the model.
      asked: (question) => code.asked?.(question),
      answered: (question, outcome) => code.answered?.(question, outcome),
      isAnybodyThere: () => workbench.windows.isAnybodyThere || (code.canAnswer?.() ?? false),
      nobodyAdvice: "Ask the user to open Tandem's page (by typing page where tandem runs), and try again.",
    };
    if (languageTools)
      this.diagnostics = async (path, patience) => {
        // What was just typed counts, if it comes in time.
        const tooLong = new Promise((resolve) => patience.addEventListener("abort", resolve, { once: true }));
        await Promise.race([workbench.windows.flush(), tooLong]);
        return await languageTools.diagnostics(path, patience);
      };
  }

  /** From now on code can run. */
  runCodeIn(notebooks: Pick<Notebooks, "runCode">): void {
    this.runCode = async (code, signal) => {
      // What was just typed into the notebook belongs before what is appended to it.
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
    // The user may have deleted it on purpose, so only the user's own save makes it again.
    if (!existsSync(dirname(path)))
      throw new Error(
        `the folder of ${basename(path)} is not there any more. Save it in ${this.name} to make it again.`,
      );
    if ((await this.#workbench.save(path, false)) === "saved") return true;
    throw new Error(
      `${basename(path)} was changed on disk since it was opened. Nothing was written: compare and save it in ${this.name}.`,
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
