/**
 * The one interface that an editor implements. Everything else (lock file, sockets, sessions, JSON, privacy, timing)
 * is the same for all editors and lives in this package.
 *
 * Paths are absolute. Texts have LF line ends and no byte-order mark. Positions count from 0 in UTF-16 code units, ends
 * are exclusive. A method that is missing is a tool that is not advertised.
 */
import type { DiagnosticsAnswer, Position, TextRange } from "@tandem/base";
import type { DiffDecision, HunkDecision, ReviewHunk, ReviewState } from "@tandem/base/review";
import type { CodeQuestionView } from "./code/code-gate.js";

/** A promise or the value itself: an editor in the same process has no reason to be asynchronous. */
export type Awaitable<T> = T | PromiseLike<T>;

/** The selection (or, where it is empty, the cursor) in the active file. */
export interface EditorSelection {
  readonly path: string;
  /** The selected text, empty when nothing is selected. */
  readonly text: string;
  readonly range: TextRange;
  /** The moving end; by default the range's end. */
  readonly cursor?: Position;
}

/** One tab. Review views are not tabs in this sense and are left out. */
export interface OpenEditor {
  readonly path: string;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  /** What the tab shows; by default the file's name. */
  readonly label?: string;
  readonly languageId: string;
  /** Line breaks plus one. */
  readonly lineCount: number;
  readonly isPinned?: boolean;
  readonly isPreview?: boolean;
  readonly isUntitled?: boolean;
  /** The tab group, from 0. */
  readonly groupIndex?: number;
  readonly isGroupActive?: boolean;
  readonly selection?: TextRange;
}

export interface DocumentState {
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
}

export interface OpenFileRequest {
  readonly path: string;
  readonly preview: boolean;
  /** False: the focus stays where it is. */
  readonly takeFocus: boolean;
  /**
   * Given the text of the buffer, says what to select; an empty range is the cursor alone, undefined leaves it where it
   * is. The editor calls it once when the text is there.
   */
  readonly locate?: (text: string) => TextRange | undefined;
}

export interface OpenedFile {
  readonly languageId: string;
  readonly lineCount: number;
}

/** A connected client, as shown to a user. */
export interface ClientInfo {
  /** Unique within this endpoint. */
  readonly id: string;
  /** As the client calls itself, e.g. `claude-code`. */
  readonly name: string;
  readonly version: string;
  /** The client's process, once it has told. */
  readonly pid?: number;
}

/** An edit that a client proposes. The editor shows it and never writes the file: the client does (docs/protocol.md, section 5). */
export interface DiffProposal {
  /** Unique within this endpoint. */
  readonly id: string;
  readonly client: ClientInfo;
  /** The file that the proposal is for. */
  readonly path: string;
  /** The name that the client gave the view. */
  readonly tabName: string;
  /** The file that the proposal is compared with; nearly always the same. */
  readonly oldPath: string;
  /** What is on disk at `oldPath` now; empty for a new file. */
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  /** The editor's buffer of this file has unsaved changes, which this diff does not show: tell the user. */
  readonly hasUnsavedChanges: boolean;
}

/** What an agent takes back: the text as the user left it, such a text unless it is empty, or only yes and no. */
export type TakesBack = "text" | "non-empty text" | "verdict";

/** `withdrawn`: it ended without the user's decision, because the client took it back or has gone. */
export type ReviewOutcome = "accepted" | "rejected" | "withdrawn";

/**
 * A proposal that waits for the user, with what they have made of it. The hub holds it; an editor draws it and calls it. An
 * editor that needs no hunks can leave all of this alone and return a decision.
 *
 * @example
 * async reviewDiff(review, signal) {
 *   const view = showDiff(review.oldText, review.result);
 *   view.onEdited = (text) => review.edit(text);
 *   view.onAccept = () => review.accept();
 *   view.onClose = () => review.reject();
 *   const decision = await review.decided; // Also when the client takes the proposal back.
 *   view.close();
 *   return decision;
 * }
 */
export interface Review extends DiffProposal {
  readonly takes: TakesBack;
  /** The text that accepting answers now. */
  readonly result: string;
  /** The changes, with what was decided about each, in order. */
  readonly hunks: readonly ReviewHunk[];
  /** The same and the texts, for a view that runs the model itself (`@tandem/base/review`), as a page does. */
  readonly state: ReviewState;
  /** The user has made something else of the proposal than taking and leaving parts of it gives. */
  readonly isEdited: boolean;
  /** Undefined while it waits. */
  readonly outcome: ReviewOutcome | undefined;
  /** Resolves when it is over: decided, or taken back, which counts as rejected. */
  readonly decided: Promise<DiffDecision>;
  /** The user has typed: the result is this text now. */
  edit(text: string): void;
  /** Accepts or rejects one of {@link hunks}, or with `undecided` takes that back. */
  decideHunk(index: number, decision: HunkDecision): void;
  /** What a view that runs the model itself has come to. */
  setState(state: ReviewState): void;
  /** Why accepting does nothing now, for the user; undefined when it can be accepted. */
  whyNotAcceptable(): string | undefined;
  /** Accepts the result as it is. With every hunk rejected that is a rejection. */
  accept(): void;
  reject(): void;
  /** Calls `listener` after each change of the result or of a decision; the function that is returned ends it. */
  onChanged(listener: () => void): () => void;
}

/** Keeps what the user types into reviews, in case that the process is killed; `ReviewDrafts` of @tandem/workspace is one. */
export interface ReviewKeeper {
  changed(review: Review, text: () => string): void;
  closed(id: string, outcome: ReviewOutcome): Promise<unknown>;
}

/** What running code gave: text, or a PNG as base64. */
export type CodeOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly png: string };

/** Lines to mention, counted from 0, both included; without lines the whole file or folder is meant. */
export interface Mention {
  readonly path: string;
  readonly lines?: { readonly start: number; readonly end: number };
  /** Only to this client; by default to every one that is connected. */
  readonly clientId?: string;
}

/** What became of a mention, so that the editor can tell its user. */
export type MentionOutcome =
  | { readonly status: "sent"; readonly clients: number }
  | { readonly status: "queued" }
  | { readonly status: "withheld"; readonly reason: string }
  /** Not a mention at all, or meant for a client that is gone. */
  | { readonly status: "refused"; readonly reason: string };

/**
 * What an editor tells the endpoint. It may call these as often as it likes, with whatever: the endpoint settles and
 * deduplicates, and what makes no sense is logged and dropped. None of them throws.
 */
export interface EditorEvents {
  /** The cursor, the selection or the active file changed; undefined or null when no file is active any more. */
  selectionChanged(selection: EditorSelection | null | undefined): void;
  /** The user wants this in the prompt. */
  mentioned(mention: Mention): MentionOutcome;
  workspaceFoldersChanged(): void;
  /** A method of the editor has come or gone, so other tools are offered now (a kernel was installed, say). */
  toolsChanged(): void;
}

export interface Editor {
  /** What `/ide` shows, e.g. `Neovim`. */
  readonly name: string;
  /** The editor's own process, where the endpoint runs in another one; by default this process. */
  readonly pid?: number;
  /** What `getWorkspaceInfo` calls a workspace; by default `folder`. */
  readonly workspaceType?: string;
  /** The open folders now, first one first. */
  readonly workspaceFolders: readonly string[];

  /** Begins to tell events; the function that is returned ends it. */
  subscribe(events: EditorEvents): () => void;

  /** True for a file that must not be shared, by facts that no path tells; the server's rules count besides (PRV-01). */
  isWithheld?(path: string): boolean;

  /** The selection in the active file, undefined when no file is active. */
  currentSelection?(signal: AbortSignal): Awaitable<EditorSelection | undefined>;
  openEditors?(signal: AbortSignal): Awaitable<readonly OpenEditor[]>;
  /** Undefined when the file is not open. */
  documentState?(path: string, signal: AbortSignal): Awaitable<DocumentState | undefined>;
  /**
   * Diagnostics of the current text, of one file or of all that are known. When `patience` aborts, answer at once with
   * what is known.
   */
  diagnostics?(path: string | undefined, patience: AbortSignal): Awaitable<DiagnosticsAnswer>;

  openFile?(request: OpenFileRequest, signal: AbortSignal): Awaitable<OpenedFile>;
  /** True when saved, undefined when the file is not open; throw to say why it could not be saved. */
  saveDocument?(path: string, signal: AbortSignal): Awaitable<true | undefined>;
  /** Closes an ordinary tab by its label. */
  closeTab?(label: string, signal: AbortSignal): Awaitable<"closed" | "not found" | "unsaved changes">;
  /**
   * Shows a proposal until the user decides. Closing the view is a rejection; closing a window that happens to show it
   * decides nothing, and the next window shows it again. When `signal` aborts the proposal is void: close the view, keep
   * the user's layout, and reject or return anything.
   */
  reviewDiff?(review: Review, signal: AbortSignal): Promise<DiffDecision>;
  /** Runs Python code that the user has allowed; ends when `signal` aborts. Needs {@link codeQuestions}. */
  runCode?(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]>;
  /** Shows the user what code a client wants to run. Without it no code runs. */
  readonly codeQuestions?: CodeQuestionView | undefined;
}
