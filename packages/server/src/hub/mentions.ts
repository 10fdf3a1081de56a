/** Mentions: what the user points at, delivered in order, kept while nobody listens (NOT-02). */
import { isAbsolute } from "node:path";
import type { Logger } from "@tandem/base";
import type { Mention, MentionOutcome } from "./editor.js";
import type { Privacy } from "./privacy/privacy.js";

/** A user does not point at more than this before a client comes; past it the oldest go. */
const maxQueued = 100;

/** A client that may listen. */
export interface MentionTarget {
  readonly client: { readonly id: string };
  readonly isListening: boolean;
  mention(mention: Mention): void;
}

/** Why this is no mention, or undefined. Adapters speak with editors in other languages, so it may be anything. */
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

  /** How many wait for a client. */
  get queued(): number {
    return this.#queue.length;
  }

  add(mention: Mention): MentionOutcome {
    const problem = problemOf(mention);
    if (problem !== undefined) return { status: "refused", reason: problem };
    const withheld = this.#privacy.verdict(mention.path);
    if (withheld) {
      this.#log.info("Mention not sent", { reason: withheld.message });
      return { status: "withheld", reason: withheld.message };
    }
    if (mention.clientId !== undefined && ![...this.#targets()].some(({ client }) => client.id === mention.clientId))
      return { status: "refused", reason: "That client is no longer connected" };
    const clients = this.#deliver(mention);
    if (clients > 0) return { status: "sent", clients };
    this.#queue.push(mention);
    if (this.#queue.length > maxQueued) {
      this.#queue.shift();
      this.#log.warn("Too many mentions wait for a client: the oldest was dropped", { maxQueued });
    }
    return { status: "queued" };
  }

  /** A client has begun to listen: what waits is delivered, in order. */
  flush(): void {
    if (this.#privacy.isPaused) return; // They wait for the end of the pause.
    for (const mention of this.#queue.splice(0)) {
      // Judged again: the user may have withheld the file in the meantime.
      if (this.#privacy.verdict(mention.path)) this.#log.info("Mention not sent: withheld since");
      else if (this.#deliver(mention) === 0) this.#queue.push(mention);
    }
  }

  /** A client has gone: what only that one was to hear nobody ever will, and it must not be shown as waiting. */
  forget(clientId: string): void {
    this.#queue = this.#queue.filter((mention) => mention.clientId !== clientId);
  }

  #deliver(mention: Mention): number {
    let clients = 0;
    for (const target of this.#targets()) {
      if (!target.isListening || (mention.clientId !== undefined && mention.clientId !== target.client.id)) continue;
      target.mention(mention);
      clients++;
    }
    if (clients > 0) this.#log.debug("Sent at-mention", { clients });
    return clients;
  }
}
