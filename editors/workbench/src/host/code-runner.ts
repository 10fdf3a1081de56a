/** What the workbench needs to run code, in notebooks and for `executeCode`, which without it is not offered. */
import type { CodeOutput, CodeQuestionView } from "@tandem/server";
import type { NotebookOutput } from "@tandem/workspace/notebook";
import type { KernelFacts } from "../messages-notebook.js";

/** What running code gave. */
export interface CodeResult {
  /** False when the code raised an exception; its traceback is among the outputs. */
  readonly isOk: boolean;
  /** The number in a cell's brackets. */
  readonly executionCount: number | null;
  /** For Claude. */
  readonly answer: readonly CodeOutput[];
  /** For a notebook's cell. */
  readonly outputs: readonly NotebookOutput[];
}

/** Follows a run while it happens. */
export interface CodeListener {
  /** It is this code's turn. */
  started(): void;
  executionCount(count: number): void;
  /** All outputs until now. */
  outputs(outputs: readonly NotebookOutput[]): void;
}

/** Something that runs code and keeps its variables between runs; `Kernel` of `@tandem/workspace` is one. */
export interface CodeKernel {
  readonly status: KernelFacts["status"];
  /** The function that is returned ends it. */
  onStatusChanged(listener: () => void): () => void;
  /** Runs code behind all that was given before. Rejects with words for people when it could not come to an end. */
  run(
    code: string,
    options: { readonly signal: AbortSignal; readonly listener?: CodeListener | undefined },
  ): Promise<CodeResult>;
  interrupt(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * What runs code. Nothing is started before the first run; whoever makes it ends it.
 *
 * @example
 * const kernels = createKernels({ folders: () => folders });
 * const codeRunner: CodeRunner = {
 *   forWorkspace: async () => kernels.forFolder(folders[0]),
 *   forNotebook: async (path, kernelName) => kernels.forNotebook(path, kernelName),
 *   closeNotebook: (path) => kernels.closeNotebook(path),
 * };
 */
export interface CodeRunner {
  forWorkspace(): Promise<CodeKernel>;
  /** @param kernelName the kernel that the notebook names. */
  forNotebook(path: string, kernelName: string | undefined): Promise<CodeKernel>;
  closeNotebook(path: string): Promise<void>;
}

/**
 * How code is allowed beside the windows.
 *
 * @example
 * await createWorkbench({ folders, codeRunner, code: { canAnswer: () => process.stdin.isTTY, asked: ({ code }) => print(code) } });
 */
export interface CodePermissionOptions extends Partial<Pick<CodeQuestionView, "asked" | "answered">> {
  /** Somebody can answer without a window, a person at a prompt say. */
  readonly canAnswer?: () => boolean;
}
