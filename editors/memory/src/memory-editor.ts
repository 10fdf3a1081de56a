/**
 * An editor without a screen: the reference adapter, and what tests and `tandem serve` stand on. The first half of the
 * class is what any adapter has; the second half is what a person would do in it.
 */
import { basename } from "node:path";
import type { Diagnostic, DiagnosticsAnswer, TextRange } from "@tandem/base";
import type { DiffDecision } from "@tandem/base/review";
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
} from "@tandem/server";
import { TextBuffer } from "./text-buffer.js";

/** A proposal that waits for the person. */
export interface PendingReview {
  readonly proposal: DiffProposal;
  /** Accepts; `text` is what the person made of it, by default the proposal. */
  accept(text?: string): void;
  /** Accepts only these hunks, counted from 0. */
  acceptHunks(indexes: readonly number[]): void;
  /** Rejects, as closing the view does. */
  reject(): void;
}

export interface MemoryEditorOptions {
  readonly name?: string;
  readonly folders: readonly string[];
  /** Told when a proposal has appeared or gone. */
  readonly onReviewsChanged?: () => void;
  /** With it `executeCode` is offered; the question before it is answered with `endpoint.code`. */
  readonly runCode?: (code: string, signal: AbortSignal) => Promise<readonly CodeOutput[]>;
  /** True: `getDiagnostics` is offered and answers what `setDiagnostics` was given. */
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
    if (buffer === this.#active) this.#tellSelection();
    return { languageId: buffer.languageId, lineCount: buffer.lineCount };
  }

  saveDocument(path: string): true | undefined {
    const buffer = this.#buffers.get(path);
    if (!buffer) return undefined;
    buffer.save();
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

  // What a person does.

  /** The proposals that wait, oldest first. */
  get reviews(): readonly PendingReview[] {
    return [...this.#reviews];
  }

  /** Opens a file and puts it in front. */
  open(path: string): void {
    this.#active = this.#bufferOf(path, false);
    this.#tellSelection();
  }

  /** Selects in the active file. */
  select(range: TextRange): void {
    if (!this.#active) throw new Error("Nothing is open to select in");
    this.#active.selection = range;
    this.#tellSelection();
  }

  /** Replaces the selection of the active file, as typing does. */
  type(text: string): void {
    const buffer = this.#active;
    if (!buffer) throw new Error("Nothing is open to type in");
    const start = buffer.offsetOf(buffer.selection.start);
    const end = buffer.offsetOf(buffer.selection.end);
    buffer.text = buffer.text.slice(0, start) + text + buffer.text.slice(end);
    const before = buffer.text.slice(0, start + text.length).split("\n");
    const cursor = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    buffer.selection = { start: cursor, end: cursor };
    this.#tellSelection();
  }

  /** Closes a file; what is unsaved in it goes, as it does where a person confirms that. */
  close(path: string): void {
    const buffer = this.#buffers.get(path);
    if (!buffer) return;
    this.#buffers.delete(path);
    if (this.#active !== buffer) return;
    this.#active = [...this.#buffers.values()].at(-1);
    this.#tellSelection();
  }

  mention(mention: Mention): MentionOutcome {
    if (!this.#events) throw new Error("No endpoint listens to this editor");
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

  #tellSelection(): void {
    this.#events?.selectionChanged(this.currentSelection());
  }
}
