/** Asks the user before code runs. The editor shows the question and returns the answer. */
import { randomUUID } from "node:crypto";

/** `always` allows all code in this workspace from now on. */
export type CodeAnswer = "once" | "always" | "never";

/** Code that a client wants to run. `run` identifies it in the answer. */
export interface CodeQuestion {
  readonly run: string;
  readonly code: string;
}

/** `withdrawn`: the client cancelled the call or disconnected. `nobody`: no one is left to answer. */
export type CodeQuestionOutcome = "allowed" | "refused" | "withdrawn" | "nobody";

/** Message for a user whose answer came too late. */
export const answeredTooLate = "The code wasn't run: the request was already answered, or Claude Code withdrew it.";

/** Shows questions about code. Answer them with `endpoint.code.answer(question.run, …)`. */
export interface CodeQuestionView {
  /** Called to show a question. If this throws or rejects, the code doesn't run. */
  asked(question: CodeQuestion): void | PromiseLike<void>;
  /** The question was answered or withdrawn. */
  answered?(question: CodeQuestion, outcome: CodeQuestionOutcome): void;
  /** Whether someone can see and answer a question. Default: true. */
  isViewerPresent?(): boolean;
  /** Advice for the client if no one can answer, added to the error. */
  readonly noViewerAdvice?: string;
}

/** Stores the folders in which the user has allowed all code. */
export interface AllowedFolders {
  has(folder: string): boolean;
  /** Throws an error with a readable message if it can't be saved. */
  set(folders: readonly string[], isAllowed: boolean): void;
}

export interface CodeGateOptions {
  readonly folders: () => readonly string[];
  /** The editor's view. Without one no code runs. */
  readonly view: () => CodeQuestionView | undefined;
  /** Saves permissions for the next session. */
  readonly allowedFolders?: AllowedFolders | undefined;
  /** Called when pending questions or permissions change. */
  readonly changed?: () => void;
}

interface PendingQuestion {
  readonly question: CodeQuestion;
  readonly end: (outcome: CodeQuestionOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** Tracks pending questions and permissions. */
export class CodeGate {
  readonly #options: CodeGateOptions;
  readonly #pending = new Map<string, PendingQuestion>();
  /** Folders allowed for this session because they can't be saved. */
  readonly #allowed = new Set<string>();
  /** Folders whose saved permission was revoked, but could not be deleted. */
  readonly #revoked = new Set<string>();

  constructor(options: CodeGateOptions) {
    this.#options = options;
  }

  /** Pending questions, oldest first. */
  get waiting(): readonly CodeQuestion[] {
    return [...this.#pending.values()].map(({ question }) => question);
  }

  /** True if the user allowed all code in all folders of this workspace. */
  get isAllowed(): boolean {
    const { allowedFolders, folders } = this.#options;
    const all = folders();
    const isSaved = (folder: string) => !this.#revoked.has(folder) && allowedFolders?.has(folder);
    return all.length > 0 && all.every((folder) => this.#allowed.has(folder) || isSaved(folder));
  }

  /** Resolves if the user allows the code. Rejects if the user refuses or `signal` aborts. */
  async pass(code: string, signal: AbortSignal): Promise<void> {
    if (this.isAllowed) return;
    signal.throwIfAborted();
    const { changed } = this.#options;
    const view = this.#options.view();
    if (!view || !isViewerPresent(view)) throw notApproved(view);
    const question = { run: randomUUID(), code };
    let withdraw = () => {};
    let outcome: CodeQuestionOutcome;
    try {
      outcome = await new Promise<CodeQuestionOutcome>((end, fail) => {
        withdraw = () => end("withdrawn");
        signal.addEventListener("abort", withdraw, { once: true });
        this.#pending.set(question.run, { question, end, fail });
        changed?.();
        Promise.resolve(view.asked(question)).catch(fail);
      });
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#pending.delete(question.run);
      changed?.();
    }
    view.answered?.(question, outcome);
    if (outcome === "nobody") throw notApproved(view);
    if (outcome === "refused") throw new Error("The user didn't allow this code to run");
    signal.throwIfAborted();
  }

  /**
   * Answers a question. Returns false, without doing anything, if it is no longer pending. Tell the user in that case.
   */
  answer(run: string, answer: CodeAnswer): boolean {
    const pending = this.#pending.get(run);
    if (!pending) return false;
    const answered = answer === "always" ? [...this.#pending.values()] : [pending];
    for (const { question, end } of answered) {
      // Remove it at once, so a second answer finds nothing.
      this.#pending.delete(question.run);
      end(answer === "never" ? "refused" : "allowed");
    }
    if (answer === "always") this.#allowAll();
    return true;
  }

  /** Asks the user again from now on. */
  askAgain(): void {
    const { allowedFolders, folders, changed } = this.#options;
    this.#allowed.clear();
    try {
      allowedFolders?.set(folders(), false);
    } finally {
      // If it can't be deleted, ignore it for this session.
      for (const folder of folders()) if (allowedFolders?.has(folder)) this.#revoked.add(folder);
      changed?.();
    }
  }

  /** A viewer left. If no one is left to answer, pending questions are refused. */
  viewerLeft(): void {
    const view = this.#options.view();
    if (view && isViewerPresent(view)) return;
    for (const { end } of this.#pending.values()) end("nobody");
  }

  #allowAll(): void {
    const { allowedFolders, folders, changed } = this.#options;
    try {
      allowedFolders?.set(folders(), true);
    } finally {
      for (const folder of folders()) this.#revoked.delete(folder);
      // If it can't be saved, it applies for this session.
      for (const folder of folders()) if (!allowedFolders?.has(folder)) this.#allowed.add(folder);
      changed?.();
    }
  }
}

function isViewerPresent(view: CodeQuestionView): boolean {
  return view.isViewerPresent?.() ?? true;
}

function notApproved(view: CodeQuestionView | undefined): Error {
  const advice = view?.noViewerAdvice ? ` ${view.noViewerAdvice}` : "";
  return new Error(`The code was not run because no one is available to approve it.${advice}`);
}
