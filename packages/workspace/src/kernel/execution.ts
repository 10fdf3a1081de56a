/** One run of code: gathers what the kernel says about it until it is over. */

import { type Clock, isRecord } from "@tandem/base";
import { type CodeOutput, reduceForAnswer, toAnswer } from "./answer.js";
import { cutMiddle } from "./cut.js";
import { KernelError } from "./errors.js";
import type { MimeBundle, NotebookOutput } from "./nbformat.js";
import { answerLimits, notebookLimits, OutputCollector, type OutputEvent } from "./outputs.js";
import type { KernelMessage, Services } from "./services.js";
import { withResolvers } from "./turns.js";

/**
 * Follows a run while it happens, as a notebook's page does.
 *
 * @example
 * const listener: RunListener = { outputs: (outputs) => show(cell, outputs) };
 */
export interface RunListener {
  /** It is this code's turn now. */
  started?(): void;
  /** The number in the cell's brackets. */
  executionCount?(count: number): void;
  /** All outputs until now, at most ten times a second. An output that did not change is the same object as before. */
  outputs?(outputs: readonly NotebookOutput[]): void;
}

/**
 * What a run gave.
 *
 * @example
 * const { isOk, answer } = await kernel.run("1 / 0"); // false, and the traceback as text
 */
export interface RunResult {
  /** False when the code raised an exception; its traceback is among the outputs. */
  readonly isOk: boolean;
  readonly executionCount: number | null;
  /** For the answer to `executeCode`: texts without colour codes, and images. */
  readonly answer: readonly CodeOutput[];
  /** For a notebook's cell. */
  readonly outputs: readonly NotebookOutput[];
}

const tellEveryMs = 100;
const silenceMs = 30_000;
/** How much of the output an error tells. */
const shownInError = 2_000;

export class Execution {
  readonly id: string;
  /** Resolves when the code has ended, with or without an exception; rejects when it could not. */
  readonly done: Promise<void>;
  /** Resolves when the kernel has begun with it, or it is over. */
  readonly begun: Promise<void>;
  readonly #end = withResolvers();
  readonly #begin = withResolvers();
  readonly #services: Services;
  readonly #clock: Clock;
  readonly #listener: RunListener;
  readonly #answer = new OutputCollector(answerLimits, reduceForAnswer);
  readonly #outputs = new OutputCollector(notebookLimits);
  #callOffTelling: (() => void) | undefined;
  #callOffWaiting = () => {};
  #executionCount: number | null = null;
  #isOk = true;
  #hasReply = false;
  #isIdle = false;
  #isOver = false;
  #hasBegun = false;

  constructor(id: string, services: Services, clock: Clock, listener: RunListener = {}) {
    this.id = id;
    this.#services = services;
    this.#clock = clock;
    this.#listener = listener;
    this.done = this.#end.promise;
    this.begun = this.#begin.promise;
    this.done.catch(() => {});
  }

  /** Takes a message whose parent is this run. */
  handle(message: KernelMessage): void {
    if (this.#isOver) return;
    this.#hasBegun = true;
    const { messages } = this.#services;
    if (messages.isStatusMsg(message)) {
      if (message.content.execution_state === "busy") this.#begin.resolve();
      if (message.content.execution_state === "idle") this.#isIdle = true;
    } else if (messages.isExecuteInputMsg(message)) this.#count(message.content.execution_count);
    else if (messages.isExecuteReplyMsg(message)) {
      this.#hasReply = true;
      this.#isOk = message.content.status === "ok";
      if (message.content.status === "ok") this.#addPages(message.content.payload);
    } else {
      const event = toOutputEvent(message, messages);
      if (event !== undefined) this.add(event);
    }
    // The reply and the outputs come by different ways: both must be through.
    if (this.#hasReply && this.#isIdle) this.#finish(() => this.#end.resolve());
    else if (this.#hasReply) this.#waitForIdle();
  }

  /** The kernel has said something about it. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What was on the way when the connection dropped did not come. */
  noteDrop(): void {
    const text = "\n[The connection dropped for a moment: some output may be missing here.]\n";
    if (this.#hasBegun) this.add({ type: "stream", name: "stderr", text });
  }

  /** The kernel is done with it, though the message that says so was lost. */
  finishWithoutWord(): void {
    this.#finish(() => this.#end.resolve());
  }

  /** A word to whoever gets the answer; a notebook holds only what its code wrote. */
  notice(text: string): void {
    this.#answer.add({ type: "stream", name: "stderr", text });
  }

  add(event: OutputEvent): void {
    this.#answer.add(event);
    this.#outputs.add(event);
    this.#callOffTelling ??= this.#clock.after(tellEveryMs, () => this.#tell());
  }

  /** Ends the run; what it had written stands in the error. */
  fail(error: KernelError): void {
    const written = toAnswer(this.#answer.list())
      .map((output) => (output.type === "text" ? output.text : "[image]\n"))
      .join("");
    const message =
      written === "" ? error.message : `${error.message} Its output until then:\n${cutMiddle(written, shownInError)}`;
    this.#finish(() => this.#end.reject(new KernelError(error.code, message, { cause: error.cause })));
  }

  result(): RunResult {
    return {
      isOk: this.#isOk,
      executionCount: this.#executionCount,
      answer: toAnswer(this.#answer.list()),
      outputs: this.#outputs.list(),
    };
  }

  /** The outputs' end may be far behind the reply, but not silent: then it was lost. */
  #waitForIdle(): void {
    this.#callOffWaiting();
    this.#callOffWaiting = this.#clock.after(silenceMs, () => {
      this.noteDrop();
      this.finishWithoutWord();
    });
  }

  #finish(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#callOffWaiting();
    if (this.#callOffTelling !== undefined) this.#tell();
    this.#begin.resolve();
    settle();
  }

  #tell(): void {
    this.#callOffTelling?.();
    this.#callOffTelling = undefined;
    this.#listener.outputs?.(this.#outputs.list());
  }

  #count(count: number | null): void {
    if (count === null || count === this.#executionCount) return;
    this.#executionCount = count;
    this.#listener.executionCount?.(count);
  }

  /** What IPython would show in a pager (`len?`) is in the reply, not among the outputs. */
  #addPages(payload: unknown): void {
    for (const page of Array.isArray(payload) ? payload : [])
      if (isRecord(page) && page.source === "page" && isRecord(page.data))
        this.add({ type: "display", data: page.data, metadata: {} });
  }
}

function toOutputEvent(message: KernelMessage, messages: Services["messages"]): OutputEvent | undefined {
  if (messages.isStreamMsg(message)) return { type: "stream", ...message.content };
  if (messages.isErrorMsg(message)) {
    const { ename, evalue, traceback } = message.content;
    return { type: "error", name: ename, value: evalue, traceback };
  }
  if (messages.isClearOutputMsg(message)) return { type: "clear", wait: message.content.wait };
  if (messages.isDisplayDataMsg(message)) return { type: "display", ...bundle(message.content) };
  if (messages.isExecuteResultMsg(message))
    return { type: "result", ...bundle(message.content), executionCount: message.content.execution_count };
  if (messages.isUpdateDisplayDataMsg(message)) {
    const { displayId, ...rest } = bundle(message.content);
    return displayId === undefined ? undefined : { type: "update", ...rest, displayId };
  }
  return undefined;
}

function bundle(content: { readonly data: unknown; readonly metadata: unknown; readonly transient?: unknown }): {
  data: MimeBundle;
  metadata: MimeBundle;
  displayId?: string;
} {
  const data = isRecord(content.data) ? content.data : {};
  const metadata = isRecord(content.metadata) ? content.metadata : {};
  const id = isRecord(content.transient) ? content.transient.display_id : undefined;
  return typeof id === "string" ? { data, metadata, displayId: id } : { data, metadata };
}
