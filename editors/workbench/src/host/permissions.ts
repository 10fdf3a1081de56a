/** Asks the user whether code may run: in every window, and wherever else somebody can answer. */
import { randomUUID } from "node:crypto";
import type { AllowedFolders } from "./code-runner.js";

/** `always`: from now on all code in this workspace. */
export type CodeAnswer = "once" | "always" | "never";

/** Code that a client wants to run; `run` names it for the answer. */
export interface CodeQuestion {
  readonly run: string;
  readonly code: string;
}

/** `withdrawn`: the client took it back, or has gone; `nobody`: whoever could answer has gone. */
export type CodeQuestionOutcome = "allowed" | "refused" | "withdrawn" | "nobody";

/**
 * How code is allowed beside the windows.
 *
 * @example
 * await createWorkbench({ folders, codeRunner, code: { canAnswer: () => process.stdin.isTTY, asked: ({ code }) => print(code) } });
 */
export interface CodePermissionOptions {
  /** Remembers what is allowed for longer than this workbench runs. */
  readonly allowedFolders?: AllowedFolders;
  /** Somebody can answer without a window, a person at a prompt say. */
  readonly canAnswer?: () => boolean;
  readonly asked?: (question: CodeQuestion) => void;
  readonly answered?: (question: CodeQuestion, outcome: CodeQuestionOutcome) => void;
}

export interface PermissionsOptions extends CodePermissionOptions {
  readonly folders: () => readonly string[];
  readonly isAnybodyThere: () => boolean;
  /** What waits, or what is allowed, has changed. */
  readonly changed: () => void;
}

interface Waiting {
  readonly question: CodeQuestion;
  readonly end: (outcome: CodeQuestionOutcome) => void;
}

const nobody =
  "This code was not run, because nobody is there to allow it. Ask the user to open Tandem's page (by typing page where tandem runs), and try again.";

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
    if (!this.#isAnybodyThere) throw new Error(nobody);
    const { asked, answered, changed } = this.#options;
    const question = { run: randomUUID(), code };
    let withdraw = () => {};
    let outcome: CodeQuestionOutcome;
    try {
      outcome = await new Promise<CodeQuestionOutcome>((end) => {
        withdraw = () => end("withdrawn");
        signal.addEventListener("abort", withdraw, { once: true });
        this.#waiting.set(question.run, { question, end });
        changed();
        asked?.(question);
      });
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(question.run);
      changed();
    }
    answered?.(question, outcome);
    if (outcome === "nobody") throw new Error(nobody);
    if (outcome === "refused") throw new Error("The user does not want this code to run");
    signal.throwIfAborted();
  }

  /** The user's word. What was answered already stays answered. */
  answer(run: string, answer: CodeAnswer): void {
    const asked = this.#waiting.get(run);
    if (!asked) return;
    const also = answer === "always" ? [...this.#waiting.values()] : [asked];
    for (const { question, end } of also) {
      // At once: a second answer in the same breath is for nothing that waits.
      this.#waiting.delete(question.run);
      end(answer === "never" ? "refused" : "allowed");
    }
    if (answer === "always") this.#allowAll();
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
      changed();
    }
  }

  /** The last window was closed: what nobody can answer is refused. */
  nobodyIsThere(): void {
    if (this.#isAnybodyThere) return;
    for (const { end } of this.#waiting.values()) end("nobody");
  }

  get #isAnybodyThere(): boolean {
    const { isAnybodyThere, canAnswer } = this.#options;
    return isAnybodyThere() || (canAnswer?.() ?? false);
  }

  #allowAll(): void {
    const { allowedFolders, folders, changed } = this.#options;
    try {
      allowedFolders?.set(folders(), true);
    } finally {
      for (const folder of folders()) this.#takenBack.delete(folder);
      // Where it cannot be remembered it counts for as long as this runs.
      for (const folder of folders()) if (!allowedFolders?.has(folder)) this.#allowed.add(folder);
      changed();
    }
  }
}
