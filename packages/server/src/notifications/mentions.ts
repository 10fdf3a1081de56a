/** Mentions: what the user points at, delivered in order, kept while nobody listens (NOT-02). */
import { isAbsolute } from "node:path";
import type { AtMentioned } from "@tandem/protocol";
import type { Mention, MentionOutcome } from "../editor.js";
import type { Logger } from "../log.js";
import type { Privacy } from "../privacy.js";

/** A user does not point at more than this before a client comes; past it the oldest go. */
const maxQueued = 100;

/** A client that may listen. */
export interface MentionTarget {
  readonly id: string;
  readonly isListening: boolean;
  mention(params: AtMentioned): void;
}

function toParams({ path, lines }: Mention): AtMentioned {
  // Members that do not apply are left out: a null would lose the whole message (docs/protocol.md, section 4).
  return lines ? { filePath: path, lineStart: lines.start, lineEnd: lines.end } : { filePath: path };
}

function check({ path, lines }: Mention): void {
  if (!isAbsolute(path)) throw new TypeError(`A mention needs an absolute path, not ${JSON.stringify(path)}`);
  if (!lines) return;
  const { start, end } = lines;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end < start)
    throw new TypeError(`A mention needs lines from 0 with start <= end, not ${start} to ${end}`);
}

export class Mentions {
  readonly #targets: () => Iterable<MentionTarget>;
  readonly #privacy: Privacy;
  readonly #log: Logger;
  readonly #queue: Mention[] = [];

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
    check(mention);
    const reason = this.#privacy.verdict(mention.path);
    if (reason !== undefined) {
      this.#log.info("Mention not sent", { reason });
      return { status: "withheld", reason };
    }
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
    for (const mention of this.#queue.splice(0)) {
      // Judged again: the user may have withheld the file or paused in the meantime.
      if (this.#privacy.verdict(mention.path) !== undefined) this.#log.info("Mention not sent: withheld since");
      else if (this.#deliver(mention) === 0) this.#queue.push(mention);
    }
  }

  #deliver(mention: Mention): number {
    let clients = 0;
    for (const target of this.#targets()) {
      if (!target.isListening || (mention.clientId !== undefined && mention.clientId !== target.id)) continue;
      target.mention(toParams(mention));
      clients++;
    }
    if (clients > 0) this.#log.debug("Sent at-mention", { clients });
    return clients;
  }
}
