/**
 * An editor without a user interface: the reference adapter, also used by tests and `tandem serve`. The first half of the
 * class is what every adapter has. The second half simulates the user's actions.
 */
import { basename } from "node:path";
import type { Diagnostic, DiagnosticsAnswer, TextRange } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
import type {
  CodeOutput,
  CodeQuestionView,
  DiffProposal,
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  Mention,
  MentionOutcome,
  OpenEditor,
  OpenedFile,
  OpenFileRequest,
  Review,
} from "@tandem-ide/server";
import { TextBuffer } from "./text-buffer.js";

/** A proposal that the user hasn't decided on. */
export interface PendingReview {
  readonly proposal: DiffProposal;
  /** Accepts the proposal, or the text that the user changed it to. */
  accept(text?: string): void;
  /** Accepts only these hunks, numbered from 0. */
  acceptHunks(indexes: readonly number[]): void;
  /** Rejects the proposal, like closing its view. */
  reject(): void;
}

export interface MemoryEditorOptions {
  readonly name?: string;
  readonly folders: readonly string[];
  /** Called when a proposal was added or removed. */
  readonly onReviewsChanged?: () => void;
  /** If set, the editor offers `executeCode`. Use `endpoint.code` to allow code. */
  readonly runCode?: (code: string, signal: AbortSignal) => Promise<readonly CodeOutput[]>;
  /** If true, the editor offers `getDiagnostics`, which returns the values of `setDiagnostics`. */
  readonly hasDiagnostics?: boolean;
}

export class MemoryEditor implements Editor {
  readonly name: string;
  readonly runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions?: CodeQuestionView;
  readonly diagnostics?: NonNullable<Editor["diagnostics"]>;
  readonly #options: MemoryEditorOptions;
  readonly #buffers = new Map<string, TextBuffer>();
  readonly #reviews = new Set<PendingReview>();
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  #folders: readonly string[];
  #active: TextBuffer | undefined;
  #events: EditorEvents | undefined;

  constructor(options: MemoryEditorOptions) {
    this.name = options.name ?? "Tandem";
    this.#options = options;
    this.#folders = options.folders;
    if (options.runCode) {
      this.runCode = options.runCode;
      this.codeQuestions = { asked: () => {} };
    }
    if (options.hasDiagnostics) this.diagnostics = (path) => this.#answerDiagnostics(path);
  }

  get workspaceFolders(): readonly string[] {
    return this.#folders;
  }

  subscribe(events: EditorEvents): () => void {
    this.#events = events;
    return () => {
      this.#events = undefined;
    };
  }

  currentSelection(): EditorSelection | undefined {
    const buffer = this.#active;
    return buffer && { path: buffer.path, text: buffer.selectedText, range: buffer.selection };
  }

  openEditors(): OpenEditor[] {
    return [...this.#buffers.values()].map((buffer) => ({
      path: buffer.path,
      isActive: buffer === this.#active,
      isDirty: buffer.isDirty,
      isPreview: buffer.isPreview,
      languageId: buffer.languageId,
      lineCount: buffer.lineCount,
      selection: buffer.selection,
    }));
  }

  documentState(path: string): DocumentState | undefined {
    const buffer = this.#buffers.get(path);
    return buffer && { isDirty: buffer.isDirty, isUntitled: false };
  }

  openFile({ path, preview, takeFocus, locate }: OpenFileRequest): OpenedFile {
    const buffer = this.#bufferOf(path, preview);
    const range = locate?.(buffer.text);
    if (range) buffer.selection = range;
    if (takeFocus) this.#active = buffer;
    if (buffer === this.#active) this.#reportSelection();
    return { languageId: buffer.languageId, lineCount: buffer.lineCount };
  }

  saveDocument(path: string): true | undefined {
    const buffer = this.#buffers.get(path);
    if (!buffer) return undefined;
    buffer.save();
    this.#events?.saved(path);
    return true;
  }

  closeTab(label: string): "closed" | "not found" | "unsaved changes" {
    const buffer = [...this.#buffers.values()].find((each) => basename(each.path) === label);
    if (!buffer) return "not found";
    if (buffer.isDirty) return "unsaved changes";
    this.close(buffer.path);
    return "closed";
  }

  async reviewDiff(review: Review): Promise<DiffDecision> {
    const pending: PendingReview = {
      proposal: review,
      accept: (text) => {
        if (text !== undefined) review.edit(text);
        review.accept();
      },
      acceptHunks: (indexes) => {
        for (const { index } of review.hunks)
          review.decideHunk(index, indexes.includes(index) ? "accepted" : "rejected");
        review.accept();
      },
      reject: () => review.reject(),
    };
    this.#reviews.add(pending);
    this.#options.onReviewsChanged?.();
    const decision = await review.decided;
    this.#reviews.delete(pending);
    this.#options.onReviewsChanged?.();
    return decision;
  }

  #answerDiagnostics(path: string | undefined): DiagnosticsAnswer {
    const all = [...this.#diagnostics].map(([file, diagnostics]) => ({ path: file, diagnostics }));
    return { files: all.filter((file) => path === undefined || file.path === path), isCurrent: true };
  }

  // The user's actions.

  /** The pending reviews, oldest first. */
  get reviews(): readonly PendingReview[] {
    return [...this.#reviews];
  }

  /** Opens a file and activates it. */
  open(path: string): void {
    this.#active = this.#bufferOf(path, false);
    this.#reportSelection();
  }

  /** Selects text in the active file. */
  select(range: TextRange): void {
    if (!this.#active) throw new Error("Can't select text because no file is open");
    this.#active.selection = range;
    this.#reportSelection();
  }

  /** Replaces the selection of the active file, like typing. */
  type(text: string): void {
    const buffer = this.#active;
    if (!buffer) throw new Error("Can't type because no file is open");
    const start = buffer.offsetOf(buffer.selection.start);
    const end = buffer.offsetOf(buffer.selection.end);
    buffer.text = buffer.text.slice(0, start) + text + buffer.text.slice(end);
    const before = buffer.text.slice(0, start + text.length).split("\n");
    const cursor = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    buffer.selection = { start: cursor, end: cursor };
    this.#reportSelection();
  }

  /** Closes a file and discards its unsaved changes. */
  close(path: string): void {
    const buffer = this.#buffers.get(path);
    if (!buffer) return;
    this.#buffers.delete(path);
    if (this.#active !== buffer) return;
    this.#active = [...this.#buffers.values()].at(-1);
    this.#reportSelection();
  }

  mention(mention: Mention): MentionOutcome {
    if (!this.#events) throw new Error("This editor has no endpoint");
    return this.#events.mentioned(mention);
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#events?.workspaceFoldersChanged();
  }

  setDiagnostics(path: string, diagnostics: readonly Diagnostic[]): void {
    this.#diagnostics.set(path, diagnostics);
  }

  #bufferOf(path: string, preview: boolean): TextBuffer {
    let buffer = this.#buffers.get(path);
    if (!buffer) {
      buffer = new TextBuffer(path, preview);
      this.#buffers.set(path, buffer);
    } else if (!preview) buffer.isPreview = false;
    return buffer;
  }

  #reportSelection(): void {
    this.#events?.selectionChanged(this.currentSelection());
  }
}
