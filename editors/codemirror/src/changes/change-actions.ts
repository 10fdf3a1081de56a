/** Keeps, undoes and restores changes, and asks and informs the user. */
import { messageOf } from "@tandem-ide/base";
import type { ChangeOutcome, ChangeTarget } from "@tandem-ide/changes/model";
import type { ShownChanges } from "@tandem-ide/changes/remote";

/**
 * How an application asks and informs its user.
 *
 * @example
 * const prompts: ChangePrompts = { ask: async (question) => confirm(question), tell: (message) => showToast(message) };
 */
export interface ChangePrompts {
  /** Asks before an undo that affects the user's own text. Returns true for yes. */
  ask(question: string): Promise<boolean>;
  /** Shows a short message. `restore` brings back what was undone; offer it with the message. */
  tell(message: string, restore?: () => void): void;
}

/** The actions that all views of changes share. The views update on `changes.onChanged`. */
export class ChangeActions {
  readonly #changes: ShownChanges;
  readonly #prompts: ChangePrompts;

  constructor(changes: ShownChanges, prompts: ChangePrompts) {
    this.#changes = changes;
    this.#prompts = prompts;
  }

  keep(target: ChangeTarget): Promise<ChangeOutcome> {
    return this.#run(() => this.#changes.keep(target));
  }

  undo(target: ChangeTarget): Promise<ChangeOutcome> {
    return this.#run((isConfirmed) => this.#changes.undo(target, isConfirmed));
  }

  restore(undone: string): Promise<ChangeOutcome> {
    return this.#run((isConfirmed) => this.#changes.restore(undone, isConfirmed));
  }

  startOver(): Promise<ChangeOutcome> {
    return this.#run(() => this.#changes.startOver());
  }

  async #run(run: (isConfirmed: boolean) => Promise<ChangeOutcome>): Promise<ChangeOutcome> {
    const first = await attempt(() => run(false));
    if (first.kind === "question" && !(await this.#prompts.ask(first.question))) return first;
    const outcome = first.kind === "question" ? await attempt(() => run(true)) : first;
    if (outcome.kind === "question") return outcome;
    const undone = outcome.kind === "done" ? outcome.undone : undefined;
    this.#prompts.tell(outcome.message, undone === undefined ? undefined : () => void this.restore(undone));
    return outcome;
  }
}

/** If the recorder fails, for example because the editor doesn't respond, its message becomes a refusal. */
async function attempt(run: () => Promise<ChangeOutcome>): Promise<ChangeOutcome> {
  try {
    return await run();
  } catch (error) {
    return { kind: "refused", message: messageOf(error) };
  }
}
