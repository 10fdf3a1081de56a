/** Says how each review ended, and copies what the user wrote for the agent. */
import { describeRecord, feedbackPrompt, type ReviewRecord } from "@tandem-ide/base/review";

export interface EndedNoticesOptions {
  /** The name to show for a file. */
  readonly nameOf: (path: string) => string;
  /** Shows a short message. */
  readonly tell: (message: string) => void;
  /** Shows a message with a button, and returns a function that hides it. */
  readonly notify: (message: string, label: string, run: () => void) => () => void;
  readonly copy: (text: string) => Promise<void>;
  readonly showAll: () => void;
}

export class EndedNotices {
  readonly #options: EndedNoticesOptions;
  /** The accepted files that the last message says have not been written. */
  #unwritten = 0;
  #hideUnwritten = () => {};

  constructor(options: EndedNoticesOptions) {
    this.#options = options;
  }

  /** A review has ended just now. */
  decided({ path, outcome, feedback }: ReviewRecord): void {
    const message = feedback && feedbackPrompt(path, outcome, feedback);
    if (message === undefined) return;
    if (outcome === "withdrawn") this.#offer("Claude withdrew a proposal that you had commented on.", message);
    else void this.#copy(message);
  }

  /** It is known whether the client wrote the file. */
  settled(record: ReviewRecord): void {
    // That wasn't a decision of the user's here.
    if (record.outcome === "withdrawn") return;
    const { nameOf, tell, notify, showAll } = this.#options;
    const message = describeRecord(record, nameOf(record.path));
    if (record.isWritten !== false) {
      tell(message);
      return;
    }
    // The user doesn't expect this, so it stays. Several are one message.
    this.#hideUnwritten();
    const count = ++this.#unwritten;
    const merged = `${count} files that you accepted have not been written.`;
    const hide = notify(count === 1 ? message : merged, "Past decisions", () => {
      this.#unwritten = 0;
      showAll();
    });
    this.#hideUnwritten = hide;
  }

  async #copy(message: string): Promise<void> {
    const { copy, tell } = this.#options;
    try {
      await copy(message);
      tell("Copied your comments. Paste them into Claude's prompt.");
    } catch {
      this.#offer("Your comments could not be copied.", message);
    }
  }

  #offer(text: string, message: string): void {
    this.#options.notify(text, "Copy comments", () => void this.#copy(message));
  }
}
