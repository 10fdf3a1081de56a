/** Asks in Neovim whether code may run, and runs it in a kernel, which is loaded on first use. */
import { messageOf } from "@tandem-ide/base";
import {
  answeredTooLate,
  type CodeOutput,
  type CodeQuestion,
  type CodeQuestions,
  type CodeQuestionView,
} from "@tandem-ide/server";
import type { Bridge } from "./bridge.js";
import { displayCode } from "./code-display.js";
import { type EventParams, results } from "./messages.js";

export interface NeovimCodeOptions {
  readonly bridge: Bridge;
  readonly folders: () => readonly string[];
  readonly kernels: () => Promise<{ run(code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> }>;
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
      await bridge.call("ask_code", { id: run, code, ...displayCode(code), folder: folders()[0] }, results.nothing);
    } catch (error) {
      warn(`Couldn't ask whether code may run: ${messageOf(error)}`);
      throw error;
    }
  }

  answered({ run }: CodeQuestion): void {
    this.#options.bridge.notify("withdraw_code", { id: run });
  }

  decided(questions: CodeQuestions, { id, answer }: EventParams<"code_answer">): void {
    try {
      if (!questions.answer(id, answer)) this.#options.warn(answeredTooLate);
    } catch (error) {
      // The code may run, but the answer could not be saved.
      this.#options.warn(messageOf(error));
    }
  }
}
