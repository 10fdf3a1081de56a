/** One run of code: collects the kernel's messages about it until it ends. */

import { type Clock, isRecord } from "@tandem-ide/base";
import { type CodeOutput, reduceForAnswer, toAnswer } from "./answer.js";
import { cutMiddle } from "./cut.js";
import { KernelError } from "./errors.js";
import type { MimeBundle, NotebookOutput } from "./nbformat.js";
import { answerLimits, notebookLimits, OutputCollector, type OutputEvent } from "./outputs.js";
import type { KernelMessage, Services } from "./services.js";
import { withResolvers } from "./turns.js";

/**
 * Follows a run, for example to show its outputs in a notebook.
 *
 * @example
 * const listener: RunListener = { outputs: (outputs) => show(cell, outputs) };
 */
export interface RunListener {
  /** The code starts. */
  started?(): void;
  /** The number for the cell's brackets is known. */
  executionCount?(count: number): void;
  /** Called with all outputs so far, at most ten times a second. An unchanged output is the same object as before. */
  outputs?(outputs: readonly NotebookOutput[]): void;
}

/**
 * The result of a run.
 *
 * @example
 * const { isOk, answer } = await kernel.run("1 / 0"); // false, and the traceback as text
 */
export interface RunResult {
  /** False when the code raised an exception. Its traceback is in the outputs. */
  readonly isOk: boolean;
  readonly executionCount: number | null;
  /** For the result of `executeCode`: texts without colour codes, and images. */
  readonly answer: readonly CodeOutput[];
  /** For a notebook's cell. */
  readonly outputs: readonly NotebookOutput[];
}

const reportEveryMs = 100;
const silenceMs = 30_000;
/** The number of output characters in an error. */
const maxOutputInError = 2_000;

export class Execution {
  readonly id: string;
  /** Resolves when the code has ended, with or without an exception. Rejects when it couldn't run to its end. */
  readonly done: Promise<void>;
  /** Resolves when the kernel has started to run the code, or the run is over. */
  readonly started: Promise<void>;
  readonly #end = withResolvers();
  readonly #begin = withResolvers();
  readonly #services: Services;
  readonly #clock: Clock;
  readonly #listener: RunListener;
  readonly #answer = new OutputCollector(answerLimits, reduceForAnswer);
  readonly #outputs = new OutputCollector(notebookLimits);
  #cancelReport: (() => void) | undefined;
  #cancelWaiting = () => {};
  #executionCount: number | null = null;
  #isOk = true;
  #hasReply = false;
  #isIdle = false;
  #isOver = false;
  #hasStarted = false;

  constructor(id: string, services: Services, clock: Clock, listener: RunListener = {}) {
    this.id = id;
    this.#services = services;
    this.#clock = clock;
    this.#listener = listener;
    this.done = this.#end.promise;
    this.started = this.#begin.promise;
    this.done.catch(() => {});
  }

  /** Handles a message whose parent is this run. */
  handle(message: KernelMessage): void {
    if (this.#isOver) return;
    this.#hasStarted = true;
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
    // The reply and the outputs arrive on different channels, so both must be complete.
    if (this.#hasReply && this.#isIdle) this.#finish(() => this.#end.resolve());
    else if (this.#hasReply) this.#waitForIdle();
  }

  /** True when the kernel has sent a message about it. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds a note to the outputs: messages may have been lost when the connection dropped. */
  noteDrop(): void {
    const text = "\n[The connection dropped briefly. Some output may be missing here.]\n";
    if (this.#hasStarted) this.add({ type: "stream", name: "stderr", text });
  }

  /** Ends the run when the kernel has finished but its message about that was lost. */
  finishWithoutReply(): void {
    this.#finish(() => this.#end.resolve());
  }

  /** Adds a notice to the result only. A notebook contains only the output of its code. */
  notice(text: string): void {
    this.#answer.add({ type: "stream", name: "stderr", text });
  }

  add(event: OutputEvent): void {
    this.#answer.add(event);
    this.#outputs.add(event);
    this.#cancelReport ??= this.#clock.after(reportEveryMs, () => this.#report());
  }

  /** Fails the run. The error includes the output so far. */
  fail(error: KernelError): void {
    const written = toAnswer(this.#answer.list())
      .map((output) => (output.type === "text" ? output.text : "[image]\n"))
      .join("");
    const message =
      written === "" ? error.message : `${error.message} Its output so far:\n${cutMiddle(written, maxOutputInError)}`;
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

  /** Outputs may continue long after the reply. If nothing arrives for a while, the end of them was lost. */
  #waitForIdle(): void {
    this.#cancelWaiting();
    this.#cancelWaiting = this.#clock.after(silenceMs, () => {
      this.noteDrop();
      this.finishWithoutReply();
    });
  }

  #finish(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelWaiting();
    if (this.#cancelReport !== undefined) this.#report();
    this.#begin.resolve();
    settle();
  }

  #report(): void {
    this.#cancelReport?.();
    this.#cancelReport = undefined;
    this.#listener.outputs?.(this.#outputs.list());
  }

  #count(count: number | null): void {
    if (count === null || count === this.#executionCount) return;
    this.#executionCount = count;
    this.#listener.executionCount?.(count);
  }

  /** Text that IPython would show in a pager (`len?`) is in the reply, not in the outputs. */
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
