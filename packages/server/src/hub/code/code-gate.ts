/** Asks the user before code runs. How the question is shown, and where it is answered, is the editor's part. */
import { randomUUID } from "node:crypto";

/** `always`: from now on all code in this workspace. */
export type CodeAnswer = "once" | "always" | "never";

/** Code that a client wants to run; `run` names it for the answer. */
export interface CodeQuestion {
  readonly run: string;
  readonly code: string;
}

/** `withdrawn`: the client took it back, or has gone; `nobody`: whoever could answer has gone. */
export type CodeQuestionOutcome = "allowed" | "refused" | "withdrawn" | "nobody";

/** For a user whose answer came too late. */
export const codeIsOver =
  "This code was not run for your answer: it was answered already, or Claude Code took it back.";

/** How an editor shows questions about code. Each is answered with `endpoint.code.answer(question.run, …)`. */
export interface CodeQuestionView {
  /** Show it. What cannot be shown cannot be allowed: when this throws or rejects, the code does not run. */
  asked(question: CodeQuestion): void | PromiseLike<void>;
  /** It is answered, or nobody wants to know any more. */
  answered?(question: CodeQuestion, outcome: CodeQuestionOutcome): void;
  /** Somebody can see a question and answer it. Default: true. */
  isAnybodyThere?(): boolean;
  /** For the client whose code was refused because nobody is there: a sentence with what its user can do about that. */
  readonly nobodyAdvice?: string;
}

/** Remembers for which folders the user has allowed all code. */
export interface AllowedFolders {
  has(folder: string): boolean;
  /** Throws a message for people when it cannot be remembered. */
  set(folders: readonly string[], isAllowed: boolean): void;
}

export interface CodeGateOptions {
  readonly folders: () => readonly string[];
  /** The editor's; code does not run in an editor that has none. */
  readonly view: () => CodeQuestionView | undefined;
  /** Remembers what is allowed for longer than this editor runs. */
  readonly allowedFolders?: AllowedFolders | undefined;
  /** What waits, or what is allowed, has changed. */
  readonly changed?: () => void;
}

interface Waiting {
  readonly question: CodeQuestion;
  readonly end: (outcome: CodeQuestionOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** The questions that wait for the user, and what they have allowed. */
export class CodeGate {
  readonly #options: CodeGateOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Where nothing else remembers it. */
  readonly #allowed = new Set<string>();
  /** Where it is still remembered, because the disk would not forget it, and does not count any more. */
  readonly #takenBack = new Set<string>();

  constructor(options: CodeGateOptions) {
    this.#options = options;
  }

  /** What waits for an answer, oldest first. */
  get waiting(): readonly CodeQuestion[] {
    return [...this.#waiting.values()].map(({ question }) => question);
  }

  /** The user allowed all code in every folder of this workspace. */
  get isAllowed(): boolean {
    const { allowedFolders, folders } = this.#options;
    const all = folders();
    const isRemembered = (folder: string) => !this.#takenBack.has(folder) && allowedFolders?.has(folder);
    return all.length > 0 && all.every((folder) => this.#allowed.has(folder) || isRemembered(folder));
  }

  /** Resolves when the user allows it; rejects with a message when they do not, or when `signal` aborts. */
  async pass(code: string, signal: AbortSignal): Promise<void> {
    if (this.isAllowed) return;
    signal.throwIfAborted();
    const { changed } = this.#options;
    const view = this.#options.view();
    if (!view || !isAnybodyThere(view)) throw nobodyThere(view);
    const question = { run: randomUUID(), code };
    let withdraw = () => {};
    let outcome: CodeQuestionOutcome;
    try {
      outcome = await new Promise<CodeQuestionOutcome>((end, fail) => {
        withdraw = () => end("withdrawn");
        signal.addEventListener("abort", withdraw, { once: true });
        this.#waiting.set(question.run, { question, end, fail });
        changed?.();
        Promise.resolve(view.asked(question)).catch(fail);
      });
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(question.run);
      changed?.();
    }
    view.answered?.(question, outcome);
    if (outcome === "nobody") throw nobodyThere(view);
    if (outcome === "refused") throw new Error("The user does not want this code to run");
    signal.throwIfAborted();
  }

  /**
   * The user's word about the code that they saw. False when that waits no longer, because it was answered or taken back:
   * then nothing is done, and the user is to be told.
   */
  answer(run: string, answer: CodeAnswer): boolean {
    const asked = this.#waiting.get(run);
    if (!asked) return false;
    const also = answer === "always" ? [...this.#waiting.values()] : [asked];
    for (const { question, end } of also) {
      // At once: a second answer in the same breath is for nothing that waits.
      this.#waiting.delete(question.run);
      end(answer === "never" ? "refused" : "allowed");
    }
    if (answer === "always") this.#allowAll();
    return true;
  }

  /** From now on the user is asked again. */
  askAgain(): void {
    const { allowedFolders, folders, changed } = this.#options;
    this.#allowed.clear();
    try {
      allowedFolders?.set(folders(), false);
    } finally {
      // Where it cannot be taken back it does not count for as long as this runs.
      for (const folder of folders()) if (allowedFolders?.has(folder)) this.#takenBack.add(folder);
      changed?.();
    }
  }

  /** Somebody has gone. If it was the last one, what waits is refused. */
  nobodyIsThere(): void {
    const view = this.#options.view();
    if (view && isAnybodyThere(view)) return;
    for (const { end } of this.#waiting.values()) end("nobody");
  }

  #allowAll(): void {
    const { allowedFolders, folders, changed } = this.#options;
    try {
      allowedFolders?.set(folders(), true);
    } finally {
      for (const folder of folders()) this.#takenBack.delete(folder);
      // Where it cannot be remembered it counts for as long as this runs.
      for (const folder of folders()) if (!allowedFolders?.has(folder)) this.#allowed.add(folder);
      changed?.();
    }
  }
}

function isAnybodyThere(view: CodeQuestionView): boolean {
  return view.isAnybodyThere?.() ?? true;
}

function nobodyThere(view: CodeQuestionView | undefined): Error {
  const advice = view?.nobodyAdvice ? ` ${view.nobodyAdvice}` : "";
  return new Error(`This code was not run, because nobody is there to allow it.${advice}`);
}
