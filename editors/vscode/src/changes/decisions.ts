/** Carries out the user's decisions one after another, and asks the recorder's questions. Does not import `vscode`. */
import { messageOf } from "@tandem-ide/base";
import type { ChangeOutcome } from "@tandem-ide/changes";

export interface DecisionsView {
  /** Resolves to true if the user chooses `action`. */
  ask(question: string, action: string): Promise<boolean>;
  /** `undone` can be restored. */
  done(messages: readonly string[], undone: readonly string[]): void;
  /** Something was not done. */
  warn(message: string): void;
}

/** A decision: calls the recorder, and again with `confirmed` if it asks. */
export type Decision = (confirmed: boolean) => Promise<ChangeOutcome>;

type Answer = Exclude<ChangeOutcome, { kind: "question" }>;

export class Decisions {
  readonly #view: DecisionsView;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(view: DecisionsView) {
    this.#view = view;
  }

  /** `action` names what is done, for questions. `prepare` runs after earlier decisions, so that it sees their effect. */
  run(action: string, prepare: () => Promise<readonly Decision[]>): Promise<void> {
    const result = this.#queue.then(async () => {
      try {
        await this.#decide(action, await prepare());
      } catch (error) {
        this.#view.warn(messageOf(error));
      }
    });
    this.#queue = result;
    return result;
  }

  async #decide(action: string, decisions: readonly Decision[]): Promise<void> {
    const messages: string[] = [];
    const undone: string[] = [];
    try {
      for (const decision of decisions) {
        const outcome = await this.#askIfNeeded(action, decision);
        if (outcome?.kind === "done") {
          messages.push(outcome.message);
          if (outcome.undone !== undefined) undone.push(outcome.undone);
        } else if (outcome) this.#view.warn(outcome.message);
      }
    } finally {
      if (messages.length > 0) this.#view.done(messages, undone);
    }
  }

  /** Returns undefined if the user said no. */
  async #askIfNeeded(action: string, decision: Decision): Promise<Answer | undefined> {
    for (let outcome = await decision(false); ; outcome = await decision(true)) {
      if (outcome.kind !== "question") return outcome;
      if (!(await this.#view.ask(outcome.question, action))) return undefined;
    }
  }
}
