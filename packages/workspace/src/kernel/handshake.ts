/** Waits until a kernel that was started or replaced answers. */
import { type Clock, messageOf } from "@tandem-ide/base";
import type { AnswerPart } from "./questions.js";
import { withResolvers } from "./turns.js";

/** The time a kernel has to start. */
export const startTimeoutMs = 60_000;
/**
 * After this time another socket is opened, because a server that is replacing the kernel's process may have connected the
 * first one to the old process.
 */
const firstAttemptMs = 3_000;
const askAgainMs = 500;
/** A kernel may die once at startup, for example because another program took its port. */
const maxDeaths = 2;

export interface HandshakeParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Opens a new socket to new channels, in place of the previous one. */
  readonly open: () => Promise<void>;
  /** Returns whether the promise belongs to the socket in use. */
  readonly isCurrent: (opened: Promise<void>) => boolean;
  readonly ask: (answered: (part: AnswerPart) => void) => void;
  /** Makes a kernel enter the user's folder. Can be repeated. */
  readonly enter: (entered: () => void) => void;
  /** Returns whether the server still has the kernel. */
  readonly exists: () => Promise<boolean>;
  readonly failure: (why: string) => Error;
}

export class Handshake {
  readonly #parts: HandshakeParts;
  readonly #end = withResolvers();
  #deaths = 0;
  #isOver = false;
  #cancelAsking = () => {};
  #cancelNext = () => {};

  constructor(parts: HandshakeParts) {
    this.#parts = parts;
    this.#end.promise.catch(() => {});
  }

  /** Resolves when the kernel has answered and entered the user's folder. */
  async run(): Promise<void> {
    const { clock, signal } = this.#parts;
    const aborted = () => this.#end.reject(signal.reason);
    signal.addEventListener("abort", aborted, { once: true });
    const cancelTimeout = clock.after(startTimeoutMs, () => this.#fail("it doesn't respond"));
    try {
      this.#attempt(firstAttemptMs);
      await this.#end.promise;
    } finally {
      this.#isOver = true;
      this.#cancelNext();
      this.#cancelAsking();
      cancelTimeout();
      signal.removeEventListener("abort", aborted);
    }
  }

  /** Handles the end of the process. Unless it is final, the server has started another one already. */
  died(isFinal: boolean): void {
    this.#deaths++;
    if (isFinal || this.#deaths >= maxDeaths) this.#fail("it exits as soon as it starts");
  }

  cancel(reason: Error): void {
    this.#end.reject(reason);
  }

  #fail(why: string): void {
    this.#end.reject(this.#parts.failure(why));
  }

  #attempt(timeoutMs: number): void {
    const { clock, open, isCurrent, exists } = this.#parts;
    this.#cancelAsking();
    const opened = open();
    opened.then(
      () => {
        if (!this.#isOver && isCurrent(opened)) this.#ask();
      },
      async (error: unknown) => {
        if (!isCurrent(opened)) return;
        // The server may have given up the kernel in the meantime.
        const isThere = await exists().catch(() => true);
        this.#fail(isThere ? messageOf(error) : "it exits as soon as it starts");
      },
    );
    this.#cancelNext = clock.after(timeoutMs, async () => {
      // The server may have given up the kernel without ever accepting the socket.
      if (!(await exists().catch(() => true))) this.#fail("it exits as soon as it starts");
      else if (!this.#isOver) this.#attempt(timeoutMs * 2);
    });
  }

  /** Waits for both parts: a server may accept the socket before it receives the kernel's published messages. */
  #ask(): void {
    const parts = new Set<AnswerPart>();
    this.#parts.ask((part) => {
      if (parts.add(part).size === 2) this.#parts.enter(() => this.#end.resolve());
    });
    this.#cancelAsking = this.#parts.clock.after(askAgainMs, () => this.#ask());
  }
}
