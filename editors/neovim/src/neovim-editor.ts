/** Implements `Editor` for Neovim by calling the plugin. */
import type { DiagnosticsAnswer } from "@tandem-ide/base";
import type { DiffDecision } from "@tandem-ide/base/review";
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
} from "@tandem-ide/server";
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
  /** After this time, a call must have no effect. */
  readonly callTimeoutMs: number;
  readonly diagnostics: (path: string | undefined, timeout: AbortSignal) => Promise<DiagnosticsAnswer>;
  /** Without it, running code is not offered. */
  readonly code?: NeovimCode | undefined;
}

/** Neovim only splits lines at LF: CR can be at the end of a line, or within it as an ordinary character. */
function textOf(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replaceAll("\r", " ");
}

function selectionOf(selection: EventParams<"selection">["selection"]): EditorSelection | undefined {
  if (!selection) return undefined;
  const { path, text, range, cursor } = selection;
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

  /** The user wrote, renamed or deleted a file. */
  saved(path: string): void {
    this.#events?.saved(path);
  }

  mention(mention: Mention): MentionOutcome {
    return this.#events?.mentioned(mention) ?? { status: "refused", reason: "Tandem isn't running" };
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

  async diagnostics(path: string | undefined, timeout: AbortSignal): Promise<DiagnosticsAnswer> {
    return await this.#diagnostics(path, timeout);
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
    throw new Error(`${wanted.path} wasn't opened, because the user is busy in Neovim. Try again later.`);
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

  /** After the client's request has timed out, it must have no effect. */
  async #ask<T extends z.ZodMiniType>(method: string, params: unknown, schema: T): Promise<z.infer<T>> {
    return await this.#bridge.call(method, params, schema, Date.now() + this.#callTimeoutMs);
  }
}
