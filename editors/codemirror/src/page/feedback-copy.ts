/** Copies what the user wrote about a review, for the agent's prompt. */
import type { Notices } from "./notices.js";
import { shownMs } from "./page-prompts.js";

export class FeedbackCopy {
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** Copies the message. If the client withdrew the review, the user didn't act just now, so they are asked first. */
  offer(message: string, isWithdrawn: boolean): void {
    if (isWithdrawn) this.#ask("The agent withdrew an edit that you had commented on.", message);
    else void this.#copy(message);
  }

  #ask(text: string, message: string): void {
    this.#notices.show("feedback", { text, action: { label: "Copy comments", run: () => void this.#copy(message) } });
  }

  async #copy(message: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(message);
      this.#notices.show("feedback", {
        text: "Copied your comments. Paste them into the agent's prompt.",
        ms: shownMs,
      });
    } catch {
      // The page may not have the focus, or not the permission.
      this.#ask("Your comments could not be copied.", message);
    }
  }
}
