/** A minimal editor for tests. Results are members to set, and proposals are stored for a decision. */

import type { DiagnosticsAnswer, TextRange } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
import type { CodeQuestion } from "../hub/code/code-gate.js";
import type {
  CodeOutput,
  DiffProposal,
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  OpenEditor,
  OpenFileRequest,
} from "../hub/editor.js";

export interface ShownDiff {
  readonly proposal: DiffProposal;
  readonly signal: AbortSignal;
  decide(decision: DiffDecision): void;
}

export class TestEditor implements Editor {
  readonly name = "Test Editor";
  workspaceFolders: string[];
  isTrusted?: boolean;
  events: EditorEvents | undefined;
  selection: EditorSelection | undefined;
  tabs: OpenEditor[] = [];
  documents = new Map<string, DocumentState>();
  opened: (OpenFileRequest & { selected: TextRange | undefined })[] = [];
  bufferText = "";
  shown: ShownDiff[] = [];
  diagnosticsAnswer: DiagnosticsAnswer | Promise<DiagnosticsAnswer> = { files: [], isCurrent: true };
  closeTabAnswer: "closed" | "not found" | "unsaved changes" = "not found";
  code: (code: string, signal: AbortSignal) => Promise<readonly CodeOutput[]> = async () => [];
  readonly #waiters: (() => void)[] = [];

  constructor(folders: string[]) {
    this.workspaceFolders = folders;
  }

  subscribe(events: EditorEvents): () => void {
    this.events = events;
    return () => {
      this.events = undefined;
    };
  }

  currentSelection(): EditorSelection | undefined {
    return this.selection;
  }

  openEditors(): OpenEditor[] {
    return this.tabs;
  }

  documentState(path: string): DocumentState | undefined {
    return this.documents.get(path);
  }

  diagnostics(_path: string | undefined, _patience: AbortSignal): DiagnosticsAnswer | Promise<DiagnosticsAnswer> {
    return this.diagnosticsAnswer;
  }

  openFile(request: OpenFileRequest) {
    this.opened.push({ ...request, selected: request.locate?.(this.bufferText) });
    return { languageId: "plaintext", lineCount: this.bufferText.split("\n").length };
  }

  saveDocument(path: string): true | undefined {
    return this.documents.has(path) ? true : undefined;
  }

  closeTab() {
    return this.closeTabAnswer;
  }

  reviewDiff(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    return new Promise((resolve) => {
      const shown: ShownDiff = {
        proposal,
        signal,
        decide: (decision) => {
          this.shown = this.shown.filter((each) => each !== shown);
          resolve(decision);
        },
      };
      this.shown.push(shown);
      signal.addEventListener("abort", () => shown.decide({ accepted: false }), { once: true });
      for (const wake of this.#waiters.splice(0)) wake();
    });
  }

  /** Pending questions. Tests answer them with `endpoint.code`, or allow all with `allowedCode`. */
  readonly codeQuestions = { asked: (question: CodeQuestion): void => void this.asked.push(question) };
  readonly asked: CodeQuestion[] = [];

  runCode(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    return this.code(code, signal);
  }

  /** Waits until the diff with this name is shown. */
  async diff(tabName: string): Promise<ShownDiff> {
    for (;;) {
      const found = this.shown.find(({ proposal }) => proposal.tabName === tabName);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Reports a selection of `text` on line 0 of a file, or the cursor at its start. */
  select(path: string, text = "", character = 0): void {
    const range = { start: { line: 0, character }, end: { line: 0, character: character + text.length } };
    this.selection = { path, text, range };
    this.events?.selectionChanged(this.selection);
  }
}
