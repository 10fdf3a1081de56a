/** Neovim as an editor of the endpoint: each question is one call into the plugin. */
import type { DiagnosticsAnswer } from "@tandem/base";
import type { DiffDecision } from "@tandem/base/review";
import type {
  CodeQuestionView,
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
import type * as z from "zod/mini";
import type { Bridge } from "./bridge.js";
import type { NeovimCode } from "./code.js";
import { type EventParams, results } from "./messages.js";
import type { Reviews } from "./reviews.js";

export interface NeovimEditorOptions {
  readonly bridge: Bridge;
  readonly reviews: Reviews;
  readonly pid: number;
  readonly folders: readonly string[];
  /** How long a client waits for an answer. */
  readonly callTimeoutMs: number;
  readonly diagnostics: (path: string | undefined, patience: AbortSignal) => Promise<DiagnosticsAnswer>;
  /** Without it code is not run. */
  readonly code?: NeovimCode | undefined;
}

/** A line ends where Neovim ends it: a carriage return may stand behind its text, or inside of it as any character. */
function textOf(told: string): string {
  return told.replace(/\r(?=\n|$)/g, "").replaceAll("\r", " ");
}

function selectionOf(told: EventParams<"selection">["selection"]): EditorSelection | undefined {
  if (!told) return undefined;
  const { path, text, range, cursor } = told;
  return { path, text: textOf(text), range, ...(cursor && { cursor }) };
}

export class NeovimEditor implements Editor {
  readonly name = "Neovim";
  readonly pid: number;
  readonly runCode?: NonNullable<Editor["runCode"]>;
  readonly codeQuestions?: CodeQuestionView;
  readonly #bridge: Bridge;
  readonly #callTimeoutMs: number;
  readonly #reviews: Reviews;
  readonly #diagnostics: NeovimEditorOptions["diagnostics"];
  #folders: readonly string[];
  #events: EditorEvents | undefined;

  constructor({ bridge, callTimeoutMs, reviews, pid, folders, diagnostics, code }: NeovimEditorOptions) {
    this.#bridge = bridge;
    this.#callTimeoutMs = callTimeoutMs;
    this.#reviews = reviews;
    this.pid = pid;
    this.#folders = folders;
    this.#diagnostics = diagnostics;
    if (code) {
      this.codeQuestions = code;
      this.runCode = (text, signal) => code.run(text, signal);
    }
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

  selectionChanged({ selection }: EventParams<"selection">): void {
    this.#events?.selectionChanged(selectionOf(selection));
  }

  foldersChanged({ folders }: EventParams<"folders">): void {
    this.#folders = folders;
    this.#events?.workspaceFoldersChanged();
  }

  mention(mention: Mention): MentionOutcome {
    return this.#events?.mentioned(mention) ?? { status: "refused", reason: "Tandem is not running" };
  }

  async currentSelection(): Promise<EditorSelection | undefined> {
    return selectionOf(await this.#ask("current_selection", {}, results.selection));
  }

  async openEditors(): Promise<readonly OpenEditor[]> {
    return await this.#ask("open_editors", {}, results.openEditors);
  }

  async documentState(path: string): Promise<DocumentState | undefined> {
    return await this.#ask("document_state", { path }, results.documentState);
  }

  async diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    return await this.#diagnostics(path, patience);
  }

  async openFile({ path, takeFocus, locate }: OpenFileRequest): Promise<OpenedFile> {
    const { buffer, languageId, lineCount, text } = await this.#open({ path, takeFocus, wantsText: Boolean(locate) });
    const range = text === undefined ? undefined : locate?.(textOf(text));
    if (range) await this.#ask("select", { buffer, range, takeFocus }, results.nothing);
    return { languageId, lineCount };
  }

  async #open(wanted: { path: string; takeFocus: boolean; wantsText: boolean }) {
    for (let tries = 0; tries < 10; tries++) {
      const opened = await this.#ask("open_file", wanted, results.openedFile);
      if (!opened.isBusy) return opened;
    }
    throw new Error(`Neovim's user is in the middle of something, so ${wanted.path} was not opened. Try again later.`);
  }

  async saveDocument(path: string): Promise<true | undefined> {
    return await this.#ask("save_document", { path }, results.saved);
  }

  async closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
    return await this.#ask("close_tab", { label }, results.closedTab);
  }

  async reviewDiff(review: Review): Promise<DiffDecision> {
    return await this.#reviews.review(review);
  }

  /** When the client has been told that Neovim did not answer, what it asked for must not happen any more. */
  async #ask<T extends z.ZodMiniType>(method: string, params: unknown, schema: T): Promise<z.infer<T>> {
    return await this.#bridge.call(method, params, schema, Date.now() + this.#callTimeoutMs);
  }
}
