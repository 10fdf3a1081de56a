/** Neovim as an editor of the endpoint: each question is one call into the plugin. */
import type {
  DiagnosticsAnswer,
  DiffDecision,
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
} from "@tandem/server";
import { toEditorText } from "@tandem/server/text";
import type { Bridge } from "./bridge.js";
import { type EventParams, results } from "./messages.js";
import type { Reviews } from "./reviews.js";

export interface NeovimEditorOptions {
  readonly bridge: Bridge;
  readonly reviews: Reviews;
  readonly pid: number;
  readonly folders: readonly string[];
  readonly diagnostics: (path: string | undefined, patience: AbortSignal) => Promise<DiagnosticsAnswer>;
  /** Without it code is not run. */
  readonly runCode?: Editor["runCode"];
}

function selectionOf(told: EventParams<"selection">["selection"]): EditorSelection | undefined {
  if (!told) return undefined;
  const { path, text, range, cursor } = told;
  return { path, text: toEditorText(text), range, ...(cursor && { cursor }) };
}

export class NeovimEditor implements Editor {
  readonly name = "Neovim";
  readonly pid: number;
  readonly runCode?: NonNullable<Editor["runCode"]>;
  readonly #bridge: Bridge;
  readonly #reviews: Reviews;
  readonly #diagnostics: NeovimEditorOptions["diagnostics"];
  #folders: readonly string[];
  #events: EditorEvents | undefined;

  constructor({ bridge, reviews, pid, folders, diagnostics, runCode }: NeovimEditorOptions) {
    this.#bridge = bridge;
    this.#reviews = reviews;
    this.pid = pid;
    this.#folders = folders;
    this.#diagnostics = diagnostics;
    if (runCode) this.runCode = runCode;
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
    return selectionOf(await this.#bridge.call("current_selection", {}, results.selection));
  }

  async openEditors(): Promise<readonly OpenEditor[]> {
    return await this.#bridge.call("open_editors", {}, results.openEditors);
  }

  async documentState(path: string): Promise<DocumentState | undefined> {
    return await this.#bridge.call("document_state", { path }, results.documentState);
  }

  async diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    return await this.#diagnostics(path, patience);
  }

  async openFile({ path, takeFocus, locate }: OpenFileRequest): Promise<OpenedFile> {
    const wanted = { path, takeFocus, wantsText: locate !== undefined };
    const { buffer, languageId, lineCount, text } = await this.#bridge.call("open_file", wanted, results.openedFile);
    const range = text === undefined ? undefined : locate?.(toEditorText(text));
    if (range) await this.#bridge.call("select", { buffer, range, takeFocus }, results.nothing);
    return { languageId, lineCount };
  }

  async saveDocument(path: string): Promise<true | undefined> {
    return await this.#bridge.call("save_document", { path }, results.saved);
  }

  async closeTab(label: string): Promise<"closed" | "not found" | "unsaved changes"> {
    return await this.#bridge.call("close_tab", { label }, results.closedTab);
  }

  async reviewDiff(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    return await this.#reviews.review(proposal, signal);
  }
}
