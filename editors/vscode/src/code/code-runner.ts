/** Runs code that the user has allowed, on the kernel of an open notebook, else on one of our own; and shows the questions. */
import { type LogSink, messageOf } from "@tandem/base";
import type { CodeAnswer, CodeOutput, CodeQuestion, CodeQuestions, CodeQuestionView } from "@tandem/server";
import * as vscode from "vscode";
import { tellError, tellWarning } from "../messages.js";
import type { LazyKernels } from "./code-part.js";
import { CodeQuestionTabs } from "./code-question.js";
import { findJupyterKernel, runOnKernel } from "./jupyter-runner.js";

type CodePart = typeof import("./code-part.js");

export interface CodeRunnerOptions {
  readonly folders: () => readonly string[];
  readonly loadPart: () => Promise<CodePart>;
  /** Undefined while nothing is served: then nothing is asked either. */
  readonly questions: () => CodeQuestions | undefined;
  readonly log: LogSink;
}

function showError(error: unknown): void {
  void tellError(messageOf(error));
}

export class CodeRunner implements CodeQuestionView, AsyncDisposable {
  readonly nobodyAdvice = vscode.l10n.t("Ask the user to open the window in VS Code, and try again.");
  readonly #options: CodeRunnerOptions;
  readonly #tabs = new CodeQuestionTabs((run, answer) => this.#answer(run, answer));
  #kernels: Promise<LazyKernels> | undefined;

  constructor(options: CodeRunnerOptions) {
    this.#options = options;
  }

  readonly run = async (code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> => {
    const kernel = await findJupyterKernel();
    if (kernel) return await runOnKernel(kernel, code, signal);
    const kernels = await this.#loadKernels();
    return await kernels.run(code, signal);
  };

  // A window that has gone without a word cannot be told from one that sleeps: the question waits for it.
  asked(question: CodeQuestion): void {
    this.#tabs.ask(question);
  }

  answered(question: CodeQuestion): void {
    this.#tabs.close(question);
  }

  /** What was allowed for this workspace is asked for again. */
  askAgain(): void {
    try {
      this.#options.questions()?.askAgain();
    } catch (error) {
      showError(error);
    }
  }

  closeLost(): Promise<void> {
    return this.#tabs.closeLost();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tabs.dispose();
    const kernels = await this.#kernels?.catch(() => undefined);
    await kernels?.close();
  }

  #answer(run: string, answer: CodeAnswer): void {
    try {
      if (this.#options.questions()?.answer(run, answer)) return;
      void tellWarning(
        vscode.l10n.t("This code was not run for your answer: it was answered already, or Claude Code took it back."),
      );
    } catch (error) {
      showError(error);
    }
  }

  #loadKernels(): Promise<LazyKernels> {
    const { loadPart, folders, log } = this.#options;
    this.#kernels ??= loadPart().then(async ({ createLazyKernels, readSettings }) =>
      createLazyKernels({ folders, settings: await readSettings(process.env), log }),
    );
    // A settings file that is wrong may be right the next time.
    this.#kernels.catch(() => {
      this.#kernels = undefined;
    });
    return this.#kernels;
  }
}
