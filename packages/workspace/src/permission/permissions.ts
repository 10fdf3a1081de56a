/** Asks the user whether code may run. How the question is shown, and where it is answered, is the editor's part. */
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

/** Remembers for which folders the user has allowed all code; {@link AllowedCode} is one. */
export interface AllowedFolders {
  has(folder: string): boolean;
  /** Throws words for people when it cannot be remembered. */
  set(folders: readonly string[], isAllowed: boolean): void;
}

/** Options of {@link Permissions}. */
export interface PermissionsOptions {
  /** The folders of the workspace now. */
  readonly folders: () => readonly string[];
  /** Somebody can see a question and answer it. */
  readonly isAnybodyThere: () => boolean;
  /** For the client whose code was refused because nobody is there: a sentence with what its user can do about that. */
  readonly nobodyAdvice: string;
  /** Remembers what is allowed for longer than this editor runs. */
  readonly allowedFolders?: AllowedFolders;
  readonly asked?: (question: CodeQuestion) => void;
  readonly answered?: (question: CodeQuestion, outcome: CodeQuestionOutcome) => void;
  /** What waits, or what is allowed, has changed. */
  readonly changed?: () => void;
}

interface Waiting {
  readonly question: CodeQuestion;
  readonly end: (outcome: CodeQuestionOutcome) => void;
}

/**
 * The questions that wait for the user, and what they have allowed.
 *
 * @example
 * const permissions = new Permissions({
 *   folders: () => editor.workspaceFolders,
 *   isAnybodyThere: () => true,
 *   nobodyAdvice: "Ask the user to look at the editor, and try again.",
 *   allowedFolders: new AllowedCode(process.env),
 *   asked: ({ run, code }) => myEditor.showQuestion(run, code, (answer) => permissions.answer(run, answer)),
 *   answered: ({ run }) => myEditor.closeQuestion(run),
 * });
 * editor.runCode = async (code, signal) => {
 *   await permissions.ask(code, signal);
 *   return await kernels.run(code, signal);
 * };
 */
export class Permissions {
  readonly #options: PermissionsOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Where nothing else remembers it. */
  readonly #allowed = new Set<string>();
  /** Where it is still remembered, because the disk would not forget it, and does not count any more. */
  readonly #takenBack = new Set<string>();

  constructor(options: PermissionsOptions) {
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

  /** Resolves when the user allows it; rejects with words when they do not, or when `signal` aborts. */
  async ask(code: string, signal: AbortSignal): Promise<void> {
    if (this.isAllowed) return;
    signal.throwIfAborted();
    if (!this.#options.isAnybodyThere()) throw this.#nobody();
    const { asked, answered, changed } = this.#options;
    const question = { run: randomUUID(), code };
    let withdraw = () => {};
    let outcome: CodeQuestionOutcome;
    try {
      outcome = await new Promise<CodeQuestionOutcome>((end) => {
        withdraw = () => end("withdrawn");
        signal.addEventListener("abort", withdraw, { once: true });
        this.#waiting.set(question.run, { question, end });
        changed?.();
        asked?.(question);
      });
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(question.run);
      changed?.();
    }
    answered?.(question, outcome);
    if (outcome === "nobody") throw this.#nobody();
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
    if (this.#options.isAnybodyThere()) return;
    for (const { end } of this.#waiting.values()) end("nobody");
  }

  #nobody(): Error {
    return new Error(`This code was not run, because nobody is there to allow it. ${this.#options.nobodyAdvice}`);
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
