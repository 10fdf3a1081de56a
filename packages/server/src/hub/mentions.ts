/** Delivers mentions in order, and queues them while no client is listening (NOT-02). */
import { isAbsolute } from "node:path";
import type { Logger } from "@tandem-ide/base";
import type { Mention, MentionOutcome } from "./editor.js";
import type { Privacy } from "./privacy/privacy.js";

/** Maximum queue length. The oldest are dropped first. */
const maxQueued = 100;

/** A connected client. */
export interface MentionTarget {
  readonly client: { readonly id: string; readonly name: string };
  readonly isListening: boolean;
  /** Missing if this agent's protocol has no mentions. */
  mention?(mention: Mention): void;
}

/** Validates a mention, because adapters may pass on anything. Returns what is wrong, or undefined. */
function problemOf(mention: Mention | null | undefined): string | undefined {
  const { path, lines } = { ...mention };
  if (typeof path !== "string" || !isAbsolute(path))
    return `A mention needs an absolute path, not ${JSON.stringify(path)}`;
  if (!lines) return undefined;
  const { start, end } = lines;
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start
    ? undefined
    : `A mention needs lines from 0 with start <= end, not ${start} to ${end}`;
}

export class Mentions {
  readonly #targets: () => Iterable<MentionTarget>;
  readonly #privacy: Privacy;
  readonly #log: Logger;
  #queue: Mention[] = [];

  constructor(targets: () => Iterable<MentionTarget>, privacy: Privacy, log: Logger) {
    this.#targets = targets;
    this.#privacy = privacy;
    this.#log = log;
  }

  /** Number of queued mentions. */
  get queued(): number {
    return this.#queue.length;
  }

  add(mention: Mention): MentionOutcome {
    const problem = problemOf(mention);
    if (problem !== undefined) return { status: "refused", reason: problem };
    const hidden = this.#privacy.check(mention.path);
    if (hidden) {
      this.#log.info("Mention not sent", { reason: hidden.message });
      return { status: "hidden", reason: hidden.message };
    }
    const targets = [...this.#targets()].filter(
      ({ client }) => mention.clientId === undefined || client.id === mention.clientId,
    );
    const [target] = targets;
    if (mention.clientId !== undefined && !target)
      return { status: "refused", reason: "That client is no longer connected" };
    if (target && targets.every((each) => !each.mention))
      return {
        status: "refused",
        reason: `${target.client.name} doesn't support mentions. Type @ and the path in its prompt`,
      };
    const clients = this.#deliver(mention);
    if (clients > 0) return { status: "sent", clients };
    this.#queue.push(mention);
    if (this.#queue.length > maxQueued) {
      this.#queue.shift();
      this.#log.warn("Dropped the oldest mention, because too many are waiting for a client", { maxQueued });
    }
    return { status: "queued" };
  }

  /** Delivers queued mentions in order. Call it when a client starts listening. */
  flush(): void {
    if (this.#privacy.isPaused) return; // They stay queued until sharing resumes.
    for (const mention of this.#queue.splice(0)) {
      // Check again, because the user may have hidden the file.
      if (this.#privacy.check(mention.path)) this.#log.info("Mention not sent: the file is now hidden");
      else if (this.#deliver(mention) === 0) this.#queue.push(mention);
    }
  }

  /** Drops the mentions for a disconnected client. */
  forget(clientId: string): void {
    this.#queue = this.#queue.filter((mention) => mention.clientId !== clientId);
  }

  #deliver(mention: Mention): number {
    let clients = 0;
    for (const target of this.#targets()) {
      if (!target.mention || !target.isListening) continue;
      if (mention.clientId !== undefined && mention.clientId !== target.client.id) continue;
      target.mention(mention);
      clients++;
    }
    if (clients > 0) this.#log.debug("Sent at-mention", { clients });
    return clients;
  }
}
