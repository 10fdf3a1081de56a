/** Runs code in notebooks and for `executeCode`, which isn't offered without it. */
import type { CodeQuestionView } from "@tandem-ide/server";
import type { Kernel } from "@tandem-ide/workspace/kernel";

/** Runs code and keeps its variables between runs. */
export type CodeKernel = Pick<Kernel, "status" | "onStatusChanged" | "run" | "interrupt" | "restart">;

/**
 * Provides the kernels. Nothing starts before the first run, and whoever creates the runner closes it.
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
 * Another place to ask for permission to run code, in addition to the windows.
 *
 * @example
 * await createWorkbench({ folders, codeRunner, code: { canAnswer: () => process.stdin.isTTY, asked: ({ code }) => print(code) } });
 */
export interface CodePermissionOptions extends Partial<Pick<CodeQuestionView, "asked" | "answered">> {
  /** Returns true if the user can answer without a window, for example at a prompt. */
  readonly canAnswer?: () => boolean;
}
