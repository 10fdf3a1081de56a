/**
 * Blocks calls while sharing is paused (PRV-01). All tools and workspace requests that return user data or act pass through it.
 */
import { InvalidInput } from "./errors.js";
import { sharingIsPaused } from "./privacy/privacy.js";

/** A call was refused, or interrupted by a pause. */
export class SharingPaused extends InvalidInput {
  override readonly name = "SharingPaused";

  constructor() {
    super(sharingIsPaused);
  }
}

/** A call that can be interrupted. */
export interface GatedCall {
  /** Ends the call. A finished result is replaced by the reason. */
  interrupt(reason: Error): void;
  /** Calls back when the response is sent. In a batch it waits for the others. */
  onSent(listener: () => void): void;
}

/** A running call. */
interface RunningCall {
  readonly call: GatedCall;
  wasPaused: boolean;
}

export class SharingGate {
  readonly #isPaused: () => boolean;
  readonly #running = new Set<RunningCall>();

  constructor(isPaused: () => boolean) {
    this.#isPaused = isPaused;
  }

  /** Runs a call unless sharing is paused. A pause during the call interrupts it and discards its result. */
  async pass<T>(call: GatedCall, run: () => Promise<T>): Promise<T> {
    if (this.#isPaused()) throw new SharingPaused();
    const running: RunningCall = { call, wasPaused: false };
    this.#running.add(running);
    try {
      const result = await run();
      if (running.wasPaused) throw new SharingPaused();
      return result;
    } catch (error) {
      throw running.wasPaused ? new SharingPaused() : error;
    } finally {
      // In a batch a finished result still waits for the others.
      call.onSent(() => this.#running.delete(running));
    }
  }

  /** Interrupts all running calls after a pause. */
  close(): void {
    for (const running of this.#running) {
      running.wasPaused = true;
      running.call.interrupt(new SharingPaused());
    }
  }
}
