/** Batches of messages (MCP-05). Their answers go out together, so they are bounded together. */
import { errorCodes, type RequestId, RpcError } from "@tandem/protocol";
import { type Answer, errorAnswer, invalid } from "./answers.js";

export interface PeerLimits {
  readonly maxUnsentBytes: number;
  readonly maxPendingBytes: number;
  readonly maxPendingRequests: number;
}

/** A request of a batch. */
export interface BatchRequest {
  abort(reason: Error): void;
  /** Why its answer must not be sent after all, though it is there. */
  readonly recalled: Error | undefined;
  /** Its answer is on its way. */
  sent(): void;
}

/** The answers to one batch. */
export class BatchAnswers {
  readonly #pending: BatchRequest[] = [];
  /** Those that are there, by what they are. */
  readonly #answered = new Map<Answer, { readonly id: RequestId; readonly request: BatchRequest }>();
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  began(pending: BatchRequest): void {
    this.#pending.push(pending);
  }

  /** An answer is there, and waits for the others. */
  keep(answer: string | Buffer, id: RequestId, request: BatchRequest): Answer {
    this.#answered.set(answer, { id, request });
    return answer;
  }

  /** What is sent of these, now that all are there. */
  closing(answers: readonly Answer[]): Answer[] {
    const last = answers.map((answer) => {
      const { id, request } = this.#answered.get(answer) ?? {};
      return id !== undefined && request?.recalled ? errorAnswer(id, request.recalled) : answer;
    });
    for (const pending of this.#pending) pending.sent();
    return last;
  }

  /** Takes an answer, or, past the bound, ends what is still being worked on. */
  takes(length: number): boolean {
    this.#left -= length;
    if (this.#left < 0)
      for (const pending of this.#pending) pending.abort(new Error("The batch's answers are too large"));
    return this.#left >= 0;
  }

  /** What a request is answered that has no room; undefined while there is some: then its client has cancelled it. */
  refusal(id: RequestId): Answer {
    if (this.#left >= 0) return undefined;
    const words = "The answers to this batch are too large together: ask one by one";
    return errorAnswer(id, new RpcError(errorCodes.internalError, words));
  }
}

export interface BatchOptions {
  /** Whether the client may send batches at all. */
  readonly isTaken: boolean;
  readonly limits: PeerLimits;
  readonly answer: (value: unknown, batch: BatchAnswers) => Promise<Answer>;
}

/** One array of answers for one of messages. What waits for the answers does not hold the messages. */
export function answerBatch(values: readonly unknown[], options: BatchOptions): Answer | Promise<Answer> {
  const { maxPendingRequests, maxUnsentBytes } = options.limits;
  if (values.length === 0) return invalid(null, "An empty batch asks for nothing");
  if (!options.isTaken)
    return invalid(null, "Batches belong to protocol version 2025-03-26 only: send one message a frame");
  if (values.length > maxPendingRequests)
    return invalid(null, `A batch may have ${maxPendingRequests} messages, and this one has ${values.length}`);
  const batch = new BatchAnswers(maxUnsentBytes);
  return joined(
    values.map((value) => options.answer(value, batch)),
    batch,
  );
}

async function joined(answers: readonly Promise<Answer>[], batch: BatchAnswers): Promise<Answer> {
  const sent = batch.closing(await Promise.all(answers)).filter((answer) => answer !== undefined);
  return sent.length > 0 ? `[${sent.join(",")}]` : undefined;
}
