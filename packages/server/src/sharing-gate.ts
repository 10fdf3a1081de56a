/**
 * The gate that pausing closes (PRV-01). While sharing is paused nothing of the user's is told and nothing starts. Every tool
 * and workspace request that tells or does something passes through here, so the rule holds for every editor alike.
 */
import { errorCodes, RpcError } from "@tandem/protocol";
import type { RequestContext } from "./peer.js";
import { sharingIsPaused } from "./privacy.js";

/** Why a call was refused, or ended when the user paused in the middle of it. */
export class SharingPaused extends RpcError {
  constructor() {
    super(errorCodes.invalidParams, sharingIsPaused);
  }
}

/** A call on its way. */
interface Passage {
  readonly request: RequestContext;
  wasPaused: boolean;
}

export class SharingGate {
  readonly #isPaused: () => boolean;
  readonly #passing = new Set<Passage>();

  constructor(isPaused: () => boolean) {
    this.#isPaused = isPaused;
  }

  /** Runs a call unless sharing is paused. A pause in the meantime aborts its signal, and what it found is not told. */
  async pass<T>(request: RequestContext, run: () => Promise<T>): Promise<T> {
    if (this.#isPaused()) throw new SharingPaused();
    const passage: Passage = { request, wasPaused: false };
    this.#passing.add(passage);
    try {
      const result = await run();
      if (passage.wasPaused) throw new SharingPaused();
      return result;
    } catch (error) {
      throw passage.wasPaused ? new SharingPaused() : error;
    } finally {
      // In a batch an answer that is there still waits for others.
      request.onSent(() => this.#passing.delete(passage));
    }
  }

  /** The user has paused: ends what is on its way. */
  close(): void {
    for (const passage of this.#passing) {
      passage.wasPaused = true;
      passage.request.interrupt(new SharingPaused());
    }
  }
}
