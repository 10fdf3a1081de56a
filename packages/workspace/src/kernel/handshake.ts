/** How a kernel that has just been started, or put in the place of another, is brought to answer. */
import { type Clock, messageOf } from "@tandem/base";
import type { AnswerPart } from "./questions.js";
import { withResolvers } from "./turns.js";

/** How long a kernel may take to start. */
export const startPatienceMs = 60_000;
/**
 * A kernel that has not answered by then is asked anew, over a new socket: a server that is just replacing the process
 * connects a socket to where the old one was.
 */
const firstPatienceMs = 3_000;
const askAgainMs = 500;
/** One death at the start may be a port that somebody else took. */
const deathsAtStart = 2;

export interface HandshakeParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Opens a socket in place of the one before, to new channels. */
  readonly open: () => Promise<void>;
  /** Is it the promise of the socket that is in use? */
  readonly isCurrent: (opened: Promise<void>) => boolean;
  readonly ask: (answered: (part: AnswerPart) => void) => void;
  /** Has a kernel that answers go where the user's code runs. Asked again, it does that again. */
  readonly enter: (entered: () => void) => void;
  /** Does the server still have the kernel? */
  readonly exists: () => Promise<boolean>;
  readonly failure: (why: string) => Error;
}

export class Handshake {
  readonly #parts: HandshakeParts;
  readonly #end = withResolvers();
  #deaths = 0;
  #isOver = false;
  #callOffAsking = () => {};
  #callOffNext = () => {};

  constructor(parts: HandshakeParts) {
    this.#parts = parts;
    this.#end.promise.catch(() => {});
  }

  /** Resolves when the kernel has answered, and is where it should be. */
  async run(): Promise<void> {
    const { clock, signal } = this.#parts;
    const aborted = () => this.#end.reject(signal.reason);
    signal.addEventListener("abort", aborted, { once: true });
    const callOff = clock.after(startPatienceMs, () => this.#fail("it does not answer"));
    try {
      this.#attempt(firstPatienceMs);
      await this.#end.promise;
    } finally {
      this.#isOver = true;
      this.#callOffNext();
      this.#callOffAsking();
      callOff();
      signal.removeEventListener("abort", aborted);
    }
  }

  /** The server saw the process end; unless that is final, it has started another already. */
  died(isFinal: boolean): void {
    this.#deaths++;
    if (isFinal || this.#deaths >= deathsAtStart) this.#fail("it dies when it starts");
  }

  /** Nobody needs the kernel any more. */
  cancel(reason: Error): void {
    this.#end.reject(reason);
  }

  #fail(why: string): void {
    this.#end.reject(this.#parts.failure(why));
  }

  #attempt(patienceMs: number): void {
    const { clock, open, isCurrent, exists } = this.#parts;
    this.#callOffAsking();
    const opened = open();
    opened.then(
      () => {
        if (!this.#isOver && isCurrent(opened)) this.#ask();
      },
      async (error: unknown) => {
        if (!isCurrent(opened)) return;
        // Refused, because the server has given the kernel up meanwhile?
        const isThere = await exists().catch(() => true);
        this.#fail(isThere ? messageOf(error) : "it dies when it starts");
      },
    );
    this.#callOffNext = clock.after(patienceMs, async () => {
      // The server may have given the kernel up without ever having let us in.
      if (!(await exists().catch(() => true))) this.#fail("it dies when it starts");
      else if (!this.#isOver) this.#attempt(patienceMs * 2);
    });
  }

  /** Both ways have to be open: a server may let us in before it hears what the kernel publishes. */
  #ask(): void {
    const parts = new Set<AnswerPart>();
    this.#parts.ask((part) => {
      if (parts.add(part).size === 2) this.#parts.enter(() => this.#end.resolve());
    });
    this.#callOffAsking = this.#parts.clock.after(askAgainMs, () => this.#ask());
  }
}
