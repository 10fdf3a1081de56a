/** Asks the user, in the page, whether code may run. */
import { randomUUID } from "node:crypto";

type Answer = "once" | "always" | "never";

export class Permissions {
  readonly #waiting = new Map<string, { code: string; answer: (answer: Answer) => void }>();
  readonly #changed: () => void;
  /** The user said so for as long as this workbench runs. */
  #isAllowed = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What waits for an answer, oldest first. */
  get waiting(): readonly { readonly run: string; readonly code: string }[] {
    return [...this.#waiting].map(([run, { code }]) => ({ run, code }));
  }

  /** Resolves when the user allows it; rejects with words when they do not, or when `signal` aborts. */
  async ask(code: string, signal: AbortSignal): Promise<void> {
    if (this.#isAllowed) return;
    signal.throwIfAborted();
    const run = randomUUID();
    let stop = () => {};
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        stop = () => reject(signal.reason);
        signal.addEventListener("abort", stop, { once: true });
        this.#waiting.set(run, { code, answer: resolve });
        this.#changed();
      });
      if (answer === "never") throw new Error("The user does not want this code to run");
      this.#isAllowed ||= answer === "always";
    } finally {
      signal.removeEventListener("abort", stop);
      this.#waiting.delete(run);
      this.#changed();
    }
  }

  answer(run: string, answer: Answer): void {
    this.#waiting.get(run)?.answer(answer);
    if (answer === "always") for (const { answer: allow } of this.#waiting.values()) allow("always");
  }
}
