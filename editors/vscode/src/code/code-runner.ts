/** Runs code for Claude, when the user allows it: on the kernel of an open notebook, else on one of our own. */

import { type LogSink, messageOf } from "@tandem/base";
import type { CodeOutput } from "@tandem/server";
import type { CodeAnswer, Permissions } from "@tandem/workspace/permission";
import * as vscode from "vscode";
import { tellError, tellWarning } from "../messages.js";
import type { LazyKernels } from "./code-part.js";
import { CodeQuestions } from "./code-question.js";
import { findJupyterKernel, runOnKernel } from "./jupyter-runner.js";

type CodePart = typeof import("./code-part.js");

export interface CodeRunnerOptions {
  readonly folders: () => readonly string[];
  readonly loadPart: () => Promise<CodePart>;
  readonly log: LogSink;
}

function showError(error: unknown): void {
  void tellError(messageOf(error));
}

export class CodeRunner implements AsyncDisposable {
  readonly #options: CodeRunnerOptions;
  readonly #questions = new CodeQuestions((run, answer) => void this.#answer(run, answer));
  #permissions: Promise<Permissions> | undefined;
  #kernels: Promise<LazyKernels> | undefined;

  constructor(options: CodeRunnerOptions) {
    this.#options = options;
  }

  readonly run = async (code: string, signal: AbortSignal): Promise<readonly CodeOutput[]> => {
    const permissions = await this.#loadPermissions();
    await permissions.ask(code, signal);
    const kernel = await findJupyterKernel();
    if (kernel) return await runOnKernel(kernel, code, signal);
    const kernels = await this.#loadKernels();
    return await kernels.run(code, signal);
  };

  /** What was allowed for this workspace is asked for again. */
  async askAgain(): Promise<void> {
    const permissions = await this.#loadPermissions();
    try {
      permissions.askAgain();
    } catch (error) {
      showError(error);
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

  async #answer(run: string, answer: CodeAnswer): Promise<void> {
    const { codeIsOver } = await this.#options.loadPart();
    const permissions = await this.#loadPermissions();
    try {
      if (!permissions.answer(run, answer)) void tellWarning(vscode.l10n.t(codeIsOver));
    } catch (error) {
      showError(error);
    }
  }

  #loadPermissions(): Promise<Permissions> {
    const { folders, loadPart } = this.#options;
    this.#permissions ??= loadPart().then(
      ({ AllowedCode, Permissions }) =>
        new Permissions({
          folders,
          allowedFolders: new AllowedCode(process.env),
          // A window that has gone without a word cannot be told from one that sleeps: the question waits for it.
          isAnybodyThere: () => true,
          nobodyAdvice: vscode.l10n.t("Ask the user to open the window in VS Code, and try again."),
          asked: (question) => this.#questions.ask(question),
          answered: (question) => this.#questions.close(question),
        }),
    );
    return this.#permissions;
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
