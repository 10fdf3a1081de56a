/** Runs code for Claude, when the user allows it: on the kernel of an open notebook, else on one of our own. */
import type { CodeOutput, LogSink } from "@tandem/server";
import { AllowedCode, Permissions } from "@tandem/workspace/permission";
import * as vscode from "vscode";
import { CodeQuestions } from "./code-question.js";
import { findJupyterKernel, runOnKernel } from "./jupyter-runner.js";
import type { LazyKernels } from "./kernel-part.js";

export interface CodeRunnerOptions {
  readonly folders: () => readonly string[];
  /** Loads the kernel part. */
  readonly loadKernelPart: () => Promise<typeof import("./kernel-part.js")>;
  readonly log: LogSink;
}

export class CodeRunner implements AsyncDisposable {
  readonly #options: CodeRunnerOptions;
  readonly #questions = new CodeQuestions((run, answer) => this.#answer(run, answer));
  readonly #permissions: Permissions;
  #kernels: Promise<LazyKernels> | undefined;

  constructor(options: CodeRunnerOptions) {
    this.#options = options;
    this.#permissions = new Permissions({
      folders: options.folders,
      allowedFolders: new AllowedCode(process.env),
      // The extension host ends with its window.
      isAnybodyThere: () => true,
      nobodyAdvice: vscode.l10n.t("Ask the user to open the window in VS Code, and try again."),
      asked: (question) => this.#questions.ask(question),
      answered: (question) => this.#questions.close(question),
    });
  }

  readonly run = async (code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> => {
    await this.#permissions.ask(code, signal);
    const kernel = await findJupyterKernel();
    if (kernel) return await runOnKernel(kernel, code, signal);
    const kernels = await this.#load();
    return await kernels.run(code, signal);
  };

  /** What was allowed for this workspace is asked for again. */
  askAgain(): void {
    try {
      this.#permissions.askAgain();
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  closeLost(): Promise<void> {
    return this.#questions.closeLost();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#questions.dispose();
    const kernels = await this.#kernels?.catch(() => undefined);
    await kernels?.close();
  }

  #answer(run: string, answer: "once" | "always" | "never"): void {
    try {
      this.#permissions.answer(run, answer);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  #load(): Promise<LazyKernels> {
    const { loadKernelPart, folders, log } = this.#options;
    this.#kernels ??= loadKernelPart().then(async ({ createLazyKernels, readSettings }) =>
      createLazyKernels({ folders, settings: await readSettings(process.env), log }),
    );
    // A settings file that is wrong may be right the next time.
    this.#kernels.catch(() => {
      this.#kernels = undefined;
    });
    return this.#kernels;
  }
}
