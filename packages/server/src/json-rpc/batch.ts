/** Batches of messages (MCP-05). Their responses are sent together, so they share a size limit. */
import { errorCodes, type RequestId, RpcError } from "@tandem-ide/protocol/schema-free";
import { type Answer, errorAnswer, invalid } from "./answers.js";

export interface MessageLimits {
  readonly maxUnsentBytes: number;
  readonly maxPendingBytes: number;
  readonly maxPendingRequests: number;
}

/** A request of a batch. */
export interface BatchRequest {
  abort(reason: Error): void;
  /** Replaces a result that must not be sent after all. */
  readonly recalled: Error | undefined;
  /** Called when the response is sent. */
  sent(): void;
}

/** The responses to one batch. */
export class BatchAnswers {
  readonly #pending: BatchRequest[] = [];
  /** Finished responses. */
  readonly #answered = new Map<Answer, { readonly id: RequestId; readonly request: BatchRequest }>();
  #remainingBytes: number;

  constructor(maxBytes: number) {
    this.#remainingBytes = maxBytes;
  }

  add(pending: BatchRequest): void {
    this.#pending.push(pending);
  }

  /** Stores a finished response until the others are finished. */
  store(answer: string | Buffer, id: RequestId, request: BatchRequest): Answer {
    this.#answered.set(answer, { id, request });
    return answer;
  }

  /** Returns the responses to send, once all are finished. */
  finish(answers: readonly Answer[]): Answer[] {
    const responses = answers.map((answer) => {
      const { id, request } = this.#answered.get(answer) ?? {};
      return id !== undefined && request?.recalled ? errorAnswer(id, request.recalled) : answer;
    });
    for (const pending of this.#pending) pending.sent();
    return responses;
  }

  /** Reserves space for a response. Past the limit it returns false and aborts the remaining requests. */
  reserve(length: number): boolean {
    this.#remainingBytes -= length;
    if (this.#remainingBytes < 0)
      for (const pending of this.#pending) pending.abort(new Error("The batch's responses are too large"));
    return this.#remainingBytes >= 0;
  }

  /** Returns the error for a response over the limit. Undefined below the limit: then the client cancelled the request. */
  refusal(id: RequestId): Answer {
    if (this.#remainingBytes >= 0) return undefined;
    const message = "The responses to this batch are too large. Send the requests separately";
    return errorAnswer(id, new RpcError(errorCodes.internalError, message));
  }
}

export interface BatchOptions {
  /** Whether the client may send batches. */
  readonly isAllowed: boolean;
  readonly limits: MessageLimits;
  readonly answer: (value: unknown, batch: BatchAnswers) => Promise<Answer>;
}

/** Answers an array of messages with an array of responses. The messages aren't retained in the meantime. */
export function answerBatch(values: readonly unknown[], options: BatchOptions): Answer | Promise<Answer> {
  const { maxPendingRequests, maxUnsentBytes } = options.limits;
  if (values.length === 0) return invalid(null, "The batch is empty");
  if (!options.isAllowed)
    return invalid(null, "Only protocol version 2025-03-26 allows batches. Send one message per frame");
  if (values.length > maxPendingRequests)
    return invalid(null, `A batch may have ${maxPendingRequests} messages, and this one has ${values.length}`);
  const batch = new BatchAnswers(maxUnsentBytes);
  return joined(
    values.map((value) => options.answer(value, batch)),
    batch,
  );
}

async function joined(answers: readonly Promise<Answer>[], batch: BatchAnswers): Promise<Answer> {
  const sent = batch.finish(await Promise.all(answers)).filter((answer) => answer !== undefined);
  return sent.length > 0 ? `[${sent.join(",")}]` : undefined;
}
