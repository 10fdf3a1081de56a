/** The questions about code in Neovim, and the kernel that runs what was allowed. It is loaded with the first code that may run. */
import { messageOf } from "@tandem/base";
import {
  type CodeOutput,
  type CodeQuestion,
  type CodeQuestions,
  type CodeQuestionView,
  codeIsOver,
} from "@tandem/server";
import type { Bridge } from "./bridge.js";
import { type EventParams, results } from "./messages.js";

/** The part of `LazyKernels` of @tandem/workspace that is used here. */
export interface BorrowedKernels {
  run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]>;
}

export interface NeovimCodeOptions {
  readonly bridge: Bridge;
  readonly folders: () => readonly string[];
  readonly kernels: () => Promise<BorrowedKernels>;
  readonly warn: (message: string) => void;
}

export class NeovimCode implements CodeQuestionView {
  readonly #options: NeovimCodeOptions;

  constructor(options: NeovimCodeOptions) {
    this.#options = options;
  }

  async run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> {
    const kernels = await this.#options.kernels();
    return await kernels.run(code, signal);
  }

  async asked({ run, code }: CodeQuestion): Promise<void> {
    const { bridge, folders, warn } = this.#options;
    try {
      await bridge.call("ask_code", { id: run, code, folder: folders()[0] }, results.nothing);
    } catch (error) {
      warn(`The question about code could not be shown: ${messageOf(error)}`);
      throw error;
    }
  }

  answered({ run }: CodeQuestion): void {
    this.#options.bridge.tell("withdraw_code", { id: run });
  }

  /** The user's word. */
  decided(questions: CodeQuestions, { id, answer }: EventParams<"code_answer">): void {
    try {
      if (!questions.answer(id, answer)) this.#options.warn(codeIsOver);
    } catch (error) {
      // Allowed, and not remembered.
      this.#options.warn(messageOf(error));
    }
  }
}
