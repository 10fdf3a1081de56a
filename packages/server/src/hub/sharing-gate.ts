/**
 * The gate that pausing closes (PRV-01). While sharing is paused nothing of the user's is told and nothing starts. Every tool
 * and workspace request that tells or does something passes through here, so the rule holds for every editor alike.
 */
import { InvalidInput } from "./errors.js";
import { sharingIsPaused } from "./privacy/privacy.js";

/** Why a call was refused, or ended when the user paused in the middle of it. */
export class SharingPaused extends InvalidInput {
  override readonly name = "SharingPaused";

  constructor() {
    super(sharingIsPaused);
  }
}

/** What the gate needs of a call. */
export interface GatedCall {
  /** Ends the call although the client still waits. An answer that is there already is replaced by the reason. */
  interrupt(reason: Error): void;
  /** Calls back when the answer is sent: in a batch it waits for others. */
  onSent(listener: () => void): void;
}

/** A call on its way. */
interface Passage {
  readonly call: GatedCall;
  wasPaused: boolean;
}

export class SharingGate {
  readonly #isPaused: () => boolean;
  readonly #passing = new Set<Passage>();

  constructor(isPaused: () => boolean) {
    this.#isPaused = isPaused;
  }

  /** Runs a call unless sharing is paused. A pause in the meantime interrupts it, and what it found is not told. */
  async pass<T>(call: GatedCall, run: () => Promise<T>): Promise<T> {
    if (this.#isPaused()) throw new SharingPaused();
    const passage: Passage = { call, wasPaused: false };
    this.#passing.add(passage);
    try {
      const result = await run();
      if (passage.wasPaused) throw new SharingPaused();
      return result;
    } catch (error) {
      throw passage.wasPaused ? new SharingPaused() : error;
    } finally {
      // In a batch an answer that is there still waits for others.
      call.onSent(() => this.#passing.delete(passage));
    }
  }

  /** The user has paused: ends what is on its way. */
  close(): void {
    for (const passage of this.#passing) {
      passage.wasPaused = true;
      passage.call.interrupt(new SharingPaused());
    }
  }
}
