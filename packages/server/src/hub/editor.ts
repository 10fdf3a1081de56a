/**
 * The interface that an editor implements. This package does the rest: lock file, sockets, sessions, JSON, privacy, timing.
 *
 * Paths are absolute. Texts have LF line endings and no byte-order mark. Positions are counted from 0 in UTF-16 code
 * units, and ends are exclusive. If a method is missing, its tool isn't advertised.
 */
import type { DiagnosticsAnswer, Position, TextRange } from "@tandem-ide/base";
import type {
  DiffDecision,
  HunkDecision,
  ReviewComment,
  ReviewHunk,
  ReviewRecord,
  ReviewState,
} from "@tandem-ide/base/review";
import type { CodeQuestionView } from "./code/code-gate.js";

/** A promise or the value itself, for editors that can answer synchronously. */
export type Awaitable<T> = T | PromiseLike<T>;

/** The selection in the active file, or the cursor if it is empty. */
export interface EditorSelection {
  readonly path: string;
  /** The selected text, empty if nothing is selected. */
  readonly text: string;
  readonly range: TextRange;
  /** The moving end. Default: the range's end. */
  readonly cursor?: Position;
}

/** A tab. Leave out review views. */
export interface OpenEditor {
  readonly path: string;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  /** The tab's label. Default: the file's name. */
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
  /** False leaves the focus where it is. */
  readonly takeFocus: boolean;
  /**
   * Returns the range to select in the buffer's text. An empty range moves the cursor, and undefined leaves it where it is. The
   * editor calls this once after loading the text.
   */
  readonly locate?: (text: string) => TextRange | undefined;
}

export interface OpenedFile {
  readonly languageId: string;
  readonly lineCount: number;
}

/** A connected client. */
export interface ClientInfo {
  /** Unique within this endpoint. */
  readonly id: string;
  /** The client's name, e.g. `claude-code`. */
  readonly name: string;
  readonly version: string;
  /** The client's process id, once it is known. */
  readonly pid?: number;
}

/** An edit that a client proposes. The editor only shows it, and the client writes the file (docs/protocol.md, section 5). */
export interface DiffProposal {
  /** Unique within this endpoint. */
  readonly id: string;
  readonly client: ClientInfo;
  /** The file that the proposal is for. */
  readonly path: string;
  /** The client's name for the view. */
  readonly tabName: string;
  /** The file to compare with, nearly always the same as `path`. */
  readonly oldPath: string;
  /** The text of `oldPath` on disk, empty for a new file. */
  readonly oldText: string;
  readonly newText: string;
  readonly isNewFile: boolean;
  /** True if the editor has unsaved changes in this file. The diff doesn't show them, so tell the user. */
  readonly hasUnsavedChanges: boolean;
}

/** What an agent accepts as a response: the edited text, the edited text unless it is empty, or only the decision. */
export type AcceptedForm = "text" | "non-empty text" | "decision";

/** `withdrawn`: the client cancelled the proposal or disconnected before the user decided. */
export type ReviewOutcome = ReviewRecord["outcome"];

/**
 * A proposal under review, with the user's edits and decisions. The hub owns it, and an editor shows it and calls its methods.
 * An editor that doesn't support hunks can ignore them and return a decision.
 *
 * @example
 * async reviewDiff(review, signal) {
 *   const view = showDiff(review.oldText, review.result);
 *   view.onEdited = (text) => review.edit(text);
 *   view.onAccept = () => review.accept();
 *   view.onClose = () => review.reject();
 *   const decision = await review.decided; // Also resolves if the client withdraws the proposal.
 *   view.close();
 *   return decision;
 * }
 */
export interface Review extends DiffProposal {
  readonly acceptedForm: AcceptedForm;
  /** The text that accepting returns now. */
  readonly result: string;
  /** The changes in order, with the decision on each. */
  readonly hunks: readonly ReviewHunk[];
  /** The whole state, for views that run the model themselves (`@tandem-ide/base/review`), such as pages. */
  readonly state: ReviewState;
  /** True if the user changed the text beyond accepting and rejecting hunks. */
  readonly isEdited: boolean;
  /** Undefined while it is pending. */
  readonly outcome: ReviewOutcome | undefined;
  /** Resolves when the review ends. A withdrawn proposal counts as rejected. */
  readonly decided: Promise<DiffDecision>;
  /** Sets the result after the user edited it. */
  edit(text: string): void;
  /** Accepts or rejects one of {@link hunks}, or undoes the decision with `undecided`. */
  decideHunk(index: number, decision: HunkDecision): void;
  /** Sets the state, for views that run the model themselves. */
  setState(state: ReviewState): void;
  /** Returns a message for the user if the review can't be accepted now. */
  whyNotAcceptable(): string | undefined;
  /** Accepts the current result. If every hunk is rejected, this is a rejection. */
  accept(): void;
  /** Rejects the proposal. The reason is for the agent, like {@link comments}: see `Endpoint.onReviewEnded`. */
  reject(reason?: string): void;
  /** The user's comments on lines of the result. */
  readonly comments: readonly ReviewComment[];
  /** Sets the comment on a line of the result, from 0. An empty text removes it. */
  setComment(line: number, text: string): void;
  /**
   * Calls `listener` after each change of the result, a decision or a comment, and returns a function that removes the
   * listener.
   */
  onChanged(listener: () => void): () => void;
}

/** Saves the user's edits in reviews, in case the process is killed. `ReviewDrafts` of @tandem-ide/workspace implements it. */
export interface ReviewDraftStore {
  changed(review: Review, text: () => string): void;
  closed(id: string, outcome: ReviewOutcome): Promise<unknown>;
}

/** Output of code: text, or a PNG as base64. */
export type CodeOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly png: string };

/** A mention of lines, zero-based and inclusive, or of a whole file or folder. */
export interface Mention {
  readonly path: string;
  readonly lines?: { readonly start: number; readonly end: number };
  /** Send it only to this client. Default: all connected clients. */
  readonly clientId?: string;
}

/** The outcome of a mention, for the user. */
export type MentionOutcome =
  | { readonly status: "sent"; readonly clients: number }
  | { readonly status: "queued" }
  | { readonly status: "hidden"; readonly reason: string }
  /** The mention is invalid, or its client has disconnected. */
  | { readonly status: "refused"; readonly reason: string };

/**
 * Receives events from the editor. Call these as often as you like: the endpoint throttles and deduplicates them, and logs and
 * ignores invalid ones. They never throw.
 */
export interface EditorEvents {
  /** The cursor, the selection or the active file changed. Undefined or null means that no file is active. */
  selectionChanged(selection: EditorSelection | null | undefined): void;
  /** The user mentions something for the prompt. */
  mentioned(mention: Mention): MentionOutcome;
  workspaceFoldersChanged(): void;
  /**
   * The user saved, created, renamed or deleted a file or folder in the editor, so the change isn't an agent's. For a rename,
   * call it with both paths.
   */
  saved(path: string): void;
  /** A method of the editor was added or removed, so the tools changed, for example after a kernel was installed. */
  toolsChanged(): void;
}

export interface Editor {
  /** The name in `/ide`, e.g. `Neovim`. */
  readonly name: string;
  /** The editor's process id, if the endpoint runs in another process. Default: this process. */
  readonly pid?: number;
  /** The workspace type in `getWorkspaceInfo`. Default: `folder`. */
  readonly workspaceType?: string;
  /** The open folders, in order. */
  readonly workspaceFolders: readonly string[];
  /**
   * True if the user has told the editor that they trust these folders. Some agents then don't ask. Leave it out if the editor
   * doesn't ask that. After a change, call `workspaceFoldersChanged`.
   */
  readonly isTrusted?: boolean;

  /** Starts reporting events and returns a function that removes the listener. */
  subscribe(events: EditorEvents): () => void;

  /** Returns true for a file to hide for reasons other than its path. The server's rules apply as well (PRV-01). */
  isHidden?(path: string): boolean;

  /** The selection in the active file, or undefined if no file is active. */
  currentSelection?(signal: AbortSignal): Awaitable<EditorSelection | undefined>;
  openEditors?(signal: AbortSignal): Awaitable<readonly OpenEditor[]>;
  /** Undefined if the file isn't open. */
  documentState?(path: string, signal: AbortSignal): Awaitable<DocumentState | undefined>;
  /**
   * Diagnostics of the current text of one file, or of all files. When `signal` aborts, return the known diagnostics at once.
   */
  diagnostics?(path: string | undefined, signal: AbortSignal): Awaitable<DiagnosticsAnswer>;

  openFile?(request: OpenFileRequest, signal: AbortSignal): Awaitable<OpenedFile>;
  /** Returns true if saved, or undefined if the file isn't open. Throw an error that says why it could not be saved. */
  saveDocument?(path: string, signal: AbortSignal): Awaitable<true | undefined>;
  /** Closes a tab other than a review by its label. */
  closeTab?(label: string, signal: AbortSignal): Awaitable<"closed" | "not found" | "unsaved changes">;
  /**
   * Shows a proposal until the user decides. Closing the view rejects it. Closing a window that shows it decides nothing, and
   * the next window shows it again. When `signal` aborts, close the view without changing the layout; the returned value is
   * ignored.
   */
  reviewDiff?(review: Review, signal: AbortSignal): Promise<DiffDecision>;
  /** Runs Python code that the user has allowed, until `signal` aborts. Needs {@link codeQuestions}. */
  runCode?(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]>;
  /** Asks the user before code runs. Without it no code runs. */
  readonly codeQuestions?: CodeQuestionView | undefined;
}
