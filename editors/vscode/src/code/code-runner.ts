/** Asks whether code may run, and runs it on the kernel of an open notebook or on Tandem's own kernel. */
import { type LogSink, messageOf } from "@tandem-ide/base";
import type { CodeAnswer, CodeOutput, CodeQuestion, CodeQuestions, CodeQuestionView } from "@tandem-ide/server";
import * as vscode from "vscode";
import { showErrorMessage, showWarning } from "../messages.js";
import type { LazyKernels } from "./code-part.js";
import { CodeQuestionTabs } from "./code-question.js";
import { findJupyterKernel, runOnKernel } from "./jupyter-runner.js";

type CodePart = typeof import("./code-part.js");

export interface CodeRunnerOptions {
  readonly folders: () => readonly string[];
  readonly loadPart: () => Promise<CodePart>;
  /** Undefined while the endpoint is not running. */
  readonly questions: () => CodeQuestions | undefined;
  readonly log: LogSink;
}

function showError(error: unknown): void {
  void showErrorMessage(messageOf(error));
}

export class CodeRunner implements CodeQuestionView, AsyncDisposable {
  readonly noViewerAdvice = vscode.l10n.t("Ask the user to open the window in VS Code, then try again.");
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

  asked(question: CodeQuestion): void {
    this.#tabs.ask(question);
  }

  answered(question: CodeQuestion): void {
    this.#tabs.close(question);
  }

  /** Undoes "always run code" for this workspace. */
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
      void showWarning(
        vscode.l10n.t("Your answer had no effect: the question was already answered or withdrawn by Claude Code."),
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
    // The settings file may have been fixed by the next time.
    this.#kernels.catch(() => {
      this.#kernels = undefined;
    });
    return this.#kernels;
  }
}
